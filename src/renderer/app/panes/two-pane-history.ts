import { isSame, record, type Step, type PaneHistories } from './pane-history.ts'

/** The history of the window went to this step, which may be several steps away. */
export function arrive(histories: PaneHistories, paneId: string, step: Step): void {
  const trail = histories.get(paneId)
  const distances = trail?.steps.flatMap((one, index) =>
    isSame(one, step) ? [{ index, far: Math.abs(index - trail.at) }] : [],
  )
  const nearest = distances?.sort((one, other) => one.far - other.far)[0]
  if (trail && nearest) histories.set(paneId, { ...trail, at: nearest.index })
  else record(histories, paneId, step, 'push')
}

/** The nearest step before (-1) or after (1) the current one whose tab still exists. */
export function peek(
  histories: PaneHistories,
  paneId: string,
  by: -1 | 1,
  isThere: (tab: string) => boolean,
): Step | undefined {
  const { steps, at } = histories.get(paneId) ?? { steps: [], at: 0 }
  const way = by === -1 ? steps.slice(0, at).reverse() : steps.slice(at + 1)
  return way.find((step) => isThere(step.tab) && !isSame(steps[at], step))
}
