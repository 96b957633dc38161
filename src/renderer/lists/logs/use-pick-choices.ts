/** The contracts and events that the rows of a list can be narrowed to: groups of its totals, whatever is asked of it now. */
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { countTotals, type Group, type Grouping } from '#shared/query/totals.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { addressName } from '#renderer/entities/address/address-name.ts'
import { shortenHash } from '#renderer/lib/format-hash.ts'
import { shortenAddress } from '#renderer/lib/short-address.ts'
import type { RowFilter } from '../filter/row-filter.ts'
import type { OpenList } from '../session/use-list.ts'

export interface PickChoice {
  /** In the filter language. */
  readonly condition: string
  readonly label: string
  /** Rows of the list that have it, as far as they are here. */
  readonly count: number
}

/** Loaded rows that are looked at for what there is to choose from, and choices of one column. */
const MAX_SCANNED = 2_000
const MAX_CHOICES = 60
const MAX_NAME = 60
const HASH = /^0x[0-9a-f]{64}$/

/** Of all rows that are kept, by the core, once it is `wanted`; else of the loaded ones. */
export function usePickChoices(of: {
  readonly grouping: () => Grouping
  readonly list: () => OpenList
  readonly filter: () => Pick<RowFilter, 'kind' | 'rowContext'>
  readonly isWanted: () => boolean
}): ComputedRef<readonly PickChoice[]> {
  const held = shallowRef<{ readonly session: unknown; readonly groups: readonly Group[] }>()
  watch(
    [() => (of.isWanted() ? of.list().totals?.key : undefined), of.grouping],
    async ([key, grouping], _, onCleanup) => {
      const { session, totals } = of.list()
      if (key === undefined || !totals) return
      const request = new AbortController()
      onCleanup(() => {
        request.abort()
      })
      const answer = await totals.read(grouping, request.signal, '')
      if (answer.ok && !request.signal.aborted) held.value = { session, groups: answer.data.groups }
    },
    { immediate: true },
  )
  const loaded = computed(() => {
    const { kind, rowContext } = of.filter()
    const { rows } = of.list().session
    const counter = countTotals(kind.value, rowContext.value, of.grouping(), (time) => time)
    rows.scan(rows.first, Math.min(rows.end, rows.first + MAX_SCANNED), (row) => {
      if (row.kind === 'item') counter.add(row.item as object)
      return undefined
    })
    return [...counter.groups.values()]
  })
  return computed(() => {
    const { session, totals } = of.list()
    const isHeld = totals !== undefined && held.value?.session === session
    // What an event is called may be known here only.
    const names = new Map(loaded.value.map((group) => [group.condition, group.of.text]))
    const labels = of.filter().rowContext.value.labels
    return (isHeld ? (held.value?.groups ?? []) : loaded.value)
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
