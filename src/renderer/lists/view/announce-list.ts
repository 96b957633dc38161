import { computed, watch } from 'vue'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { describeFiltered, describeFormer } from '../filter/describe-filtered.ts'
import type { ListSnapshot } from '../model/list-snapshot.ts'
import type { ListViewContext } from '../context/list-view-context.ts'

const ROWS = $nmsgid('row', 'rows')

/**
 * Announces changes of a list to screen readers: rows found, sorted and loaded. Begins after the first rows:
 * screen readers skip a region that appears together with its text.
 */
export function announceList(view: ListViewContext): void {
  const { filter, sort, columns, name, list, snapshot, counted } = view
  const announce = (text: string) => {
    view.announce(text, { screenReaderOnly: true })
  }
  watch(
    [filter.query, () => list.value.isAnswered, () => list.value.shown.count, () => snapshot.value.count],
    ([query, isAnswered], [before]) => {
      const found = query && isAnswered ? describeFiltered(list.value, counted.value) : undefined
      if (found !== undefined) announce(`${found}.`)
      else if (before && !query) announce($gettext('All loaded rows are shown.'))
    },
    { flush: 'post' },
  )
  watch(
    () => filter.errors.value[0]?.message,
    (message) => {
      if (message !== undefined) announce(`${message} ${describeFormer(filter.asked.value)}`)
    },
  )
  watch(sort, (now) => {
    const column = columns.all.value.find(({ id }) => id === now?.column)
    announce(column && now ? describeSort($gettext(column.label), now.descending) : $gettext('Not sorted.'))
  })
  // Announces the first page and the end of a list, not the pages between. Another list in the same view is announced
  // too, even where its rows were loaded before.
  const loaded = computed(() => {
    const { count, state } = snapshot.value
    if (state.kind === 'end' || (state.kind === 'ready' && count === 0)) return state.kind
    return count > 0 && (state.kind === 'ready' || state.kind === 'more') ? 'ready' : undefined
  })
  watch(
    [() => list.value.open, loaded],
    () => {
      if (loaded.value !== undefined) announce(`${name.value}: ${describeLoaded(snapshot.value)}.`)
    },
    { immediate: true },
  )
  let announcedAt = 0
  watch(
    () => snapshot.value.loadAll,
    (now, before) => {
      const { count, state } = snapshot.value
      if (!now) {
        if (before && state.kind === 'ready')
          announce($gettext('Stopped. %{rows} loaded.', { rows: pluralize(count, ROWS) }))
        return
      }
      if (!before) announcedAt = 0
      else if (now.ms - announcedAt < PROGRESS_MS) return
      else announcedAt = now.ms
      const all = counted.value
      announce(
        before
          ? $gettext('%{rows} loaded.', {
              rows:
                all === undefined
                  ? pluralize(count, ROWS)
                  : $gettext('%{count} of %{all}', { count: formatCount(count), all: pluralize(all, ROWS) }),
            })
          : $gettext('Loading all rows.'),
      )
    },
  )
}

/** Shortest time between two messages about progress. Up to ten pages may arrive in a second. */
const PROGRESS_MS = 10_000

const describeSort = (column: string, descending: boolean) =>
  descending
    ? $gettext('Sorted by %{column}, descending.', { column })
    : $gettext('Sorted by %{column}, ascending.', { column })

const describeLoaded = ({ count, state }: ListSnapshot) =>
  state.kind === 'end'
    ? $gettext('all %{rows} loaded', { rows: pluralize(count, ROWS) })
    : $gettext('%{rows} loaded', { rows: pluralize(count, ROWS) })
