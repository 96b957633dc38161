import { expect, test } from 'vitest'
import { MAX_PLACES } from '#shared/workspace/limits.ts'
import { readWorkspace, type Workspace } from '#shared/workspace/workspace.ts'
import { tabInFront, workspaceOf } from '#renderer/stores/workspace.ts'
import { joinKept } from './join-kept.ts'

const tabsOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${name}${String(index)}`,
    path: `/${name}/${String(index)}`,
    title: '',
    isPinned: false,
  }))
const kept = (activePane: string, ...counts: readonly number[]): Workspace => ({
  version: 1,
  panes: ['pane', 'other']
    .slice(0, counts.length)
    .map((id, index) => ({ id, tabs: tabsOf(id, counts[index]!), active: `${id}0` })),
  layout: 'beside',
  ratio: 0.5,
  activePane,
})
const openedOn = (path: string, id = 'opened') => workspaceOf({ id, path, title: '', isPinned: false })

test.each([
  ['the start, after the second pane was active', kept('other', 2, 2), '/', '/other/0'],
  ['a place of the first pane, after the second was active', kept('other', 2, 2), '/pane/1', '/pane/1'],
  ['a further place', kept('other', 2, 2), '/further', '/further'],
  ['a further place, where as many as may be were open', kept('pane', MAX_PLACES), '/further', '/further'],
])('a window that is opened on %s', (_, workspace, path, shown) => {
  const joined = joinKept(workspace, openedOn(path), { path, isKnownTab: false })
  // Ids are still unique.
  expect(readWorkspace(joined)).toEqual({ workspace: joined })
  expect(joined.activePane).toBe('pane')
  expect(tabInFront(joined, 'pane')?.path).toBe(shown)
  expect(joined.panes).toHaveLength(workspace.panes.length)
})

test('a page that is loaded again is at its own tab, wherever that was', () => {
  const joined = joinKept(kept('pane', 2, 2), openedOn('/pane/1?sort=asc', 'other1'), {
    path: '/pane/1?sort=asc',
    isKnownTab: true,
  })
  expect(joined.activePane).toBe('pane')
  expect(tabInFront(joined, 'pane')).toMatchObject({ id: 'other1', path: '/pane/1?sort=asc' })
  expect(readWorkspace(joined)).toEqual({ workspace: joined })
})
