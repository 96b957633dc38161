/** The case that is open in a window is open there again: after a reload, a restart, and when the core was killed. */
import type { Page } from '@playwright/test'
import { appUrl, expect, startApp, test } from '../../app.ts'
import { connectCore } from '../../core-client.ts'
import { killCore } from '../../core-process.ts'
import type { App, CoreClient } from '../../app-types.ts'

const A = `0x${'aa'.repeat(20)}`
const link = (page: Page) => page.getByRole('link', { name: /^Case:/ })
const noteButton = (page: Page) => page.getByRole('button', { name: 'Add a note to this address' })
const newNote = (page: Page) => page.getByRole('textbox', { name: 'Note about this address' })
/** The note of the address can't be written in a read-only case. */
async function expectReadOnly(page: Page) {
  await noteButton(page).press('Enter')
  await expect(page.getByText('No note. This case is read-only.')).toBeVisible()
  await page.keyboard.press('Escape')
}
const pathsOf = async (core: CoreClient, id: number) => {
  const content = await core.read('cases.content', { id })
  return content?.workspace?.panes.flatMap(({ tabs }) => tabs.map(({ path }) => path)) ?? []
}

async function run(page: Page, command: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(command)
  await expect(page.getByRole('option').filter({ hasText: command }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** The window is at `/watchlist`, and shows one address of the case once it is open. Returns its id. */
async function openCase(page: Page, app: App, { isReadOnly = false } = {}): Promise<number> {
  const core = await connectCore(app)
  const tab = { id: 't1', path: `/s/sample/address/${A}`, title: '', isPinned: false }
  const { id } = await core.call('cases.create', {
    name: 'The theft',
    workspace: {
      version: 1,
      panes: [{ id: 'p', tabs: [tab], active: tab.id }],
      layout: 'beside',
      ratio: 0.5,
      activePane: 'p',
    },
  })
  const opened = isReadOnly ? await readOnlyCopy(core, id) : id
  core.close()
  await page.goto(appUrl(app, '/watchlist'))
  await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeVisible()
  await run(page, isReadOnly ? 'Open case: Read' : 'Open case: The theft')
  await expect(link(page)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/address/${A}`, 'i'))
  return opened
}

/** A read-only case only comes from a file. */
async function readOnlyCopy(core: CoreClient, from: number): Promise<number> {
  const content = await core.read('cases.content', { id: from })
  const lines = [
    { format: 'chainglass-case', version: 1, name: 'Read', isReadOnly: true, savedAt: 1 },
    { workspace: content?.workspace },
    { end: 3 },
  ]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const { token } = await core.call('cases.beginFile', { bytes: text.length, text })
  return (await core.call('cases.openFile', { token })).id
}

/** The window that the core would tell of its case now has it. */
async function untilKept(page: Page, app: App, id: number) {
  const core = await connectCore(app)
  const before = (await page.evaluate(() => sessionStorage.getItem('chainglass.window'))) ?? ''
  await expect
    .poll(async () => {
      const kept = await core.read('workspace.changed', { window: crypto.randomUUID(), before })
      return kept.openCase?.id
    })
    .toBe(id)
  core.close()
}

test.describe('a restart @loopback', () => {
  // The page of the host that was ended says that it is not connected.
  test.use({
    pageErrors: { expected: [/WebSocket connection to .* failed/, /ERR_/, /Failed to load resource/] },
  })

  for (const signal of ['SIGTERM', 'SIGKILL'] as const)
    test(`the case is open again with its place after ${signal}, and what was open before it comes back`, async ({
      page,
      autoClose,
      makeFolder,
    }) => {
      const dataDir = makeFolder()
      const app = await startApp({ dataDir })
      const id = await openCase(page, app)
      await untilKept(page, app, id)
      await page.goto('about:blank')
      await app.stop(signal)

      const again = await autoClose(startApp({ dataDir }))
      const other = await page.context().newPage()
      await other.goto(again.url)
      await expect(link(other)).toHaveAccessibleName('Case: The theft')
      await expect(other).toHaveURL(new RegExp(`/address/${A}`, 'i'))
      // Places that are opened now and notes that are written now belong to the case.
      await noteButton(other).press('Enter')
      await newNote(other).fill('After the restart')
      await other.keyboard.press('Control+Enter')
      await expect(
        other.getByRole('button', { name: 'Note about this address: After the restart' }),
      ).toBeVisible()
      // A key is no command while a text is written.
      await expect(newNote(other)).toHaveCount(0)
      await other.keyboard.press('Alt+t')
      await other.keyboard.type('7')
      await other.keyboard.press('Enter')
      await expect(other).toHaveURL(/\/block\/7/)
      const core = await connectCore(again)
      await expect.poll(() => pathsOf(core, id)).toHaveLength(2)
      // The URL gets the address's checksum once the view has it.
      expect((await pathsOf(core, id))[0]?.toLowerCase()).toContain(`/address/${A}`)
      const [found] = await core.read('cases.changed', {})
      expect(found).toMatchObject({ id, notes: 1, places: 2 })
      core.close()

      await run(other, 'Close the case')
      await expect(other).toHaveURL(/\/watchlist$/)
      await expect(link(other)).toHaveCount(0)
    })

  test('a read-only case is open again, and still read-only', async ({ page, autoClose, makeFolder }) => {
    const dataDir = makeFolder()
    const app = await startApp({ dataDir })
    const id = await openCase(page, app, { isReadOnly: true })
    await expectReadOnly(page)
    await untilKept(page, app, id)
    await app.stop('SIGKILL')

    const again = await autoClose(startApp({ dataDir }))
    const other = await page.context().newPage()
    await other.goto(again.url)
    await expect(link(other)).toHaveAccessibleName('Case: Read')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    await expectReadOnly(other)
    await link(other).press('Enter')
    await expect(other.getByText(/This case is read-only/)).toBeVisible()
    await expect(other.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('@loopback', () => {
  test('the core is killed: the case stays open, and what is noted afterwards is in it', async ({
    page,
    autoClose,
  }) => {
    const app = await autoClose(startApp())
    const id = await openCase(page, app)
    await untilKept(page, app, id)
    // Listened to from its beginning: all that it is told may be here before the new core is seen.
    const told = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
    await Promise.all([killCore(app), told])
    await expect(link(page)).toHaveAccessibleName('Case: The theft')
    await noteButton(page).press('Enter')
    await newNote(page).fill('After the core')
    await newNote(page).press('Control+Enter')
    await expect(newNote(page)).toHaveCount(0)
    await page.reload()
    await expect(link(page)).toHaveAccessibleName('Case: The theft')
    await expect(page.getByRole('button', { name: 'Note about this address: After the core' })).toBeVisible()
    const client = await connectCore(app)
    expect(await client.read('cases.changed', {})).toMatchObject([{ id, notes: 1 }])
    client.close()
  })

  test('a read-only case stays so when the core is killed', async ({ page, autoClose }) => {
    const app = await autoClose(startApp())
    const id = await openCase(page, app, { isReadOnly: true })
    await untilKept(page, app, id)
    await killCore(app)
    await expect(link(page)).toHaveAccessibleName('Case: Read')
    await page.reload()
    await expect(link(page)).toHaveAccessibleName('Case: Read')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectReadOnly(page)
  })
})
