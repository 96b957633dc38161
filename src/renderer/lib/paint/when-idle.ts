/** Where the browser can't tell of idle moments, the next task has all the time it needs. */
const NO_DEADLINE: IdleDeadline = { didTimeout: true, timeRemaining: () => Infinity }

/** Runs when the window has nothing else to do, and after `timeoutMs` in any case where that is given. */
export function whenIdle(run: (deadline: IdleDeadline) => void, timeoutMs?: number): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(run, 0, NO_DEADLINE)
  else requestIdleCallback(run, timeoutMs === undefined ? {} : { timeout: timeoutMs })
}
