import type { Session } from '../sync-context.ts'
import { traceNow } from '../sync-frames.ts'
import { NodeFailure, NodeRefusal } from '../../node/node-failure.ts'
import { hexOf } from '../../node/read-chain.ts'
import { heightOf, indexOf, placeOf } from '../../store/positions.ts'
import { coinMoves } from './coin-movements.ts'
import { prestateDiff } from './prestate-diff.ts'
import type { CoinChange } from '../../model/state-change.ts'

export interface CoinChanges {
  readonly changes: readonly CoinChange[]
  readonly complete: boolean
  readonly lacking: string | null
}

const NO_FRAMES =
  'This node gives neither balance changes nor call traces: what moved inside the transaction is not shown.'
const NO_PAST = 'This node no longer knows the balances of that time: only what changed is shown.'

/** Coin balances before and after one transaction: as the node tells them, else worked out from value, fee and frames. */
export async function coinChanges(session: Session, place: number, hash: string): Promise<CoinChanges> {
  if (session.balanceChanges !== 'computed') {
    const told = await toldByNode(session, hash)
    if (told) {
      session.balanceChanges = 'diff'
      return { changes: told, complete: true, lacking: null }
    }
  }
  return computed(session, place)
}

async function toldByNode(session: Session, hash: string): Promise<readonly CoinChange[] | null> {
  try {
    const answer = await session.connection.request(
      'debug_traceTransaction',
      [hash, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }],
      { urgent: true },
    )
    const diff = prestateDiff(answer)
    if (diff === null) {
      session.balanceChanges ??= 'computed'
      return null
    }
    return [...diff].map(([address, { before, after }]) => ({
      kind: 'coin',
      address,
      before: before.toString(),
      after: after.toString(),
      change: (after - before).toString(),
    }))
  } catch (error) {
    if (error instanceof NodeFailure && error.kind !== 'garbage') throw error
    if (error instanceof NodeRefusal && !error.isStateGone) session.balanceChanges ??= 'computed'
    return null
  }
}

async function computed(session: Session, place: number): Promise<CoinChanges> {
  const { store } = session
  const height = heightOf(place)
  if (!isTraced(session, height)) await traceNow(session, [height])
  const known = isTraced(session, height)
  const moves = coinMoves(store, place)
  const earlier = Array.from({ length: indexOf(place) }, (_, index) =>
    coinMoves(store, placeOf(height, index)),
  )
  const addresses = [...moves].filter(([, change]) => change !== 0n)
  const before = await balancesBefore(
    session,
    addresses.map(([address]) => address),
    height,
  )
  const changes = addresses.map(([address, change], index): CoinChange => {
    const start = before[index]
    const sum = earlier.reduce((total, each) => total + (each.get(address) ?? 0n), 0n)
    const at = start == null || !known ? null : start + sum
    return {
      kind: 'coin',
      address: store.addresses.hashOf(address),
      before: at?.toString() ?? null,
      after: at === null ? null : (at + change).toString(),
      change: change.toString(),
    }
  })
  const forgotten = before.includes(null)
  return {
    changes,
    complete: known && !forgotten,
    lacking: known ? (forgotten ? NO_PAST : null) : NO_FRAMES,
  }
}

const isTraced = ({ store }: Session, height: number) =>
  store.database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', height)?.traced === 1

/** At the end of the parent block; before the first block of all, what the genesis block gave is in block 0 itself. */
async function balancesBefore(
  { connection, store }: Session,
  addresses: readonly number[],
  height: number,
): Promise<readonly (bigint | null)[]> {
  const parent = hexOf(Math.max(0, height - 1))
  const answers = await connection.many(
    addresses.map((id) => ({ method: 'eth_getBalance', params: [store.addresses.hashOf(id), parent] })),
    { urgent: true },
  )
  return answers.map((answer) =>
    answer instanceof NodeRefusal || typeof answer.result !== 'string' ? null : BigInt(answer.result),
  )
}
