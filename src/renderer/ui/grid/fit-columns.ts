/** Chooses the columns that fit in a grid, and their place in rows of two lines. */
import { COLUMN_GAP, totalWidth, widthOf } from './column-widths.ts'
import type { AnyColumn } from './grid-column.ts'

type Widths = Readonly<Record<string, number>>

/** Widths of a grid, in px at the default text size. From this width on, the columns may be wider than the grid. */
const WIDE = 62 * 16
/** Below this width, rows have two lines. */
const NARROW = 44 * 16
/** Below this width, the amount is on the second line. */
const TINY = 28 * 16
/** Largest share of a two-line row for its amount. */
const AMOUNT_SHARE = 0.36
/** Number of facts below that width. */
const TINY_FACTS = 2

/** Layout of rows of two lines. */
export interface GridLines {
  /** Number of columns on the first line. */
  readonly first: number
  /** Width of the amount, px at the default text size. Subject and counterparties have the rest. */
  readonly amountRoom: number
  /** 1 where no column is left for a second line. */
  readonly count: number
  /** CSS with the tracks of both lines, and with the start of the second line: below the column after the marks. */
  readonly style: string
}

export interface FittedColumns<Column> {
  /** The columns that fit, in reading order. */
  readonly columns: readonly Column[]
  /** Widths that a person chose, as far as they fit. */
  readonly chosen: Widths
  readonly lines?: GridLines
}

/** Fits columns to a width. `room`: px at the default text size; 0 while it is unknown. */
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
  // A person can hide any column, but the first line must have one.
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

/** Gap on a line, px. The same as in the grid's CSS. */
const LINE_GAP = COLUMN_GAP - 4
const AGE = '3rem'
const rem = (px: number) => `${String(px / 16)}rem`

/**
 * CSS tracks of a line. Texts at its start shrink equally. Numbers do not shrink; the first one at the end takes the
 * rest.
 */
function tracksOf(line: readonly AnyColumn[], context: object): string {
  let hasEnd = false
  return line
    .map((column) => {
      const place = column.narrow?.at
      if (place === 'mark') return rem(widthOf(column, context, undefined))
      if (place === 'fact' && column.align === 'end') return 'max-content'
      if (place === 'main' || place === 'kind' || place === 'fact') return 'minmax(0, max-content)'
      if (place === 'unit') return hasEnd ? 'fit-content(7rem)' : 'minmax(0, max-content)'
      // Ages have one width, so that the amounts before them end below one another; what is wider is never cut.
      const track = hasEnd ? `minmax(max-content, ${AGE})` : 'minmax(max-content, 1fr)'
      hasEnd = true
      return track
    })
    .join(' ')
}
