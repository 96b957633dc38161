/** Which columns a grid has room for, and where they stand in rows of two lines. */
import { COLUMN_GAP, totalWidth, widthOf } from './column-widths.ts'
import type { AnyColumn } from './grid-column.ts'

type Widths = Readonly<Record<string, number>>

/** How wide a grid is, px at the usual text size: above this its columns may be wider than it; */
const WIDE = 62 * 16
/** below this rows have two lines; */
const NARROW = 44 * 16
/** and below this the amount stands on the second one. */
const TINY = 28 * 16
/** Of a row of two lines, what its amount may take. */
const AMOUNT_SHARE = 0.36
/** So many facts there. */
const TINY_FACTS = 2

/** Of rows of two lines. */
export interface GridLines {
  /** So many columns stand on the first one. */
  readonly first: number
  /** For an amount, px at the usual text size: what it is of, and who, have the rest. */
  readonly amountRoom: number
  /** One where nothing is left for a second one. */
  readonly count: number
  /** The tracks of both, and where the second one begins: below what follows the marks. */
  readonly style: string
}

export interface FittedColumns<Column> {
  /** Those there is room for, in the order in which they are read. */
  readonly columns: readonly Column[]
  /** Widths that a person chose, as far as there is room for them. */
  readonly chosen: Widths
  readonly lines?: GridLines
}

/** `room`: px at the usual text size; 0 while nobody knows. */
export function fitColumns<Column extends AnyColumn>(
  columns: readonly Column[],
  context: object,
  chosen: Widths,
  room: number,
): FittedColumns<Column> {
  if (room === 0 || room >= WIDE) return { columns, chosen }
  if (room < NARROW) return inLines(columns, context, room)
  const widthWith = (some: readonly Column[], by: Widths) =>
    totalWidth(some.map((column) => widthOf(column, context, by[column.id])))
  let left = columns
  for (const leaving of columns
    .filter(leavesFirst)
    .toReversed()
    .concat(columns.filter(isFact).toReversed())) {
    if (widthWith(left, chosen) <= room) break
    left = left.filter((column) => column !== leaving)
  }
  return { columns: left, chosen: widthWith(left, chosen) <= room ? chosen : {} }
}

const leavesFirst = ({ narrow }: AnyColumn) => narrow === undefined
const isFact = ({ narrow }: AnyColumn) => narrow?.at === 'fact' || narrow?.at === 'kind'

function inLines<Column extends AnyColumn>(
  columns: readonly Column[],
  context: object,
  room: number,
): FittedColumns<Column> {
  const isTiny = room < TINY
  const saidElsewhere = new Set(columns.flatMap(({ narrow }) => narrow?.standsFor ?? []))
  const at = (place: NonNullable<AnyColumn['narrow']>['at'], most = Infinity) =>
    columns.filter(({ id, narrow }) => narrow?.at === place && !saidElsewhere.has(id)).slice(0, most)
  const marks = at('mark')
  const facts = [...at('kind'), ...at('fact')].filter(({ narrow }) => !(isTiny && narrow?.isNamed))
  const main = at('main')
  // A person can hide any column: something has to stand there.
  if (main.length === 0) main.push(...facts.splice(0, 1))
  const amount = [...at('amount', 1), ...at('unit', 1)]
  const ends = at('end', 1)
  const first = [...marks, ...main, ...(isTiny ? [] : amount)]
  const second = [...(isTiny ? facts.slice(0, TINY_FACTS) : facts), ...(isTiny ? amount : []), ...ends]
  const indent = marks.reduce((sum, mark) => sum + widthOf(mark, context, undefined) + LINE_GAP, 0)
  return {
    columns: [...first, ...second],
    chosen: {},
    lines: {
      first: first.length,
      amountRoom: Math.round(room * AMOUNT_SHARE),
      count: second.length > 0 ? 2 : 1,
      style: `--first: ${tracksOf(first, context)}; --second: ${tracksOf(second, context)}; --indent: ${rem(indent)}`,
    },
  }
}

/** Between what stands on one line, px; the grid's style says the same. */
const LINE_GAP = COLUMN_GAP - 4
const rem = (px: number) => `${String(px / 16)}rem`

/** Text at the start shrinks, each as much as the others; a number never does, and the first one at the end takes what is left. */
function tracksOf(line: readonly AnyColumn[], context: object): string {
  let hasEnd = false
  return line
    .map((column) => {
      const place = column.narrow?.at
      if (place === 'mark') return rem(widthOf(column, context, undefined))
      if (place === 'fact' && column.align === 'end') return 'max-content'
      if (place === 'main' || place === 'kind' || place === 'fact') return 'minmax(0, max-content)'
      if (place === 'unit') return hasEnd ? 'fit-content(7rem)' : 'minmax(0, max-content)'
      const track = hasEnd ? 'max-content' : 'minmax(max-content, 1fr)'
      hasEnd = true
      return track
    })
    .join(' ')
}
