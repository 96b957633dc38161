/** Tests workspaces as windows use them: through the contract, in a real file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#platform/sqlite/database.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { KeptOpenCase, KeptWorkspace } from '#shared/rpc/contract/workspace.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { MAX_PATH_LENGTH, MAX_PLACES } from '#shared/workspace/limits.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import type { Core } from '../create-core.ts'
import { STORE_FILE } from '../store/open-store.ts'
import { createTestCore } from '../testing/create-test-core.ts'

let folder: string
let core: Core
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-workspaces-'))
  core = await createTestCore(folder)
})
afterEach(() => {
  core.close()
  rmSync(folder, { recursive: true })
})
async function restart() {
  core.close()
  core = await createTestCore(folder)
}

const tabAt = (path: string, id = `t${path.replace(/\W/g, '-')}`) => ({
  id,
  path,
  title: '',
  isPinned: false,
})
const workspaceOf = (...paths: string[]): Workspace => ({
  version: 1,
  panes: [{ id: 'p', tabs: paths.map((path) => tabAt(path)), active: tabAt(paths[0] ?? '/').id }],
  layout: 'beside',
  ratio: 0.5,
  activePane: 'p',
})

interface OpenWindow {
  readonly kept: KeptWorkspace | undefined
  readonly keep: (workspace: unknown, openCase?: KeptOpenCase | null) => ReturnType<RpcClient['call']>
  readonly close: () => void
}
function openWindow(window: string, before?: string): OpenWindow {
  const client = connectInMemory(core.server)
  let kept: KeptWorkspace | undefined
  const close = client.subscribe(
    'workspace.changed',
    { window, ...(before === undefined ? {} : { before }) },
    (state) => (kept = state),
  )
  return {
    kept,
    keep: (workspace, openCase = null) =>
      client.call('workspace.keep', { window, workspace: workspace as Workspace, openCase }),
    close,
  }
}
const NOTHING = { workspace: null, openCase: null, problem: null }

test('what a window showed is there again after a restart', async () => {
  const window = openWindow('window-1')
  expect(window.kept).toEqual(NOTHING)
  const shown: Workspace = {
    ...workspaceOf('/s/eth', '/s/eth/address/0xaa?tab=tokens'),
    scrollsTogether: true,
    comparesLists: false,
  }
  await window.keep(workspaceOf('/s/eth'))
  await window.keep(shown)
  await restart()
  expect(openWindow('window-2').kept).toEqual({ workspace: shown, openCase: null, problem: null })
})

test('the case that was open in it is there again too, and what was open before the case', async () => {
  const openCase = { id: 7, before: workspaceOf('/before') }
  await openWindow('window-1').keep(workspaceOf('/s/eth'), openCase)
  await restart()
  const again = openWindow('window-2')
  expect(again.kept).toEqual({ workspace: workspaceOf('/s/eth'), openCase, problem: null })
  // A new window has no stored workspace.
  expect(openWindow('window-3').kept).toEqual(NOTHING)
  for (const wrong of [{ id: 0, before: null }, { id: 7, before: { version: 1 } }, { id: '7' }])
    expect(await again.keep(workspaceOf('/s/eth'), wrong as KeptOpenCase)).toMatchObject({ ok: false })
  await again.keep(workspaceOf('/s/eth'), null)
  await restart()
  expect(openWindow('window-4').kept?.openCase).toBeNull()
})

test('a window that is loaded again has its own, also while its lost connection is not ended yet', async () => {
  const first = openWindow('window-1')
  const second = openWindow('window-2')
  await first.keep(workspaceOf('/first'))
  await second.keep(workspaceOf('/second'))
  expect(openWindow('window-3', 'window-1').kept?.workspace).toEqual(workspaceOf('/first'))
  second.close()
  expect(openWindow('window-4', 'window-2').kept?.workspace).toEqual(workspaceOf('/second'))
})

test('a second window begins empty; the one used last is restored', async () => {
  const first = openWindow('window-1')
  await first.keep(workspaceOf('/first'))
  const second = openWindow('window-2')
  expect(second.kept).toEqual(NOTHING)
  await second.keep(workspaceOf('/second'))
  await first.keep(workspaceOf('/first', '/more'))
  await restart()
  expect(openWindow('window-3').kept?.workspace).toEqual(workspaceOf('/first', '/more'))
  expect(openWindow('window-4').kept).toEqual(NOTHING)
})

test('after the core crashed, each window keeps its own', async () => {
  await openWindow('window-1').keep(workspaceOf('/first'))
  await openWindow('window-2').keep(workspaceOf('/second'))
  await restart()
  expect(openWindow('window-1').kept?.workspace).toEqual(workspaceOf('/first'))
  expect(openWindow('window-2').kept?.workspace).toEqual(workspaceOf('/second'))
})

test.each([
  ['{"version":1,"panes":', 'unreadable'],
  ['{"version":1,"panes":[]}', 'unreadable'],
  ['[]', 'unreadable'],
  ['{"version":2,"windows":[]}', 'newer'],
])('%s starts anew, says so, and stays for who can read it', async (text, problem) => {
  await openWindow('window-1').keep(workspaceOf('/first'))
  core.close()
  const file = openDatabase(join(folder, STORE_FILE))
  file.run('UPDATE workspaces SET workspace = ?', text)
  file.close()
  core = await createTestCore(folder)
  const window = openWindow('window-2')
  expect(window.kept).toEqual({ workspace: null, openCase: null, problem })
  await window.keep(workspaceOf('/new'))
  await restart()
  expect(openWindow('window-3').kept?.workspace).toEqual(workspaceOf('/new'))
  core.close()
  const after = openDatabase(join(folder, STORE_FILE))
  expect(after.all('SELECT workspace FROM workspaces WHERE window = ?', 'window-1')).toEqual([
    { workspace: text },
  ])
  after.close()
  core = await createTestCore(folder)
})

test('what is no workspace is refused', async () => {
  const window = openWindow('window-1')
  const good = workspaceOf('/a', '/b')
  const [pane] = good.panes
  const many = Array.from({ length: MAX_PLACES + 1 }, (_, n) => `/s/${String(n)}`)
  const bad: unknown[] = [
    null,
    {},
    { ...good, version: 2 },
    { ...good, panes: [] },
    { ...good, panes: [pane, { ...pane, id: 'q' }] },
    { ...good, panes: [{ ...pane, active: 'nowhere' }] },
    { ...good, activePane: 'nowhere' },
    { ...good, ratio: 1 },
    { ...good, scrollsTogether: 'yes' },
    { ...good, comparesLists: null },
    workspaceOf(...many),
    workspaceOf('https://elsewhere.example/'),
    workspaceOf('//elsewhere.example/'),
    workspaceOf(`/${'p'.repeat(MAX_PATH_LENGTH)}`),
    {
      ...good,
      panes: [{ id: 'p', tabs: [{ ...tabAt('/'), title: 't'.repeat(201) }], active: tabAt('/').id }],
    },
  ]
  for (const workspace of bad)
    expect(await window.keep(workspace)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(await window.keep(good)).toMatchObject({ ok: true })
  expect(await window.keep(workspaceOf(...many.slice(1)))).toMatchObject({ ok: true })
})

test('no more are kept than windows anybody has open', async () => {
  for (let n = 0; n < 40; n += 1) await openWindow(`window-${String(n)}`).keep(workspaceOf(`/s/${String(n)}`))
  core.close()
  const file = openDatabase(join(folder, STORE_FILE))
  expect(file.get('SELECT count(*) AS count FROM workspaces')).toEqual({ count: 20 })
  file.close()
  core = await createTestCore(folder)
  expect(openWindow('window-new').kept?.workspace).toEqual(workspaceOf('/s/39'))
})
