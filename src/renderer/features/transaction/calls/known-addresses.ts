import { computed, type ComputedRef } from 'vue'
import type { AddressRef } from '#shared/chain/address.ts'
import type { StateChange, Transaction } from '#shared/chain/transaction.ts'
import { useCompleteList } from '#renderer/lists/model/use-complete-list.ts'
import { useSources } from '#renderer/stores/sources.ts'
import { knownAddresses as addressesOfTransaction } from '../argument-units.ts'
import type { CallTree } from './call-tree.ts'

/** Names and tags of addresses that the page knows, by hash in lower case. A trace has hashes only. */
export function knownAddresses(
  transaction: Transaction | undefined,
  changes: readonly StateChange[],
  parties: readonly AddressRef[],
): ReadonlyMap<string, AddressRef> {
  const known = new Map(
    [...parties, ...changes.map(({ address }) => address)].map((one) => [one.hash.toLowerCase(), one]),
  )
  for (const { token } of changes) {
    const hash = token?.address_hash
    if (token && hash !== undefined && !known.get(hash.toLowerCase())?.name)
      known.set(hash.toLowerCase(), { hash, name: token.symbol ?? token.name })
  }
  for (const [hash, address] of addressesOfTransaction(transaction)) known.set(hash, address)
  return known
}

/** Maximum number of calls for which the internal transactions are read for names: a longer list takes many requests. */
const MAX_NAMED_CALLS = 250

/** The parties of the calls with their names, from the internal transactions of a short trace. */
export function useParties(
  source: () => string,
  hash: () => string,
  tree: () => CallTree | undefined,
): ComputedRef<readonly AddressRef[]> {
  const sources = useSources()
  const isWorthIt = computed(() => {
    const calls = tree()
    if (!calls) return false
    const isFree = sources.byId(source())?.kind !== 'pro'
    return (
      calls.from !== 'trace' || (isFree && calls.nodes.length > 1 && calls.nodes.length <= MAX_NAMED_CALLS)
    )
  })
  const internals = useCompleteList('transaction-internal-transactions', source, () =>
    isWorthIt.value ? { transaction_hash: hash() } : undefined,
  )
  return computed(() =>
    internals.items.value.flatMap(({ from, to, created_contract: created }) =>
      [from, to, created].filter((party) => party != null),
    ),
  )
}
