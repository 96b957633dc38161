/** Collects the content of all lists for a range of blocks, through the API only. */
import type { SampleChain } from '../sample-chain.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import { readAll, iterateList } from './read-list.ts'

export type Transaction = ListItem<'address-transactions'>
export type Internal = ListItem<'address-internal-transactions'>
export type Transfer = ListItem<'token-transfers'>
export type StateChange = ListItem<'transaction-state-changes'>
export type Block = ListItem<'address-blocks-validated'>

export interface Collected {
  readonly from: number
  readonly to: number
  /** By hash, oldest first; pending ones last. */
  readonly transactions: ReadonlyMap<string, Transaction>
  readonly pending: readonly Transaction[]
  /** Oldest first. */
  readonly transfers: readonly Transfer[]
  /** By transaction hash and index. */
  readonly internals: ReadonlyMap<string, Internal>
  readonly blocks: ReadonlyMap<number, Block>
  readonly changes: ReadonlyMap<string, readonly StateChange[]>
  /** All addresses found, in lower case, with the rows of their own lists. */
  readonly addresses: ReadonlyMap<
    string,
    { transactions: readonly Transaction[]; internals: readonly Internal[] }
  >
}

export const lowerHash = (of: { hash: string } | null | undefined) => of?.hash.toLowerCase() ?? ''
const internalKey = (call: Internal) => `${call.transaction_hash} ${String(call.index)}`
const heightOf = (item: { block_number?: number | null | undefined }) => item.block_number ?? Infinity

/** Collects blocks `from` to `to`. Without `to`, all later blocks and the pending transactions. */
export function collect(chain: SampleChain, from = 0, to?: number): Collected {
  const after =
    to === undefined
      ? {}
      : // Most addresses have few rows in the range: with small pages, few rows below it are read.
        { after: { block_number: String(to + 1), index: '0', transaction_index: '0' }, limit: 10 }
  const window = <Item extends { block_number?: number | null | undefined }>(
    items: Iterable<Item>,
  ): Item[] => {
    const inside: Item[] = []
    for (const item of items) {
      if (heightOf(item) < from) break
      inside.push(item)
    }
    return inside
  }
  const transfers = window(iterateList(chain, 'token-transfers', after)).reverse()
  const addresses = new Map<string, { transactions: Transaction[]; internals: Internal[] }>()
  const pendingAddresses = new Set(chain.suggestedAddresses().map(({ address }) => address.toLowerCase()))
  for (const { from: sender, to: receiver } of transfers)
    pendingAddresses.add(lowerHash(sender)).add(lowerHash(receiver))
  const transactions = new Map<string, Transaction>()
  const internals = new Map<string, Internal>()
  const changes = new Map<string, StateChange[]>()
  // Iterating over a set includes items added meanwhile.
  for (const address of pendingAddresses) {
    if (address === '') continue
    const params = { address_hash: address }
    const rows = {
      transactions: window(iterateList(chain, 'address-transactions', { params, ...after })),
      internals: window(iterateList(chain, 'address-internal-transactions', { params, ...after })),
    }
    addresses.set(address, rows)
    for (const item of rows.internals) internals.set(internalKey(item), item)
    for (const item of [...rows.transactions, ...rows.internals])
      for (const side of [item.from, item.to, item.created_contract])
        if (side) pendingAddresses.add(lowerHash(side))
    for (const item of rows.transactions) {
      if (transactions.has(item.hash)) continue
      transactions.set(item.hash, item)
      if (item.block_number == null) continue
      const stateChanges = readAll(chain, 'transaction-state-changes', {
        params: { transaction_hash: item.hash },
      })
      changes.set(item.hash, stateChanges)
      for (const row of stateChanges) pendingAddresses.add(lowerHash(row.address))
    }
  }
  const ordered = [...transactions.values()].sort(
    (a, b) => heightOf(a) - heightOf(b) || (a.position ?? 0) - (b.position ?? 0),
  )
  const mined = ordered.filter(({ block_number: height }) => height != null)
  // The miner appears in the state changes of each transaction.
  const miners = new Set(
    [...changes.values()].flatMap((rows) =>
      rows.filter((row) => row.is_miner).map((row) => lowerHash(row.address)),
    ),
  )
  const blocks = [...miners].flatMap((address) => {
    const start = to === undefined ? {} : { after: { block_number: String(to + 1) } }
    const found: Block[] = []
    for (const block of iterateList(chain, 'address-blocks-validated', {
      params: { address_hash: address },
      ...start,
    })) {
      if ((block.height ?? 0) < from) break
      found.push(block)
    }
    return found
  })
  return {
    from,
    to: to ?? Math.max(...blocks.map(({ height }) => height ?? 0)),
    transactions: new Map(mined.map((item) => [item.hash, item])),
    pending: ordered.filter(({ block_number: height }) => height == null),
    transfers,
    internals,
    blocks: new Map(blocks.map((block) => [block.height ?? 0, block])),
    changes,
    addresses,
  }
}
