/** Marks of rows while two lists are compared. A mark follows the address or item in the row's main column. */
import { h, type VNode } from 'vue'
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { RowMark } from '#shared/rpc/contract/rows.ts'
import type { AnyListColumn, ListColumn } from '../columns/list-column.ts'
import { markOf } from '../model/ask-rows.ts'

/** Rows that are in both lists have no mark. */
const WORDS: Readonly<
  Record<Exclude<RowMark, 'both'>, readonly [words: string, title: string, path: string]>
> = {
  here: [$msgid('only here'), $msgid('Only here'), 'M5 9h14M5 15h14M16 4L8 20'],
  unknown: [
    $msgid('not known'),
    $msgid('Not known yet: the other list is not loaded here'),
    'M8 9a4 4 0 1 1 6 3.5c-1.5 1-2 1.5-2 3M12 19v.5',
  ],
}
/** Width of the longest text, px. */
const ROOM = 92

function markNode(item: object): VNode | null {
  // Pending rows have no mark in the answer.
  const mark = markOf(item) ?? 'unknown'
  if (mark === 'both') return null
  const [words, title, path] = WORDS[mark]
  return h('span', { class: 'beside-mark', title: $gettext(title), 'data-mark': mark }, [
    h('svg', { class: 'i', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, [h('path', { d: path })]),
    $gettext(words),
  ])
}

const withMark = (column: ListColumn<object>): ListColumn<object> => {
  const { cell, narrow } = column
  const narrowCell = narrow?.cell
  return {
    ...column,
    width: widerBy(column.width),
    cell: (item, context, room) => [cell(item, context, room - ROOM), markNode(item)],
    ...(narrow &&
      narrowCell && {
        narrow: {
          ...narrow,
          cell: (item, context, room) => [narrowCell(item, context, room - ROOM), markNode(item)],
        },
      }),
  }
}
const widerBy = (width: AnyListColumn['width']): AnyListColumn['width'] =>
  typeof width === 'function' ? (context) => width(context) + ROOM : width + ROOM

/** Adds the mark to the main column, which every width of the list shows. */
export function withMarks(columns: readonly AnyListColumn[]): readonly AnyListColumn[] {
  const main = columns.findIndex(({ narrow, grow }) => narrow?.at === 'main' && grow > 0)
  const at = Math.max(0, main)
  return columns.map((column, index) =>
    index === at ? (withMark(column as ListColumn<object>) as AnyListColumn) : column,
  )
}
