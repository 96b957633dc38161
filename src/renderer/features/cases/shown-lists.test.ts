import { expect, test } from 'vitest'
import { createMemoryHistory } from 'vue-router'
import { createAppRouter } from '#renderer/app/router.ts'
import { workspaceOf } from '#renderer/stores/workspace.ts'
import { shownRows } from './shown-lists.ts'

const router = createAppRouter(createMemoryHistory())
const core = { call: () => Promise.reject(new Error('No graph is shown.')) }
const listsAt = async (path: string) => {
  const workspace = workspaceOf({ id: 'tab', path, title: '', isPinned: false })
  return (await shownRows(workspace, router, core)).lists.map(({ list }) => list)
}

test('a chain’s overview, which is shown for a tab of no list too, shows three lists, and each tab the one it is of', async () => {
  for (const path of ['/s/eth', '/s/eth?tab=gone'])
    expect(await listsAt(path)).toEqual(['latest-blocks', 'latest-transactions', 'token-transfers'])
  expect(await listsAt('/s/eth?tab=tokens')).toEqual(['tokens'])
})
