/**
 * Where each pane was, one place after another. The history of the window has the steps of both panes: with two of them it
 * can't say what was before in one.
 */
export interface Step {
  readonly tab: string
  readonly path: string
}
interface Trail {
  readonly steps: readonly Step[]
  readonly at: number
}
export interface Trails {
  readonly record: (how: 'push' | 'replace', paneId: string, step: Step) => void
  /** The history of the window went to this step, which is not the next one always. */
  readonly arrive: (paneId: string, step: Step) => void
  /** The nearest step before (-1) or after (1) the present one whose tab is still there. */
  readonly peek: (paneId: string, by: -1 | 1, isThere: (tab: string) => boolean) => Step | undefined
  readonly forget: (paneId: string) => void
}

const MAX_STEPS = 100

export function createTrails(): Trails {
  const trails = new Map<string, Trail>()
  const isSame = (one: Step | undefined, other: Step) => one?.tab === other.tab && one.path === other.path

  function record(how: 'push' | 'replace', paneId: string, step: Step) {
    const { steps, at } = trails.get(paneId) ?? { steps: [], at: -1 }
    if (how === 'push' && isSame(steps[at], step)) return
    const next =
      how === 'push'
        ? [...steps.slice(0, at + 1), step].slice(-MAX_STEPS)
        : steps.length === 0
          ? [step]
          : steps.with(at, step)
    trails.set(paneId, { steps: next, at: how === 'push' ? next.length - 1 : Math.max(at, 0) })
  }

  return {
    record,
    arrive(paneId, step) {
      const trail = trails.get(paneId)
      const distances = trail?.steps.flatMap((one, index) =>
        isSame(one, step) ? [{ index, far: Math.abs(index - trail.at) }] : [],
      )
      const nearest = distances?.sort((one, other) => one.far - other.far)[0]
      if (trail && nearest) trails.set(paneId, { ...trail, at: nearest.index })
      else record('push', paneId, step)
    },
    peek(paneId, by, isThere) {
      const { steps, at } = trails.get(paneId) ?? { steps: [], at: 0 }
      const way = by === -1 ? steps.slice(0, Math.max(at, 0)).reverse() : steps.slice(at + 1)
      return way.find((step) => isThere(step.tab) && !isSame(steps[at], step))
    },
    forget: (paneId) => void trails.delete(paneId),
  }
}
