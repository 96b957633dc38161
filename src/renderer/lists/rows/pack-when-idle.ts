import type { RowStore } from './row-store.ts'

/** Packing waits for idle moments; where the browser cannot tell of them, for the next task. */
export function packWhenIdle(rows: RowStore): void {
  if (typeof requestIdleCallback === 'undefined') {
    setTimeout(() => rows.packSome(() => true), 0)
    return
  }
  requestIdleCallback((deadline) => {
    if (!rows.packSome(() => deadline.timeRemaining() > 2)) packWhenIdle(rows)
  })
}
