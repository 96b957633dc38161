import { whenIdle } from '#renderer/lib/paint/when-idle.ts'
import type { RowStore } from './row-store.ts'

/** Packing waits for idle moments. */
export function packWhenIdle(rows: RowStore): void {
  whenIdle((deadline) => {
    if (!rows.packSome(() => deadline.timeRemaining() > 2)) packWhenIdle(rows)
  })
}
