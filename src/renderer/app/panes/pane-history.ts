/**
 * The history of each pane. The history of the window has the steps of both panes, so with two panes it does not tell
 * the former step of one. The functions for a second pane are in two-pane-history.ts.
 */
export interface Step {
  readonly tab: string
  readonly path: string
}
interface PaneHistory {
  readonly steps: readonly Step[]
  readonly at: number
}
/** PaneHistories by pane id. */
export type PaneHistories = Map<string, PaneHistory>

const MAX_STEPS = 100

export const isSame = (one: Step | undefined, other: Step): boolean =>
  one?.tab === other.tab && one.path === other.path

export function record(histories: PaneHistories, paneId: string, step: Step, how: 'push' | 'replace'): void {
  const { steps, at } = histories.get(paneId) ?? { steps: [], at: -1 }
  if (how === 'replace' && at >= 0) histories.set(paneId, { steps: steps.with(at, step), at })
  else if (!isSame(steps[at], step)) {
    const next = [...steps.slice(0, at + 1), step].slice(-MAX_STEPS)
    histories.set(paneId, { steps: next, at: next.length - 1 })
  }
}
