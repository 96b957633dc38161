/** Runs once what is in the document now has been painted: a task after the next frame. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
