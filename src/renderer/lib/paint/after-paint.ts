import { whenIdle } from './when-idle.ts'

/** Time after the frame, for a window that is never idle. */
const MAX_WAIT_MS = 100

/**
 * Runs after the current document is painted: in an idle moment after the next frame. A task right after the frame
 * would compete for the processor while the browser still presents that frame.
 */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => {
    whenIdle(run, MAX_WAIT_MS)
  })
}
