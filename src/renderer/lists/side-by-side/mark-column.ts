/** The column with the mark of each row, while two lists are compared. */
import { h, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { RowMark } from '#shared/rpc/contract/rows.ts'
import type { AnyListColumn, ListColumn } from '../columns/list-column.ts'
import { markOf } from '../model/ask-rows.ts'

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

/** Of a row that no block has yet nothing is known. */
const knownOf = (item: object): RowMark => markOf(item) ?? 'unknown'

const COLUMN: ListColumn<object> = {
  id: 'beside',
  label: $msgid('In which list'),
  head: () => '',
  width: 18,
  grow: 0,
  cell: (item) => markNode(knownOf(item)),
  text: (item) => LABELS[knownOf(item)],
}

/** Before the columns of a list. */
export const withMarks = (columns: readonly AnyListColumn[]): readonly AnyListColumn[] => [COLUMN, ...columns]
