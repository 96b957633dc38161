import type { TokenType } from '../../decode/token-events.ts'
import type { Session } from '../sync-context.ts'
import { callContracts } from '../../node/contract-calls.ts'
import { hexOf } from '../../node/read-chain.ts'
import { amountText, amountValue } from '../../store/amounts.ts'
import type { IndexStore } from '../../store/index-store.ts'
import { heightOf, placeOf, PLACES_PER_BLOCK } from '../../store/positions.ts'
import { balanceInAnswer, balanceQuestion } from '../facts/verify-balances.ts'
import type { TokenChange } from '../../model/state-change.ts'

interface Move {
  readonly log: number
  readonly tx: number
  readonly token: number
  readonly type: TokenType
  readonly sender: number
  readonly receiver: number
  readonly token_id: Uint8Array | null
  readonly value: Uint8Array | null
}

/** One balance that the transaction touched. */
interface Touched {
  readonly token: number
  readonly holder: number
  readonly type: TokenType
  /** Null for amounts, and for the NFTs of a collection together. */
  readonly tokenId: Uint8Array | null
  change: bigint
  readonly nfts: { direction: 'from' | 'to'; tokenId: string }[]
}

const NOBODY = `0x${'0'.repeat(40)}`

/**
 * Token balances before and after one transaction: what they were at the end of the parent block, and the transfers since;
 * compared with what the token itself says at both blocks where there is a session.
 */
export async function tokenChanges(
  store: IndexStore,
  session: Session | null,
  place: number,
): Promise<readonly TokenChange[]> {
  const height = heightOf(place)
  const moves = store.database.all<Move>(
    `SELECT log, tx, token, type, sender, receiver, token_id, value FROM transfer WHERE log >= ? AND log < ? ORDER BY log, item`,
    placeOf(height, 0),
    placeOf(height, PLACES_PER_BLOCK),
  )
  const touched = [...touches(moves.filter((move) => move.tx === place)).values()]
  const told = session ? await askBothBlocks(session, touched, height) : null
  return touched.map((each, index) => {
    const holder = store.addresses.hashOf(each.holder)
    const earlier = changeOf(
      each,
      moves.filter((move) => move.tx < place),
    )
    const later = changeOf(
      each,
      moves.filter((move) => move.tx > place),
    )
    const bounds =
      holder === NOBODY ? null : boundsOf(store, each, height, earlier + each.change + later, told?.[index])
    const before = bounds && bounds.start + earlier
    // Nobody else moved it in this block: what the token says is true whatever its events say.
    const after =
      bounds && (earlier === 0n && later === 0n ? bounds.end : bounds.start + earlier + each.change)
    return {
      kind: 'token',
      address: holder,
      token: store.addresses.hashOf(each.token),
      tokenId: each.tokenId && amountText(each.tokenId),
      before: before === null ? null : String(before < 0n ? 0n : before),
      after: after === null ? null : String(after < 0n ? 0n : after),
      change:
        each.nfts.length > 0
          ? each.nfts
          : String(before === null || after === null ? each.change : after - before),
    }
  })
}

const keyOf = (token: number, holder: number, tokenId: Uint8Array | null) =>
  `${String(token)}:${String(holder)}:${tokenId ? Buffer.from(tokenId).toString('hex') : ''}`

function touches(moves: readonly Move[]): Map<string, Touched> {
  const all = new Map<string, Touched>()
  for (const move of moves) {
    const together = move.type === 'ERC-721'
    const id = together ? null : move.token_id
    for (const [holder, direction] of [
      [move.sender, 'from'],
      [move.receiver, 'to'],
    ] as const) {
      const key = keyOf(move.token, holder, id)
      const entry = all.get(key) ?? {
        token: move.token,
        holder,
        type: move.type,
        tokenId: id,
        change: 0n,
        nfts: [],
      }
      all.set(key, entry)
      entry.change += direction === 'to' ? amountOf(move) : -amountOf(move)
      if (together && move.token_id) entry.nfts.push({ direction, tokenId: amountText(move.token_id) })
    }
  }
  return all
}

/** How much of it moved: an NFT is one of itself. */
const amountOf = (move: Move): bigint => (move.value ? amountValue(move.value) : 1n)

function changeOf(of: Touched, moves: readonly Move[]): bigint {
  return touches(moves).get(keyOf(of.token, of.holder, of.tokenId))?.change ?? 0n
}

interface Bounds {
  readonly start: bigint
  readonly end: bigint
}

/** The balance at the end of the parent block and of this one. */
function boundsOf(
  store: IndexStore,
  of: Touched,
  height: number,
  change: bigint,
  told: { start: bigint | null; end: bigint | null } | undefined,
): Bounds {
  if (told?.start != null && told.end !== null) return { start: told.start, end: told.end }
  const end = told?.end ?? historic(store, of, height)
  const start = told?.start ?? historic(store, of, height - 1)
  if (start !== null) return { start, end: end ?? start + change }
  return end === null ? { start: 0n, end: change } : { start: end - change, end }
}

function historic({ database }: IndexStore, of: Touched, height: number): bigint | null {
  const row = database.get<{ value: Uint8Array }>(
    `SELECT h.value FROM balance b JOIN balance_history h ON h.balance = b.id
     WHERE b.token = ? AND b.token_id = ? AND b.holder = ? AND h.block <= ? ORDER BY h.block DESC LIMIT 1`,
    of.token,
    of.tokenId ?? new Uint8Array(),
    of.holder,
    height,
  )
  return row ? amountValue(row.value) : 0n
}

async function askBothBlocks({ connection, store }: Session, touched: readonly Touched[], height: number) {
  const questions = touched.map((each) => ({
    ...each,
    tokenId: each.tokenId && amountValue(each.tokenId),
    token: store.addresses.hashOf(each.token),
    holder: store.addresses.hashOf(each.holder),
  }))
  const ask = async (block: number) => {
    const answers = await callContracts(
      connection,
      questions.map((each) => balanceQuestion(each.token, each.holder, each.type, each.tokenId)),
      { block: hexOf(block), urgent: true },
    )
    return questions.map((each, index) =>
      balanceInAnswer(answers[index] ?? null, each.holder, each.type, each.tokenId),
    )
  }
  const [starts, ends] = await Promise.all([ask(Math.max(0, height - 1)), ask(height)])
  return touched.map((_, index) => ({ start: starts[index] ?? null, end: ends[index] ?? null }))
}
