/** CSV as programs and spreadsheets write it: quotes, line breaks inside quotes, and one of four separators. */

export interface CsvRow {
  /** From 1, where the row begins. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A quoted cell that does not end within this is no cell: its quote is taken as a letter. */
const MAX_CELL_LENGTH = 20_000

/** Empty lines are left out. */
export function readCsv(text: string): CsvRow[] {
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const begins = line
    const cells: string[] = []
    for (;;) {
      const { cell, end } = readCell(text, at, separator)
      cells.push(cell)
      line += text.slice(at, end).split('\n').length - 1
      at = end
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    line += 1
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: begins, cells })
  }
  return rows
}

function readCell(text: string, start: number, separator: string): { cell: string; end: number } {
  let at = start
  while (text[at] === ' ') at += 1
  if (text[at] === '"') {
    const quoted = readQuoted(text, at + 1)
    let after = quoted?.end ?? -1
    while (text[after] === ' ') after += 1
    if (quoted && (after >= text.length || [separator, '\r', '\n'].includes(text[after] ?? ''))) {
      return { cell: quoted.cell, end: after }
    }
  }
  let end = start
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { cell: text.slice(start, end), end }
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

/** The one that parts the first line most often. */
function separatorOf(text: string): string {
  const first = (/^\s*([^\r\n]*)/.exec(text)?.[1] ?? '').slice(0, 4_000).replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}
