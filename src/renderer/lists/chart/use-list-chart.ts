import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'

/** `balance` draws the days of the source; the others draw the rows. */
type ChartKind = 'holdings' | 'activity' | 'balance'

export interface ListChartState {
  /** The kind of chart that this list has; undefined where it has none. */
  readonly kind: ComputedRef<ChartKind | undefined>
  readonly isShown: Ref<boolean>
  /** The shown chart draws rows, not days of the source. */
  readonly wantsRows: ComputedRef<boolean>
}

/** State of the chart of a list. */
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
