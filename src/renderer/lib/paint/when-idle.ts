/** For browsers without `requestIdleCallback`: the next task has unlimited time. */
const NO_DEADLINE: IdleDeadline = { didTimeout: true, timeRemaining: () => Infinity }

/** Runs in an idle moment, at the latest after `timeoutMs` where that is given. */
export function whenIdle(run: (deadline: IdleDeadline) => void, timeoutMs?: number): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(run, 0, NO_DEADLINE)
  else requestIdleCallback(run, timeoutMs === undefined ? {} : { timeout: timeoutMs })
}
