import { computed, ref, shallowRef, watch } from 'vue'
import { useCellContext } from '#renderer/entities/use-cell-context.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useListChart } from '../chart/use-list-chart.ts'
import { useColumns } from '../columns/use-columns.ts'
import { useRowFilter } from '../filter/use-row-filter.ts'
import type { HeldQuestion } from '../held/held-question.ts'
import { useDecodedLogs } from '../logs/use-decoded-logs.ts'
import type { OpenList } from '../session/use-list.ts'
import type { ListQuestion, ListSubject } from './list-view-context.ts'
import { useRowOptions } from './use-row-options.ts'

export function useListQuestion({ props, source, endpoint, dealings, beside }: ListSubject): ListQuestion {
  const settings = useSettings()
  const opened = shallowRef<OpenList>()
  const plain = useCellContext(
    () => props.source,
    () => props.ownAddress,
    () => props.ownToken,
    () => dealings.value.imitated.value,
    () => props.several?.all,
  )
  const isOfLogs = computed(() => endpoint.value.resource === 'log')
  const { decodedLog, onReached: onLogReached } = useDecodedLogs(
    () => props.source,
    () => (isOfLogs.value ? opened.value?.shown : undefined),
  )
  const context = computed(() =>
    isOfLogs.value ? { ...plain.value, decodedLog: decodedLog.value } : plain.value,
  )
  const columns = useColumns(
    () => props.list,
    () => props.params,
    () => props.several,
    (shown) => beside.value?.columns(shown) ?? shown,
  )
  const filter = useRowFilter(
    () => endpoint.value.resource,
    () => context.value,
  )
  const { sort, options, isNarrowed } = useRowOptions(
    () => columns.all.value,
    () => context.value,
    () => dealings.value,
    () => props.several?.all ?? props.params.address_hash?.toLowerCase(),
    () => filter.find.value,
    () => beside.value?.find ?? null,
  )
  // The list of another thing is another list to its reader; the same one with a filter is not.
  watch(
    () => JSON.stringify([props.source, props.params, props.several?.others]),
    () => (sort.value = null),
    { flush: 'sync' },
  )
  const isTotalled = ref(false)
  const chart = useListChart(() => props.list)
  const held = computed<HeldQuestion | null>(() => {
    const kind = source.value?.kind
    if (kind === undefined || !settings.keepRead || beside.value?.find) return null
    const isLocal = kind === 'sample' || kind === 'node'
    return {
      ...{ text: filter.asked.value, sort: sort.value, folds: settings.foldScam, zone: settings.zone },
      ...{ isLocal, wantsAll: isLocal && (isTotalled.value || chart.wantsRows.value) },
    }
  })
  return {
    ...{ columns, context, filter, sort, options, isNarrowed },
    ...{ isTotalled, chart, held, opened, onLogReached },
  }
}
