import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'

/** `balance`: of the source's days, not of the rows. */
type ChartKind = 'holdings' | 'activity' | 'balance'

export interface ListChartState {
  /** Which picture there is of these rows, if any. */
  readonly kind: ComputedRef<ChartKind | undefined>
  /** A person has asked for it. */
  readonly isShown: Ref<boolean>
  /** It is of the rows. */
  readonly wantsRows: ComputedRef<boolean>
}

/** The picture of a list. */
export function useListChart(id: () => ListId): ListChartState {
  const isShown = ref(false)
  const kind = computed(() => {
    if (id() === 'address-tokens') return 'holdings'
    if (id() === 'address-coin-balances') return 'balance'
    return listEndpoint(id()).order !== null ? 'activity' : undefined
  })
  return {
    isShown,
    kind,
    wantsRows: computed(() => isShown.value && kind.value !== undefined && kind.value !== 'balance'),
  }
}
