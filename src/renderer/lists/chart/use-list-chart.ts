import { computed, ref, shallowRef, watch, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { OpenList } from '../session/use-list.ts'
import type { ChartKind } from './chart-data.ts'
import type { ShownRows } from '../rows/row-view.ts'

export interface ListChartState {
  /** Which picture there is of these rows, if any. */
  readonly kind: ComputedRef<ChartKind | undefined>
  /** A person has asked for it. */
  readonly isShown: Ref<boolean>
  readonly rows: Readonly<ShallowRef<ShownRows>>
}

/** The picture of a list's rows. While all rows are loaded it is not drawn again with each page. */
export function useListChart(id: () => ListId, list: () => OpenList): ListChartState {
  const isShown = ref(false)
  const loaded = () => list().loaded ?? list().shown
  const rows = shallowRef(loaded())
  watch(
    [loaded, isShown],
    ([shown]) => {
      if (isShown.value && !list().snapshot.loadAll) rows.value = shown
    },
    { flush: 'sync' },
  )
  return {
    isShown,
    rows,
    kind: computed(() => {
      if (id() === 'address-tokens') return 'holdings'
      if (id() === 'address-coin-balances') return 'balance'
      return listEndpoint(id()).order !== null ? 'activity' : undefined
    }),
  }
}
