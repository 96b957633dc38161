/** The shown rows of a list, on lines that it shares with another list. */
import type { RowMark } from '#shared/rpc/contract/rows.ts'
import type { GapRow, GridRow } from '#renderer/ui/grid/grid-row.ts'
import type { LinedRows } from '../context/side-by-side-part.ts'
import type { ShownRows } from '../model/shown-rows.ts'
import type { Line, PositionedRow } from './line-up.ts'

/** A line of a list: its row, or the mark of a row that only the other list shows. */
export type OwnLine = { readonly row: number } | { readonly lacks: RowMark }

/** Why this list has no row on a line, by the mark of the row in the other list. */
const LACKS: Readonly<Record<RowMark, GapRow['beside']>> = {
  here: 'lacks',
  both: 'hides',
  unknown: 'unknown',
}

/** The lines as one of the lists has them. A row that it shows on another line is not said to be missing. */
export function ownLines(
  lines: readonly Line[],
  [own, rows]: readonly [keyof Line, readonly PositionedRow[]],
  [other, others]: readonly [keyof Line, readonly PositionedRow[]],
): readonly OwnLine[] {
  const keys = new Set(rows.map(({ key }) => key))
  return lines.map(({ [own]: row, [other]: at }) => {
    if (row !== undefined) return { row }
    const beside = others[at ?? -1]
    return { lacks: beside && !keys.has(beside.key) ? beside.mark : 'unknown' }
  })
}

export class Lines {
  readonly #lines: readonly OwnLine[]
  /** Line of each row. */
  readonly #lineOf: readonly number[]
  /** Number of rows above each line. */
  readonly #above: readonly number[]

  constructor(lines: readonly OwnLine[]) {
    this.#lines = lines
    const lineOf: number[] = []
    this.#above = lines.map((line, at) => {
      const above = lineOf.length
      if ('row' in line) lineOf.push(at)
      return above
    })
    this.#lineOf = lineOf
  }

  /** `isWhole`: the list ends with these rows. Rows that were added since come after all lines. */
  of(rows: ShownRows, isWhole: boolean): LinedRows {
    const lines = isWhole ? this.#lines.length : (this.#lineOf.at(-1) ?? -1) + 1
    const known = this.#lineOf.length
    const rowsAbove = (line: number) => this.#above[line] ?? known + Math.max(0, line - lines)
    const lineOf = (row: number) => this.#lineOf[row] ?? lines + row - known
    return {
      ...rows,
      count: lines + Math.max(0, rows.count - known),
      rowsAbove,
      lineOf,
      at: (index) => {
        const line = index < lines ? this.#lines[index] : undefined
        return line && 'lacks' in line ? lackingRow(index, line.lacks) : rows.at(rowsAbove(index))
      },
      indexOf: (key) => {
        const row = rows.indexOf(key)
        return row === undefined ? undefined : lineOf(row)
      },
      ...(rows.readKeys && {
        readKeys: async (first, last) => {
          const [from, to] = [rowsAbove(first), rowsAbove(last + 1) - 1]
          return to < from ? new Set<string>() : ((await rows.readKeys?.(from, to)) ?? new Set<string>())
        },
      }),
    }
  }
}

const lackingRow = (line: number, mark: RowMark): GridRow => ({
  kind: 'gap',
  key: `line:${String(line)}`,
  gap: { from: null, to: null, beside: LACKS[mark] },
})
