/** Groups the movements of each transaction into an entry; movements without a transaction are entries of their own. */
import type { LedgerMovement } from '#shared/rpc/contract/ledger.ts'
import { boundTime } from './book.ts'

export interface Side {
  /** Id of the asset. */
  readonly asset: string
  /** Greater than zero. */
  readonly amount: bigint
  /** Id of the NFT if the side is exactly one; else null. */
  readonly nft: string | null
}

interface Trade {
  readonly out: Side
  readonly in: Side
}

export interface Entry {
  /** In ms since 1970, never before the time of the previous entry. */
  readonly time: number
  readonly block: number
  readonly transaction: string | null
  /** Fees paid by the sender of the transaction. */
  readonly fees: readonly LedgerMovement[]
  /** All other movements, in order. */
  readonly movements: readonly LedgerMovement[]
  /** Both sides of a trade; undefined if the transaction is none. */
  readonly trade: Trade | undefined
}

/**
 * Groups movements given in chain order. Holds only the movements of one block in memory: movements of a transaction may be
 * apart within a block, because not every row has its position in the block.
 */
export async function* groupEntries(
  movements: AsyncIterable<LedgerMovement>,
  start: number,
): AsyncGenerator<Entry> {
  let time = start
  let block: LedgerMovement[] = []
  function* entries() {
    for (const group of groupBlock(block)) {
      time = group.reduce(
        (last, { time: said }) => (said === null ? last : Math.max(last, boundTime(said))),
        time,
      )
      yield toEntry(group, time)
    }
  }
  for await (const movement of movements) {
    if (block[0] && block[0].block !== movement.block) {
      yield* entries()
      block = []
    }
    block.push(movement)
  }
  yield* entries()
}

function groupBlock(movements: readonly LedgerMovement[]): Iterable<readonly LedgerMovement[]> {
  const groups = new Map<string, LedgerMovement[]>()
  for (const movement of movements) {
    const key = movement.transaction ?? `alone ${String(groups.size)}`
    const group = groups.get(key)
    if (group) group.push(movement)
    else groups.set(key, [movement])
  }
  return groups.values()
}

function toEntry(group: readonly LedgerMovement[], time: number): Entry {
  const isFee = ({ rule, amount }: LedgerMovement) => rule === 'fee' && amount.startsWith('-')
  const movements = group.filter((movement) => !isFee(movement))
  const [{ block, transaction } = { block: 0, transaction: null }] = group
  return {
    time,
    block,
    transaction,
    fees: group.filter(isFee),
    movements,
    trade: transaction === null ? undefined : findTrade(movements),
  }
}

/**
 * Finds a trade in a transaction: exactly one asset went out and exactly one other came in. Change that comes back is
 * subtracted. An NFT that goes both ways is no amount, so it makes no trade.
 */
function findTrade(movements: readonly LedgerMovement[]): Trade | undefined {
  const sums = new Map<string, { sum: bigint; nfts: Set<string>; isBothWays: boolean }>()
  for (const { asset, amount: text, nft } of movements) {
    const amount = BigInt(text)
    const known = sums.get(asset)
    if (!known) {
      sums.set(asset, { sum: amount, nfts: new Set(nft === null ? [] : [nft]), isBothWays: false })
      continue
    }
    if (nft !== null) {
      known.nfts.add(nft)
      known.isBothWays ||= known.sum > 0n !== amount > 0n
    }
    known.sum += amount
  }
  const sides = [...sums].map(([asset, { sum, nfts, isBothWays }]) => ({
    asset,
    sum,
    nft: nfts.size === 1 ? ([...nfts][0] ?? null) : null,
    isBothWays,
  }))
  const out = sides.find(({ sum }) => sum < 0n)
  const into = sides.find(({ sum }) => sum > 0n)
  if (sides.length !== 2 || !out || !into || sides.some(({ isBothWays }) => isBothWays)) return undefined
  return {
    out: { asset: out.asset, amount: -out.sum, nft: out.nft },
    in: { asset: into.asset, amount: into.sum, nft: into.nft },
  }
}
