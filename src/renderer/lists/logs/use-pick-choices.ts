/** The contracts or events that a list can be filtered by: groups of its totals, without the current filter. */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { countTotals, type Group, type Grouping } from '#shared/query/totals.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { addressName } from '#renderer/entities/address/address-name.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { ShownList } from '../model/use-shown-list.ts'

export interface PickChoice {
  /** In the filter language. */
  readonly condition: string
  readonly label: string
  /** Loaded rows with this value. */
  readonly count: number
}

const MAX_CHOICES = 60
const MAX_NAME = 60
const HASH = /^0x[0-9a-f]{64}$/

/**
 * Groups of all loaded rows, from the core once `isWanted` returns true; before that, groups of the rows in the window.
 */
export function usePickChoices(of: {
  readonly grouping: () => Grouping
  readonly list: () => ShownList
  readonly filter: () => Pick<RowFilter, 'kind' | 'rowContext'>
  readonly isWanted: () => boolean
}): ComputedRef<readonly PickChoice[]> {
  const told = shallowRef<{ readonly open: unknown; readonly groups: readonly Group[] }>()
  watch(
    [() => (of.isWanted() ? of.list().totals?.key : undefined), of.grouping],
    async ([key, grouping], _, onCleanup) => {
      const { open, totals } = of.list()
      if (key === undefined || !totals) return
      const request = new AbortController()
      onCleanup(() => {
        request.abort()
      })
      const answer = await totals.read(grouping, request.signal, '')
      if (answer.ok && !request.signal.aborted) told.value = { open, groups: answer.data.groups }
    },
    { immediate: true },
  )
  const here = computed(() => {
    const { kind, rowContext } = of.filter()
    const counter = countTotals(kind.value, rowContext.value, of.grouping(), (time) => time)
    for (const row of of.list().open.rowsHere()) if (row.kind === 'item') counter.add(row.item as object)
    return [...counter.groups.values()]
  })
  return computed(() => {
    const isTold = told.value?.open === of.list().open
    // Only the window may know an event's name.
    const names = new Map(here.value.map((group) => [group.condition, group.of.text]))
    const labels = of.filter().rowContext.value.labels
    return (isTold ? (told.value?.groups ?? []) : here.value)
      .flatMap(({ condition, of: { party, text }, rows }) =>
        condition === undefined
          ? []
          : [{ condition, count: rows, label: labelOf(party, names.get(condition) ?? text, labels) }],
      )
      .sort((one, other) => other.count - one.count || one.label.localeCompare(other.label))
      .slice(0, MAX_CHOICES)
  })
}

function labelOf(
  party: Group['of']['party'],
  text: string | undefined,
  labels: ReadonlyMap<string, string>,
): string {
  if (party) return plainName(addressName(party, labels) ?? shortenAddress(party.hash), MAX_NAME)
  if (text === undefined) return $gettext('No topics')
  return HASH.test(text) ? shortenHash(text) : plainName(text, MAX_NAME)
}
