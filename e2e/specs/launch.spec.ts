/** How the app is opened in a browser: by a page that only its owner can read, with a code that works once. */
import { readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { WebSocketServer } from 'ws'
import { createSettings } from '../../src/core/settings/settings.ts'
import { openStore } from '../../src/core/store/open-store.ts'
import type { App } from '../app-types.ts'
import { appUrl, expect, startApp, test } from '../app.ts'
import { readKeptPlace } from '../kept-place.ts'
import { AppShell, CLIPBOARD } from '../pages/app-shell.ts'

/** A program of someone else on the host's port. It keeps whatever it is sent. */
async function startStranger(
  port: number,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const heard: string[] = []
  const server = createServer((request, response) => {
    heard.push(`${request.method ?? ''} ${request.url ?? ''} ${JSON.stringify(request.headers)}`)
    respond(request, response)
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket, request) => {
    heard.push(`bridge ${request.headers['sec-websocket-protocol'] ?? ''}`)
    socket.on('message', (data: Buffer) => heard.push(data.toString()))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close: () =>
      new Promise<void>((resolve) => {
        for (const client of sockets.clients) client.terminate()
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
}

const pageOf = (dataDir: string) => join(dataDir, 'open', 'chainglass.html')
const portOf = (app: App) => Number(new URL(app.origin).port)

test.describe('@loopback', () => {
  test('the page in the file leads to the app under a name of this launch, and works again', async ({
    page,
    autoClose,
    makeFolder,
  }) => {
    const dataDir = makeFolder()
    const app = await autoClose(startApp({ dataDir }))
    const file = pathToFileURL(pageOf(dataDir)).href
    expect(statSync(pageOf(dataDir)).mode & 0o077).toBe(0)
    expect(new URL(app.origin).hostname).toMatch(/^[0-9a-f]{32}\.localhost$/)
    const code = /#code=([\w-]{43})/.exec(readFileSync(pageOf(dataDir), 'utf8'))?.[1] ?? 'none'
    await page.goto(file)
    await expect(page).toHaveURL(new RegExp(`^${app.origin}/s/sample/address/`))
    await expect(new AppShell(page).grid('Transactions').row(0)).toBeVisible()
    expect(await page.evaluate(() => document.URL)).not.toContain(code)
    // The code is used up; the file has another one by now.
    await expect.poll(() => readFileSync(pageOf(dataDir), 'utf8')).not.toContain(code)
    const other = await page.context().browser()!.newContext()
    const late = await other.newPage()
    await late.goto(`${app.origin}/#code=${code}`)
    await expect(late.getByText('Session expired.')).toBeVisible()
    await late.goto(file)
    await expect(new AppShell(late).grid('Transactions').row(0)).toBeVisible()
    await other.close()
  })

  test('a link opened in another window is the same app, and a reload is let in', async ({
    page,
    app,
    sample,
  }) => {
    const shell = new AppShell(page)
    await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
    await expect(shell.grid('Transactions').row(0)).toBeVisible()
    await page.reload()
    await expect(shell.grid('Transactions').row(0)).toBeVisible()
    const opened = page.context().waitForEvent('page')
    await shell
      .grid('Transactions')
      .row(0)
      .getByRole('link')
      .first()
      .click({ modifiers: ['Shift'] })
    const tab = await opened
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(new AppShell(tab).status).not.toContainText('not connected')
    await expect(tab.getByText('Session expired.')).toHaveCount(0)

    // A copied link holds nothing that lets anybody in, and opens in this browser.
    const beside = page.context().waitForEvent('page')
    await shell.tab('Tokens').click({ modifiers: ['Shift'] })
    const tokens = new AppShell(await beside)
    await expect(tokens.tab('Tokens')).toHaveAttribute('aria-selected', 'true')
    await expect(tokens.status).not.toContainText('not connected')
    await page.context().grantPermissions(CLIPBOARD)
    const link = await shell.copiedBy(() => shell.run('Copy link'))
    expect(link).toBe(page.url())
    const pasted = await page.context().newPage()
    await pasted.goto(link)
    await expect(new AppShell(pasted).grid('Transactions').row(0)).toBeVisible()
  })

  for (const [stored, system, colour] of [
    ['light', 'dark', 'light'],
    ['dark', 'light', 'dark'],
    ['system', 'dark', 'light dark'],
  ] as const)
    test(`the ${stored} theme is painted before the core is connected, where the system has ${system}`, async ({
      page,
      autoClose,
      makeFolder,
    }) => {
      const dataDir = makeFolder()
      const store = openStore({ dataDir })
      createSettings(store).change({ theme: stored })
      store.close()
      const app = await autoClose(startApp({ dataDir }))
      await page.emulateMedia({ colorScheme: system })
      // The bridge opens and stays silent.
      await page.routeWebSocket(/\/bridge$/, () => undefined)
      await page.goto(app.url)
      await expect(page.locator('html')).toHaveCSS('color-scheme', colour)
      expect(await page.evaluate(() => localStorage.getItem('chainglass.theme'))).toBeNull()
    })

  test('a service worker that another program left under the port sees nothing', async ({
    page,
    autoClose,
  }) => {
    const worker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => event.respondWith(new Response('taken')))`
    const stranger = await startStranger(0, (request, response) => {
      const isWorker = request.url === '/worker.js'
      response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
      response.end(isWorker ? worker : '<p>stranger')
    })
    const origin = `http://127.0.0.1:${String(stranger.port)}`
    await page.goto(origin)
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
    })
    await page.goto(`${origin}/again`)
    await expect(page.getByText('taken')).toBeVisible()
    await stranger.close()
    const app = await autoClose(startApp({ port: stranger.port }))
    await page.goto(app.url)
    await expect(new AppShell(page).grid('Transactions').row(0)).toBeVisible()
  })

  test.describe('', () => {
    test.use({
      pageErrors: { expected: [/WebSocket connection to .* failed/, /ERR_/, /Failed to load resource/] },
    })

    test('a stranger on the port after a crash is told nothing, and the window says so', async ({
      page,
      makeFolder,
    }) => {
      const dataDir = makeFolder()
      const app = await startApp({ dataDir })
      const shell = new AppShell(page)
      await page.goto(app.url)
      await expect(shell.grid('Transactions').row(0)).toBeVisible()
      const session = await page.evaluate(() => localStorage.getItem('chainglass.session') ?? 'none')
      // Modules that are loaded after the first rows come from the host; the one that keeps the tabs is the last of
      // them.
      await expect.poll(() => readKeptPlace(page, app)).toBeDefined()
      await page.waitForLoadState('networkidle')
      await app.stop('SIGKILL')
      await expect(page.getByText('The connection to Chainglass is lost.')).toBeVisible()
      const stranger = await startStranger(portOf(app), (_request, response) => {
        response.end('yes')
      })
      await shell.button('Try now').first().click()
      await expect(page.getByText('Another program answers in place of Chainglass.')).toBeVisible()
      await expect(shell.status).toContainText('not connected')
      expect(stranger.heard.length).toBeGreaterThan(0)
      expect(stranger.heard.filter((line) => !line.startsWith('POST /challenge?'))).toEqual([])
      expect(stranger.heard.join()).not.toContain(session)
      await stranger.close()
    })
  })
})
