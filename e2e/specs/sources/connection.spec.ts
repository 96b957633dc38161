/** The core or its host dies while the window is open: the window says so, keeps what is loaded, and reconnects. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { coreOf, expectNewCore } from '../../core-process.ts'
import { connectCore } from '../../core-client.ts'
import { readSampleRows, someSenders } from '../../sample-rows.ts'
import { AppShell } from '../../pages/app-shell.ts'

const LOST = 'The connection to Chainglass is lost.'

/** Runs in the page: sets `wasShown` once the text is in it, however short. */
function noteShown(text: string) {
  new MutationObserver((_, observer) => {
    if (!document.body.textContent.includes(text)) return
    Object.assign(globalThis, { wasShown: true })
    observer.disconnect()
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

test.describe('@loopback', () => {
  test('the core is killed: the window says so and reconnects by itself', async ({
    page,
    autoClose,
    sample,
  }) => {
    const app = await autoClose(startApp({ source: sample.url }))
    const shell = new AppShell(page)
    const grid = shell.grid('Transactions')
    await page.goto(app.url)
    await expect(shell.latest('Transfers').first()).toBeVisible()
    const source = new URL(page.url()).pathname.split('/')[2] ?? ''
    await page.goto(appUrl(app, `/s/${source}/address/${sample.busiest}`))
    await expect.poll(() => grid.loadedCount()).toBeGreaterThan(80)
    await grid.scrollTo(34 * 20)
    const hash = await grid.cell(25, 'Transaction')
    await expect(hash).toContainText('0x')
    const seen = await hash.textContent()

    const core = coreOf(app)
    // Noted in the page: the message is there for a quarter of a second, which a wait from outside can miss.
    await page.evaluate(noteShown, LOST)
    process.kill(core, 'SIGKILL')
    await page.waitForFunction(() => (globalThis as { wasShown?: boolean }).wasShown)
    await expect(page.getByText(LOST)).toHaveCount(0)
    await expectNewCore(app, core)

    await expect(hash).toHaveText(seen ?? '')
    await expect.poll(() => grid.scrollTop()).toBe(34 * 20)
    const loaded = await grid.loadedCount()
    await grid.root.hover()
    await page.mouse.wheel(0, 12_000)
    await expect.poll(() => grid.loadedCount()).toBeGreaterThan(loaded)
    await expect(shell.alert).toHaveCount(0)
  })

  test('a core that can not start again says why in the window, until it can', async ({
    page,
    autoClose,
    sample,
    makeFolder,
  }) => {
    const dataDir = makeFolder()
    const app = await autoClose(startApp({ source: sample.url, dataDir }))
    await page.goto(app.url)
    await expect(new AppShell(page).latest('Transfers').first()).toBeVisible()
    const setVersion = (version: number) => {
      const file = new DatabaseSync(join(dataDir, 'chainglass.sqlite'))
      const { user_version } = file.prepare('PRAGMA user_version').get() as { user_version: number }
      file.exec(`PRAGMA user_version = ${String(version)}`)
      file.close()
      return user_version
    }
    const version = setVersion(9_999)
    process.kill(coreOf(app), 'SIGKILL')
    const why = page.getByText('The data was written by a newer version of Chainglass. It was not touched.')
    await expect(why).toBeVisible()
    setVersion(version)
    await expect(why).toHaveCount(0)
    await expect(new AppShell(page).status).not.toContainText('not connected')
  })

  test('the core is killed while a filtered list is open: it is read again, and found in as before', async ({
    page,
    autoClose,
  }) => {
    const app = await autoClose(startApp())
    const client = await connectCore(app)
    const [address = ''] = await someSenders(client, 1)
    const rows = (await readSampleRows(client, { params: { address_hash: address } })) ?? []
    client.close()
    const count = (some: number) => some.toLocaleString('en')
    const summaryOf = (end: 'from' | 'to') => {
      const found = rows.filter((row) => row[end]?.hash === address).length
      return page.getByText(`${count(found)} of ${count(rows.length)} rows match`, { exact: true })
    }
    await page.goto(appUrl(app, `/s/sample/address/${address}?tab=transactions&where=out`))
    await expect(summaryOf('from')).toBeVisible()
    const core = coreOf(app)
    process.kill(core, 'SIGKILL')
    await expectNewCore(app, core)
    await page.getByRole('combobox', { name: 'Filter' }).fill('in')
    await expect(summaryOf('to')).toBeVisible()
  })

  test.describe('', () => {
    test.use({
      pageErrors: {
        // A connection that was open when the host was killed is reset.
        expected: [
          /WebSocket connection to .* failed/,
          /ERR_(?:CONNECTION_(?:REFUSED|RESET)|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/,
          /status of 421/,
        ],
      },
    })

    test('the host is killed: the window says so; a new host lets in its own links only', async ({
      page,
      autoClose,
      sample,
      makeFolder,
    }) => {
      const dataDir = makeFolder()
      const shell = new AppShell(page)
      const app = await startApp({ source: sample.url, dataDir })
      // A part of the window that is not loaded yet when the host is gone: it must not matter when that is.
      await page.route(/image-loader/, (route) => route.abort('connectionrefused'))
      await page.goto(app.url)
      await expect(shell.latest('Transfers').first()).toBeVisible()
      await app.stop('SIGKILL')
      await expect(page.getByText(LOST)).toBeVisible()
      await expect(shell.status).toContainText('not connected')
      await expect(shell.latest('Transfers').first()).toBeVisible()

      const restarted = await autoClose(startApp({ dataDir, port: Number(new URL(app.origin).port) }))
      // The window's own button; a list that was loading has one as well.
      await shell.button('Try now').first().click()
      await expect(page.getByText('Session expired.')).toBeVisible()
      await page.goto(restarted.url)
      await expect(shell.latest('Transfers').first()).toBeVisible()
      await expect(shell.status).not.toContainText('not connected')
    })
  })
})
