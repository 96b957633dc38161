import { computed, ref } from 'vue'
import type { AddressRef } from '#shared/chain/address.ts'
import type { StateChange, Transaction } from '#shared/chain/transaction.ts'
import type { Coin } from '#shared/source.ts'
import type { Asset } from '../assets/asset.ts'
import { computeFlows } from '../flows/flows.ts'
import { transactionMovements } from '../flows/transaction-movements.ts'
import {
  barShares,
  countKinds,
  countCoinOnce,
  filterGroups,
  groupStateChanges,
  NO_FILTER,
  withoutScam,
  type Parties,
} from '../state-change-groups.ts'

interface StateChangesInput {
  readonly items: () => readonly StateChange[]
  /** True once all changes are loaded and readable. Flows are computed only then, because partial ones do not add up. */
  readonly complete: () => boolean
  readonly coin: () => Coin
  readonly transaction: () => Transaction | undefined
  /** The transaction whose sender stands first; undefined where it was not known when the changes were first shown. */
  readonly orderedFor?: () => Transaction | undefined
  readonly foldsScam?: () => boolean
  /** The name of an address, for the text filter. */
  readonly nameOf?: (address: AddressRef) => string | undefined
}

export type StateChangesState = ReturnType<typeof useStateChanges>

/** The state changes of a transaction: grouped by address, filtered, and netted into flows. */
export function useStateChanges({
  items,
  complete,
  coin,
  transaction,
  orderedFor = transaction,
  foldsScam = () => false,
  nameOf = () => undefined,
}: StateChangesInput) {
  const filter = ref(NO_FILTER)
  const groups = computed(() => groupStateChanges(items(), coin(), partiesOf(orderedFor())))
  const trusted = computed(() => withoutScam(groups.value, partiesOf(orderedFor())))
  const unfolded = computed(() => (foldsScam() ? trusted.value : groups.value))
  const counted = computed(() => countCoinOnce(groups.value, coin()))
  return {
    filter,
    groups,
    /** In the order of what is known now, for a file. */
    ordered: computed(() => groupStateChanges(items(), coin(), partiesOf(transaction()))),
    /** The changes with each change of the coin counted once. */
    counted,
    isComplete: computed(complete),
    shownGroups: computed(() => filterGroups(unfolded.value, filter.value, nameOf)),
    /** Computed over all changes, so that a bar keeps its length when the filter changes. */
    shares: computed(() => barShares(groups.value)),
    counts: computed(() => countKinds(unfolded.value)),
    /** Number of changes marked as scam, folded or not. */
    scamCount: computed(() => countKinds(groups.value).all - countKinds(trusted.value).all),
    assets: computed(() => {
      const assets = new Map<string, Asset>()
      for (const { changes } of groups.value) for (const { asset } of changes) assets.set(asset.key, asset)
      return [...assets.values()]
    }),
    flows: computed(() => {
      if (!complete()) return []
      return computeFlows(counted.value, transactionMovements(transaction(), counted.value, coin()))
    }),
  }
}

const partiesOf = (transaction: Transaction | undefined): Parties => ({
  from: transaction?.from?.hash,
  to: transaction?.to?.hash,
  coinPrice: transaction?.exchange_rate,
})
