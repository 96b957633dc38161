import { h, isVNode, type Component, type VNode, type VNodeChild } from 'vue'
import { describeValue } from '#shared/chain/value-phrases.ts'
import { $gettext } from '#shared/text/gettext.ts'
import type { GridLines } from './fit-columns.ts'
import type { AnyColumn } from './grid-column.ts'
import {
  describeGap,
  describeUnread,
  unreadText,
  type GapRow,
  type GridRow,
  type RowsBelow,
  type UnreadRow,
} from './grid-row.ts'
import { smallIcon } from '../small-icons.ts'

interface RowProps {
  readonly id: string
  readonly row: GridRow
  /** Position among all rows, from 0. */
  readonly index: number
  readonly top: number
  readonly columns: readonly AnyColumn[]
  /** Width of each column, px at the default text size. The same array while none changes. */
  readonly widths: readonly number[]
  /** Undefined where a row has a single line below the heads. */
  readonly lines: GridLines | undefined
  readonly context: object
  readonly selected: boolean
  /** The active column of the active row (-1: the row as a whole); undefined in other rows. */
  readonly activeColumn: number | undefined
  /** The drawer shows this row. */
  readonly open: boolean
  readonly below: RowsBelow | undefined
  /** Height of what it unfolds, px. */
  readonly belowHeight: number
}

/**
 * A row. Vue compares these props and renders only rows that changed. Cells are plain nodes; the grid has the event
 * listeners.
 */
export function GridRowView(props: RowProps): VNode {
  const { id, row, index, columns, lines, activeColumn } = props
  return h(
    'div',
    {
      id,
      class: [
        'r',
        row.kind === 'item' && row.isEdged && 'edged',
        row.kind === 'gap' && row.gap.beside && 'lacking',
        lines && 'two',
        activeColumn !== undefined && 'active',
        props.selected && 'picked',
        props.open && 'on',
      ],
      role: 'row',
      'aria-rowindex': index + 2,
      'aria-selected': props.selected,
      'data-index': index,
      // With a transform, each row would be a layer of its own.
      style: `top: ${String(props.top)}px${props.belowHeight > 0 ? `; --below: ${String(props.belowHeight)}px` : ''}`,
    },
    row.kind === 'unread'
      ? unreadCells(row.unread, columns.length)
      : row.kind === 'gap'
        ? gapCell(row.gap, columns.length)
        : [
            ...(lines
              ? Array.from({ length: lines.count }, (_, line) =>
                  h(
                    'div',
                    { class: 'line', role: 'presentation' },
                    cellsOf(props, row.item, ...(line === 0 ? [0, lines.first] : [lines.first])),
                  ),
                )
              : cellsOf(props, row.item)),
            ...(props.belowHeight > 0 ? [belowCell(props)] : []),
          ],
  )
}
GridRowView.props = [
  'id',
  'row',
  'index',
  'top',
  'columns',
  'widths',
  'lines',
  'context',
  'selected',
  'activeColumn',
  'open',
  'below',
  'belowHeight',
]

const belowCell = ({ row, columns, below, activeColumn }: RowProps): VNode =>
  h('div', { key: row.key, role: 'gridcell', class: 'below', 'aria-colspan': columns.length }, [
    below?.draw(row, activeColumn !== undefined),
  ])

function cellsOf(props: RowProps, item: unknown, first = 0, end = props.columns.length): VNode[] {
  const { id, columns, widths, lines, context, activeColumn } = props
  return columns.slice(first, end).map((column, nth) => {
    const at = first + nth
    const { cell = column.cell, isNamed } = (lines && column.narrow) ?? {}
    const content = cell(item as never, context as never, roomOf(column, lines, widths[at]))
    const whole = asWhole(content)
    return h(
      // A component is drawn as it is: Vue gives its one element what the cell has.
      (typeof whole?.type === 'object' ? whole.type : 'div') as Component,
      {
        ...whole?.props,
        // Only cells of the active row need an id: on a scroll, hundreds of cells would get new ones.
        id: activeColumn === undefined ? undefined : `${id}-${String(at)}`,
        role: 'gridcell',
        class: cellClass(column.align === 'end', activeColumn === at, whole?.props?.class),
        'data-column': at,
        'data-label': isNamed ? $gettext(column.label) : undefined,
      },
      whole ? (whole.children as VNode[]) : childrenOf(content),
    )
  })
}

const roomOf = ({ narrow }: AnyColumn, lines: GridLines | undefined, width = 0) =>
  lines && narrow?.at === 'amount' ? lines.amountRoom : width

const cellClass = (isNumber: boolean, isActive: boolean, own: unknown) =>
  `${isNumber ? 'num ' : ''}${isActive ? 'active ' : ''}${typeof own === 'string' ? own : ''}`.trim() ||
  undefined

const childrenOf = (content: VNodeChild) =>
  typeof content === 'string' || Array.isArray(content) ? content : [content]

/** Classes of content that becomes the cell itself, which saves an element in each cell. A component has one element. */
const WHOLE = /^(?:amount(?! at-point)|dim|mid|st|mono|dir|meth|tag|decoded-line|to-side|what)\b/

const asWhole = (content: VNodeChild) =>
  isVNode(content) &&
  (content.type === 'span' || typeof content.type === 'object') &&
  WHOLE.test(String(content.props?.class))
    ? content
    : undefined

function unreadCells(unread: UnreadRow, span: number): VNode {
  return h('div', { role: 'gridcell', class: 'unread', 'aria-colspan': span }, [
    h('span', { class: 'st bad' }, [smallIcon('warning')]),
    h('span', { class: 'message' }, [
      `${$gettext('This row could not be read:')} `,
      ...(unread.path === '' ? [describeUnread('', unread)] : unreadNodes(unread)),
    ]),
    h('button', { type: 'button', class: 'btn', tabindex: -1, 'data-action': 'raw' }, $gettext('Raw JSON')),
    h('button', { type: 'button', class: 'btn', tabindex: -1, 'data-action': 'report' }, [
      smallIcon('copy'),
      $gettext('Copy report'),
    ]),
  ])
}

/** The name of the field is an element of its own. */
const unreadNodes = (unread: UnreadRow) =>
  unreadText(unread)
    .split(/%\{(\w+)\}/)
    .map((part, at) =>
      at % 2 === 0
        ? part
        : part === 'path'
          ? h('span', { class: 'mono' }, unread.path)
          : describeValue(part === 'found' ? unread.found : unread.expected),
    )

/** The gap is filled without a click when it scrolls into view, as long as the source answers. */
const gapCell = (gap: GapRow, span: number): VNode =>
  h('div', { role: 'gridcell', class: 'unread', 'aria-colspan': span, 'data-gap': '' }, [
    gap.beside ? null : h('span', { class: 'st' }, [smallIcon('warning')]),
    h('span', { class: 'message' }, describeGap(gap)),
  ])
