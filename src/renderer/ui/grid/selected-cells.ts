/** The cells that a text selection of the browser touches. */
export interface CellPosition {
  readonly index: number
  readonly column: number
}

/** The first and last touched cell in the order of the document; undefined where no cell is touched. */
export function selectedCells(
  grid: HTMLElement,
): { readonly first: CellPosition; readonly last: CellPosition } | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed) return undefined
  const cells = [...grid.querySelectorAll<HTMLElement>('[data-index] [data-column]')].filter((cell) =>
    selection.containsNode(cell, true),
  )
  const [first, last] = [cells[0], cells.at(-1)]
  return first && last ? { first: positionOf(first), last: positionOf(last) } : undefined
}

const positionOf = (cell: HTMLElement): CellPosition => ({
  index: Number(cell.closest<HTMLElement>('[data-index]')?.dataset.index),
  column: Number(cell.dataset.column),
})
