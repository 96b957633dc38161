/** Loads the rows that blocks refer to before they are written, all at once, where each lookup would be a round trip. */
import { readTokenTransfers } from '#shared/chain/token-events.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { ZERO_ADDRESS } from '../model/hex.ts'
import type { IndexStore } from './index-store.ts'

/** Rows that are not prefetched are read when they are needed. Only within a database transaction. */
export function prefetch(store: IndexStore, blocks: readonly ChainBlock[]) {
  const { addresses, balances } = store
  balances.prefetch(
    prefetchTokens(store, blocks).map(({ emitter, type, from, to, tokenId }) => ({
      token: addresses.idOf(emitter),
      type,
      sender: from === ZERO_ADDRESS ? null : addresses.idOf(from),
      receiver: to === ZERO_ADDRESS ? null : addresses.idOf(to),
      tokenId,
      value: null,
    })),
  )
}

/** Addresses and tokens, without balances; gives the transfers. Only within a database transaction. */
export function prefetchTokens({ addresses, tokens, filter }: IndexStore, blocks: readonly ChainBlock[]) {
  const transactions = blocks
    .flatMap((block) => block.transactions)
    .filter((transaction) => filter?.isNamedIn(transaction) ?? true)
  const logs = transactions.flatMap((each) => each.logs)
  const transfers = logs.flatMap((log) =>
    readTokenTransfers(log).map((transfer) => ({ ...transfer, emitter: log.address })),
  )
  const hashes = new Set<string | null>(blocks.map(({ miner }) => miner))
  for (const { from, to, created, succeeded, feeToken, authorizations = [] } of transactions) {
    for (const { authority, delegate } of authorizations)
      if (authority !== null) hashes.add(authority).add(delegate)
    hashes
      .add(from)
      .add(to)
      .add(feeToken ?? null)
      .add(succeeded ? created : null)
  }
  for (const { address } of logs) hashes.add(address)
  for (const { from, to } of transfers) hashes.add(from).add(to)
  for (const { withdrawals } of blocks)
    for (const { address } of withdrawals) if (filter?.has(address) ?? true) hashes.add(address)
  addresses.prefetch([...hashes].filter((hash) => hash !== null))

  const called = new Set<string>(logs.map(({ address }) => address))
  for (const { to } of transactions) if (to !== null) called.add(to)
  const ids = [...called].map((hash) => addresses.idOf(hash))
  tokens.prefetch(ids)
  return transfers
}
