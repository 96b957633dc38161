/**
 * Where each pane was, one place after another. The history of the window has the steps of both panes: with two of them it
 * can't say what was before in one. What is done with trails is in walk-trails.ts, which only a second pane needs.
 */
export interface Step {
  readonly tab: string
  readonly path: string
}
interface Trail {
  readonly steps: readonly Step[]
  readonly at: number
}
/** By pane. */
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
