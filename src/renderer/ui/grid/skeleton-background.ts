import { COLUMN_GAP, ROW_PADDING } from './column-widths.ts'

/** Filled share of the columns. Different lengths, since equal bars would look like a pattern. */
const FILLED = [0.6, 0.8, 0.45, 0.7]
const BAR_HEIGHT = 10

/**
 * Placeholder bars of rows that are not loaded, as the CSS background of one element: an element for each bar would
 * cost as much as the rows. `rowHeight` in px, other lengths in px at the default text size.
 */
export function skeletonBackground(widths: readonly number[], rowHeight: number, scale = 1): string {
  const from = (rowHeight - BAR_HEIGHT) / 2
  let left = ROW_PADDING * scale
  return widths
    .map((width, column) => {
      const filled = Math.round(width * scale * (FILLED[column % FILLED.length] ?? 1))
      const layer = bar(from, px(left), px(filled), rowHeight)
      left += (width + COLUMN_GAP) * scale
      return layer
    })
    .join(', ')
}

/** Placeholder bars of rows of two lines. */
export const twoBars = (rowHeight: number): string =>
  [
    bar(rowHeight * 0.2, AFTER_MARK, '40%', rowHeight),
    bar(rowHeight * 0.62, AFTER_MARK, '26%', rowHeight),
  ].join(', ')

const AFTER_MARK = 'calc(0.875rem + var(--indent))'

const bar = (from: number, left: string, width: string, rowHeight: number) =>
  `linear-gradient(#0000 ${px(from)}, var(--skeleton) 0 ${px(from + BAR_HEIGHT)}, #0000 0) ${left} 0 / ${width} ${px(rowHeight)} repeat-y`

const px = (length: number) => `${String(length)}px`
