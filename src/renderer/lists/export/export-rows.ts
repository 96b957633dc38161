/** Loaded rows as a file: made here and saved by the browser, so nothing leaves the machine. */
import { chainName } from '#shared/chains.ts'
import { CSV_LINE_END, csvJson, csvLine, csvValue } from '#shared/text/csv-cell.ts'
import { download } from '#renderer/lib/download.ts'
import { formatCount } from '#renderer/lib/format-number.ts'
import type { GridRow } from '#renderer/ui/grid/grid-row.ts'
import { rowAsItCame, whatIsLeftOut, type ExportFormat, type ExportScope } from './export-scope.ts'

/** Rows one after another; `visit` is called with each. */
export type RowSource = (visit: (row: GridRow) => void) => void

export const CHAIN_HEADS = ['Chain', 'Chain id'] as const
export const chainValues = ({ chainId }: Pick<ExportScope, 'chainId'>): readonly string[] =>
  chainId === undefined ? ['', ''] : [chainName(chainId), chainId]

/** A table as lines; the last column is there only where something could not be read. */
export function createCsvTable(heads: readonly string[]) {
  const lines: string[] = []
  const unread = new Map<number, string>()
  return {
    /** `json`: what of the row could not be read. */
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

/** Every item as the API gave it, those that could not be read as well. */
export function jsonOf(rows: RowSource): Blob {
  const parts: string[] = []
  rows((row) => {
    const json = JSON.stringify(rowAsItCame(row))
    parts.push(parts.length === 0 ? '[\n' : ',\n', json)
  })
  return new Blob(parts.length === 0 ? ['[]\n'] : [...parts, '\n]\n'], { type: 'application/json' })
}

/** What a file is called: list, address or token where there is one, the day, and what is not in it. */
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
  return `chainglass-${list}${of}-${new Date().toISOString().slice(0, 10)}${limits}.${format}`
}

export function saveFile(name: string, blob: Blob): void {
  const href = URL.createObjectURL(blob)
  download(href, name)
  setTimeout(() => {
    URL.revokeObjectURL(href)
  }, 60_000)
}
