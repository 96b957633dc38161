import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import { HIDDEN, replaceInvisible } from '#shared/text/hostile-text.ts'
import type { CellContext } from '#renderer/entities/cell-context.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { printContent } from '#renderer/lib/print-content.ts'
import { describeGap, type GridRow, type GridRows } from '#renderer/ui/grid/grid-row.ts'
import type { AnyListColumn } from '../columns/list-column.ts'
import { describeLeftOut, type ExportScope } from './export-scope.ts'

export interface PrintOptions {
  readonly host: () => HTMLElement | null
  readonly name: () => string
  readonly rows: () => GridRows
  readonly columns: () => readonly AnyListColumn[]
  readonly context: () => CellContext
  readonly scope: () => Omit<ExportScope, 'chainId'>
}

/** Prints a list as a table of its loaded rows: the grid only draws those on the screen. */
export function followPrint(of: PrintOptions): void {
  printContent(of.host, () => {
    const columns = of.columns()
    const context = of.context()
    const rows = of.rows()
    const table = document.createElement('table')
    table.className = 'print-rows'
    const left = describeLeftOut(of.scope())
    const caption = table.createCaption()
    addLine(
      table.createTHead(),
      'th',
      columns.map((column) => printedHead(column, context)),
    )
    const body = table.createTBody()
    for (let index = 0; index < rows.count; index++) {
      const row = rows.at(index)
      if (row)
        addLine(
          body,
          'td',
          valuesOf(row, (item) => columns.map((column) => printedText(column, item, context))),
        )
    }
    const all = pluralize(rows.count, ROWS)
    const count =
      body.rows.length < rows.count
        ? $gettext('%{count} of %{all}', { count: formatCount(body.rows.length), all })
        : all
    caption.textContent = `${of.name()}: ${count}${left === '' ? '' : `; ${left}`}`
    return table
  })
}

const ROWS = $nmsgid('row', 'rows')

/** The head of a column on paper. A column without a head in the window gets its label. */
export function printedHead({ printed, head, label }: AnyListColumn, context: CellContext): string {
  const shown = printed?.head === undefined ? (head?.(context) ?? '') : $gettext(printed.head)
  return shown === '' ? $gettext(label) : shown
}

/**
 * The text of a cell on paper. As on the screen, a sign stands for each invisible character; a file has the text as it
 * came.
 */
export const printedText = ({ printed, text }: AnyListColumn, item: never, context: CellContext): string =>
  visible(printed ? printed.text(item) : text(item, context))
const visible = (text: string) => replaceInvisible(text, HIDDEN)

function valuesOf(row: GridRow, read: (item: never) => readonly string[]): readonly string[] {
  if (row.kind === 'gap') return [describeGap(row.gap)]
  return row.kind === 'unread'
    ? [$gettext('Could not be read: %{raw}', { raw: visible(row.unread.raw) })]
    : read(row.item as never)
}

/** Longer words may break anywhere, as hashes have to. In characters. */
const MAX_UNBROKEN_LENGTH = 20

function addLine(part: HTMLTableSectionElement, tag: 'th' | 'td', values: readonly string[]): void {
  const line = part.insertRow()
  for (const value of values) {
    const cell = document.createElement(tag)
    cell.textContent = value
    if (value.length > MAX_UNBROKEN_LENGTH) cell.className = 'long'
    line.append(cell)
  }
}
