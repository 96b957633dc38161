import { computed, ref, shallowRef, watch } from 'vue'
import { useCellContext } from '#renderer/entities/use-cell-context.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import type { GridSort } from '#renderer/ui/grid/grid-column.ts'
import { useListChart } from '../chart/use-list-chart.ts'
import { sortFieldOf } from '../columns/sort-field.ts'
import { useColumns } from '../columns/use-columns.ts'
import { useRowFilter } from '../filter/use-row-filter.ts'
import { useDecodedLogs } from '../logs/use-decoded-logs.ts'
import type { RowsQuestion } from '../model/rows-question.ts'
import type { ShownList } from '../model/use-shown-list.ts'
import type { ListQuestion, ListSubject } from '../context/list-view-context.ts'

export function useListQuestion(subject: ListSubject): ListQuestion {
  const { props, source, endpoint, imitations, beside, checked } = subject
  const settings = useSettings()
  const opened = shallowRef<ShownList>()
  const plain = useCellContext(
    () => props.source,
    () => props.ownAddress,
    () => props.ownToken,
    () => imitations.imitated.value,
    () => props.merged?.all,
  )
  const isOfLogs = computed(() => endpoint.value.resource === 'log')
  const {
    decodedLog,
    isAwaited,
    onReached: onLogReached,
  } = useDecodedLogs(
    () => props.source,
    () => (isOfLogs.value ? opened.value?.shown : undefined),
  )
  const context = computed(() => ({
    ...plain.value,
    ...(isOfLogs.value && { decodedLog: decodedLog.value }),
    ...(checked.value && { checkedRow: checked.value.rowOf }),
  }))
  const columns = useColumns(
    () => props.list,
    () => props.params,
    () => props.merged,
    (shown) => {
      const marked = beside.value?.columns(shown) ?? shown
      return checked.value?.columns(marked) ?? marked
    },
  )
  const filter = useRowFilter(
    () => endpoint.value.resource,
    () => context.value,
  )
  const sort = shallowRef<GridSort | null>(null)
  // The order belongs to one subject. The list of another subject starts in its default order; another filter keeps the
  // order.
  watch(
    () => JSON.stringify([props.source, props.params, props.merged?.others]),
    () => (sort.value = null),
    { flush: 'sync' },
  )
  const isTotalled = ref(false)
  const chart = useListChart(() => props.list)
  const order = computed<RowsQuestion['sort']>(() => {
    const by = sort.value && sortFieldOf(endpoint.value.resource, sort.value.column)
    return by == null ? null : { by, descending: sort.value?.descending === true }
  })
  const compared = computed(() => beside.value?.question)
  const isNarrowed = computed(
    () => filter.asked.value !== '' || order.value !== null || (compared.value?.show ?? 'all') !== 'all',
  )
  return {
    ...{ columns, context, filter, sort, isNarrowed, isTotalled, chart, opened, onLogReached, isAwaited },
    question: computed(() => ({
      ...{ text: filter.asked.value, sort: order.value, folds: settings.foldScam, zone: settings.zone },
      ...(compared.value && { beside: compared.value }),
    })),
    wantsWhole: computed(() => {
      const kind = source.value?.kind
      if (kind !== 'sample' && kind !== 'node') return false
      return isNarrowed.value || isTotalled.value || chart.wantsRows.value
    }),
  }
}
