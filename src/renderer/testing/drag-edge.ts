/** Widens the first column of the shown grid by `by` px. Returns its former width. */
export function dragFirstEdge(by: number): number {
  const column = document.querySelector('[role=grid] [role=columnheader]')
  const edge = column?.querySelector<HTMLElement>('.edge')
  if (!column || !edge) throw new Error('There is no column.')
  edge.setPointerCapture = () => undefined
  edge.dispatchEvent(new PointerEvent('pointerdown', { clientX: 300, pointerId: 1, bubbles: true }))
  edge.dispatchEvent(new PointerEvent('pointermove', { clientX: 300 + by, pointerId: 1 }))
  edge.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }))
  return column.clientWidth
}
