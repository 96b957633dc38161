import type { AnyColumn } from './grid-column.ts'

/** Gap between columns, and padding beside the first and last, px. The same as in the grid's CSS. */
export const COLUMN_GAP = 14
export const ROW_PADDING = 16
export const MIN_COLUMN_WIDTH = 32

/**
 * The width of each column in px. A width that a person chose stays. The other columns share the rest by `grow`, but
 * never get less than their `width`: the grid scrolls sideways then.
 */
export function columnWidths(
  columns: readonly AnyColumn[],
  context: object,
  chosen: Readonly<Record<string, number>>,
  room: number,
): number[] {
  const least = columns.map((column) => widthOf(column, context, chosen[column.id]))
  const used = least.reduce((sum, width) => sum + width, spacing(columns.length))
  const growing = columns.reduce((sum, { id, grow }) => sum + (chosen[id] === undefined ? grow : 0), 0)
  const left = room - used
  if (left <= 0 || growing === 0) return least
  return columns.map(({ id, grow }, index) => {
    const share = chosen[id] === undefined ? Math.floor((left * grow) / growing) : 0
    return (least[index] ?? 0) + share
  })
}

/** Width of a column before the rest is shared. */
export function widthOf({ width }: AnyColumn, context: object, chosen: number | undefined): number {
  if (typeof width === 'function') return Math.max(width(context as never), Math.round(chosen ?? 0))
  return Math.max(MIN_COLUMN_WIDTH / 2, Math.round(chosen ?? width))
}

export const totalWidth = (widths: readonly number[]): number =>
  widths.reduce((sum, width) => sum + width, spacing(widths.length))

const spacing = (count: number) => 2 * ROW_PADDING + Math.max(0, count - 1) * COLUMN_GAP
