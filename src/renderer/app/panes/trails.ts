/**
 * The history of each pane. The history of the window has the steps of both panes, so with two panes it does not tell
 * the former step of one. The functions for a second pane are in walk-trails.ts.
 */
export interface Step {
  readonly tab: string
  readonly path: string
}
interface Trail {
  readonly steps: readonly Step[]
  readonly at: number
}
/** Trails by pane id. */
export type Trails = Map<string, Trail>

const MAX_STEPS = 100

export const isSame = (one: Step | undefined, other: Step): boolean =>
  one?.tab === other.tab && one.path === other.path

export function record(trails: Trails, paneId: string, step: Step, how: 'push' | 'replace'): void {
  const { steps, at } = trails.get(paneId) ?? { steps: [], at: -1 }
  if (how === 'replace' && at >= 0) trails.set(paneId, { steps: steps.with(at, step), at })
  else if (!isSame(steps[at], step)) {
    const next = [...steps.slice(0, at + 1), step].slice(-MAX_STEPS)
    trails.set(paneId, { steps: next, at: next.length - 1 })
  }
}
