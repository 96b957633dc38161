/** Makes a file of the loaded rows in the renderer, which the browser saves. */
import { chainName } from '#shared/chains.ts'
import { CSV_LINE_END, csvJson, csvLine, csvValue } from '#shared/text/csv-cell.ts'
import { utcDay } from '#shared/utc-days.ts'
import { download } from '#renderer/lib/download.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { rawRow, whatIsLeftOut, type ExportFormat, type ExportScope } from './export-scope.ts'

/** Calls `visit` with each row in order. */
export type RowSource = (visit: (row: GridRow) => void) => void

export const CHAIN_HEADS = ['Chain', 'Chain id'] as const
export const chainValues = ({ chainId }: Pick<ExportScope, 'chainId'>): readonly string[] =>
  chainId === undefined ? ['', ''] : [chainName(chainId), chainId]

/** Builds a CSV text. The column of unreadable items is there only where a row has one. */
export function createCsvTable(heads: readonly string[]) {
  const lines: string[] = []
  const unread = new Map<number, string>()
  return {
    /** `json`: the unreadable part of the row. */
    add(values: readonly string[], json?: unknown): void {
      if (json !== undefined) unread.set(lines.length, csvJson(JSON.stringify(json)))
      lines.push(csvLine(values))
    },
    end(scope: Omit<ExportScope, 'chainId'>): Blob {
      const all = [csvLine(heads), ...lines]
      const parts =
        unread.size === 0
          ? all
          : all.map((line, at) => {
              const last = at === 0 ? 'Could not be read (JSON)' : (unread.get(at - 1) ?? '')
              return `${line.slice(0, -CSV_LINE_END.length)},${csvValue(last)}${CSV_LINE_END}`
            })
      const left = whatIsLeftOut(scope)
      const note = left === '' ? [] : [csvLine([`# ${formatCount(lines.length)} rows; ${left}`])]
      return new Blob([...parts, ...note], { type: 'text/csv;charset=utf-8' })
    },
  }
}

/** A JSON file of all items as the API gave them, unreadable ones too. */
export function jsonOf(rows: RowSource): Blob {
  const parts: string[] = []
  rows((row) => {
    const json = JSON.stringify(rawRow(row))
    parts.push(parts.length === 0 ? '[\n' : ',\n', json)
  })
  return new Blob(parts.length === 0 ? ['[]\n'] : [...parts, '\n]\n'], { type: 'application/json' })
}

/** File name: the list, its address or token, the day, and what the file leaves out. */
export function fileName(
  list: string,
  params: Readonly<Record<string, string>>,
  format: ExportFormat,
  { partial, folded, unmatched }: Omit<ExportScope, 'chainId'>,
): string {
  const [first] = Object.values(params)
  const of = first === undefined ? '' : `-${first.slice(0, 10)}`
  const limits = [
    partial ? '-partial' : '',
    folded > 0 ? `-without-${String(folded)}-hidden` : '',
    unmatched > 0 ? '-matches-only' : '',
  ].join('')
  return `chainglass-${list}${of}-${utcDay(Date.now())}${limits}.${format}`
}

export function saveFile(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob)
  download(href, name)
  setTimeout(() => {
    URL.revokeObjectURL(href)
  }, 60_000)
}
