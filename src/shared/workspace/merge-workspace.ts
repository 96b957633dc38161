import { MAX_PLACES } from './limits.ts'
import type { Workspace, WorkspacePane, WorkspaceTab } from './workspace.ts'

type Field = 'layout' | 'ratio' | 'activePane' | 'scrollsTogether' | 'comparesLists'
const FIELDS: readonly Field[] = ['layout', 'ratio', 'activePane', 'scrollsTogether', 'comparesLists']

/**
 * Applies one window's change, from `before` to `now`, to `current`, which another window may have changed meanwhile.
 * In each field and each tab the last change counts; nothing else is lost.
 */
export function mergeWorkspace(
  before: Workspace | null,
  now: Workspace,
  current: Workspace | null,
): Workspace {
  if (!before || !current || isSame(before, current)) return now
  const known = tabsOf(before)
  const mine = tabsOf(now)
  const theirs = tabsOf(current)
  // Tabs that the other window opened, or changed while this one did not.
  const added = [...theirs].filter(([id]) => !known.has(id) && !mine.has(id)).map(([, tab]) => tab)
  const keptAs = (tab: WorkspaceTab): WorkspaceTab => {
    const [was, other] = [known.get(tab.id), theirs.get(tab.id)]
    return was && other && isSame(was, tab) ? other : tab
  }
  // Tabs that the other window closed, unless this one changed them since.
  const isClosed = (tab: WorkspaceTab) => {
    const was = known.get(tab.id)
    return was !== undefined && !theirs.has(tab.id) && isSame(was, tab)
  }
  const panes = now.panes
    .map((pane) => withTabs(pane, pane.tabs.filter((tab) => !isClosed(tab)).map(keptAs)))
    .filter((pane): pane is WorkspacePane => pane !== undefined)
  const [first, ...others] = panes
  if (!first) return now
  const room = MAX_PLACES - panes.reduce((sum, { tabs }) => sum + tabs.length, 0)
  const merged: Workspace = {
    ...now,
    ...Object.fromEntries(
      FIELDS.filter((name) => now[name] === before[name]).map((name) => [name, current[name]]),
    ),
    panes: [{ ...first, tabs: [...first.tabs, ...added.slice(0, Math.max(0, room))] }, ...others],
  }
  const hasActive = merged.panes.some(({ id }) => id === merged.activePane)
  return hasActive ? merged : { ...merged, activePane: first.id }
}

const tabsOf = ({ panes }: Workspace) =>
  new Map(panes.flatMap(({ tabs }) => tabs.map((tab) => [tab.id, tab] as const)))

function withTabs(pane: WorkspacePane, tabs: readonly WorkspaceTab[]): WorkspacePane | undefined {
  const [first] = tabs
  if (!first) return undefined
  return { ...pane, tabs, active: tabs.some(({ id }) => id === pane.active) ? pane.active : first.id }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
