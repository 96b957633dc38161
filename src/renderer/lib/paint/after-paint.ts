import { whenIdle } from './when-idle.ts'

/** In a window that is never idle, so long after the frame. */
const MAX_WAIT_MS = 100

/**
 * Runs once what is in the document now has been painted: when the window is idle after the next frame. A task right
 * after the frame would run while the browser still brings that frame to the screen, and take the processor from it.
 */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => {
    whenIdle(run, MAX_WAIT_MS)
  })
}
