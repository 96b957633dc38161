/**
 * Parses CSV as programs and spreadsheets write it: quotes, line breaks inside quotes, and one of four separators.
 */

export interface CsvRow {
  /** The line where the row begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** If a quoted cell does not end within this length, its quote counts as an ordinary character. */
const MAX_CELL_LENGTH = 20_000

/** The heading and its cells are among the first; a line of commas must not make millions of cells. */
const MAX_CELLS = 256

export interface CsvRead {
  /** The first `maxRows`. */
  readonly rows: readonly CsvRow[]
  /** The number of all rows. */
  readonly count: number
}

/** Skips empty lines, and ignores cells of a line after the first 256. */
export function readCsv(text: string, maxRows: number): CsvRead {
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let count = 0
  let line = 1
  for (let at = 0; at < text.length;) {
    const row = readRow(text, at, separator)
    if (row.hasText) {
      count += 1
      if (count <= maxRows) rows.push({ line, cells: row.cells })
    }
    line += row.lines
    at = row.end
    // The remaining rows are only counted.
    if (count > maxRows) return { rows, count: count + countLines(text, at) }
  }
  return { rows, count }
}

/** The number of lines that begin after `at`. */
function countLines(text: string, at: number): number {
  let lines = 0
  for (let end = text.indexOf('\n', at); end !== -1; end = text.indexOf('\n', end + 1)) lines += 1
  return lines
}

interface Row {
  readonly cells: readonly string[]
  readonly hasText: boolean
  /** The number of lines of the cell, which may have line breaks inside quotes. */
  readonly lines: number
  readonly end: number
}

function readRow(text: string, start: number, separator: string): Row {
  const cells: string[] = []
  let hasText = false
  let lines = 1
  let at = start
  for (;;) {
    const { cell, end, isQuoted } = readCell(text, at, separator)
    cells.push(cell)
    hasText ||= cell.length > 0 && cell.trim() !== ''
    if (isQuoted) lines += text.slice(at, end).split('\n').length - 1
    at = end
    if (text[at] !== separator) break
    if (cells.length === MAX_CELLS) {
      const endOfLine = text.indexOf('\n', at)
      at = endOfLine === -1 ? text.length : endOfLine
      break
    }
    at += 1
  }
  if (text[at] === '\r') at += 1
  if (text[at] === '\n') at += 1
  return { cells, hasText, lines, end: at }
}

interface Cell {
  readonly cell: string
  readonly end: number
  readonly isQuoted: boolean
}

function readCell(text: string, start: number, separator: string): Cell {
  let at = start
  while (text[at] === ' ') at += 1
  if (text[at] === '"') {
    const quoted = readQuoted(text, at + 1)
    let after = quoted?.end ?? -1
    while (text[after] === ' ') after += 1
    if (quoted && (after >= text.length || [separator, '\r', '\n'].includes(text[after] ?? ''))) {
      return { cell: quoted.cell, end: after, isQuoted: true }
    }
  }
  let end = at
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end, isQuoted: false }
}

function readQuoted(text: string, start: number): { cell: string; end: number } | undefined {
  let cell = ''
  let at = start
  while (cell.length <= MAX_CELL_LENGTH) {
    const quote = text.indexOf('"', at)
    if (quote === -1 || quote - at > MAX_CELL_LENGTH) return undefined
    cell += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 }
    cell += '"'
    at = quote + 2
  }
  return undefined
}

/** The separator that occurs most often in the first line. */
function separatorOf(text: string): string {
  const first = (/^\s*([^\r\n]*)/.exec(text)?.[1] ?? '').slice(0, 4_000).replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}
