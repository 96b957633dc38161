/** The column with the mark of each row, while two lists are compared. */
import { h, type ComputedRef, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { AnyListColumn, ListColumn } from '../columns/list-column.ts'
import type { RowMark } from './compare-rows.ts'
import type { MarkOf } from './use-compared.ts'

const LABELS: Readonly<Record<RowMark, string>> = {
  here: $msgid('Only here'),
  both: $msgid('In both lists'),
  unknown: $msgid('Not known yet: the other list is not loaded here'),
}
/** Told apart by their shape. */
const PATHS: Readonly<Record<RowMark, string>> = {
  here: 'M5 9h14M5 15h14M16 4L8 20',
  both: 'M5 9h14M5 15h14',
  unknown: 'M8 9a4 4 0 1 1 6 3.5c-1.5 1-2 1.5-2 3M12 19v.5',
}

const markNode = (mark: RowMark): VNode =>
  h(
    'span',
    {
      class: ['beside-mark', mark],
      role: 'img',
      'aria-label': $gettext(LABELS[mark]),
      title: $gettext(LABELS[mark]),
      'data-mark': mark,
    },
    [h('svg', { class: 'i', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [h('path', { d: PATHS[mark] })])],
  )

/** Before the columns of a list. A cell is drawn again when its mark may be another one. */
export function withMarks(
  columns: readonly AnyListColumn[],
  list: ListId,
  mark: ComputedRef<MarkOf | undefined>,
): readonly AnyListColumn[] {
  const { identity } = listEndpoint(list)
  const of = (item: object, key = identity(item)) => mark.value?.({ kind: 'item', key, item })
  const column: ListColumn<object> = {
    id: 'beside',
    label: $msgid('In which list'),
    head: () => '',
    width: 18,
    grow: 0,
    cell(item, _context, _room, key) {
      const found = of(item, key)
      return found ? markNode(found) : null
    },
    text(item) {
      const found = of(item)
      return found ? LABELS[found] : ''
    },
  }
  return [column, ...columns]
}
