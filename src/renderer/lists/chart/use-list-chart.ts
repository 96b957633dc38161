import { computed, ref } from 'vue'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { ListChartState } from '../context/list-view-context.ts'

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
