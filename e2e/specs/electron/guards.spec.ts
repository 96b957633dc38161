/** Attacks by a page in the window, one for each promise, in real Chromium on the built main process. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, appUrl, startApp, test } from '../../app.ts'
import type { ElectronApp } from '../../electron-app.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
test.describe.configure({ mode: 'default' })
// Each attack makes Chromium log errors.
test.use({ pageErrors: { expected: [/./] } })

/** One app for all attacks: it must survive each of them. */
const attack = test.extend<object, { attacked: ElectronApp }>({
  attacked: [
    async ({ hostOfWorker: _setFirst }, use) => {
      const app = (await startApp()) as ElectronApp
      await use(app)
      await app.stop()
    },
    { scope: 'worker' },
  ],
})
const opened = (app: ElectronApp) =>
  app.electron.evaluate(({ shell }) => (shell as unknown as { opened: string[] }).opened)

async function openSampleChain(page: Page, app: ElectronApp) {
  await page.goto(appUrl(app, '/s/sample?tab=transfers'))
  await expect(page.getByRole('grid')).toBeVisible()
}

attack('the built preload is one classic script that can load nothing but electron', () => {
  const text = readFileSync(join(ROOT, 'out', 'preload', 'index.cjs'), 'utf8')
  expect([...text.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"'])
  expect(text).not.toMatch(/^\s*(import|export)\b|import\(/m)
  expect(text.length).toBeLessThan(1_000)
})

attack(
  'a page has two functions of the bridge, and nothing of Node or Electron',
  async ({ page, attacked }) => {
    await openSampleChain(page, attacked)
    const found = await page.evaluate(() => {
      const scope = globalThis as unknown as Record<string, unknown>
      const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', 'global']
      return {
        node: names.filter((name) => scope[name] !== undefined),
        bridge: Object.keys(scope.chainglass as object).sort(),
        frozen: Object.isFrozen(scope.chainglass),
      }
    })
    expect(found).toEqual({ node: [], bridge: ['onMessage', 'send'], frozen: true })
  },
)

for (const target of [
  'https://evil.example/',
  'http://127.0.0.1:1/',
  'javascript:document.title="owned"',
  'data:text/html,owned',
  'file:///etc/passwd',
  'app://elsewhere/',
  'chrome://gpu',
]) {
  attack(`a page can not take the window to ${target}`, async ({ page, attacked }) => {
    await openSampleChain(page, attacked)
    const before = page.url()
    await page.evaluate((url) => {
      const link = document.createElement('a')
      link.href = url
      document.body.append(link)
      link.click()
      try {
        location.href = url
      } catch {
        // Trusted Types throw for javascript: URLs.
      }
    }, target)
    // The window still works, at the same URL.
    await expect(page.getByRole('grid')).toBeVisible()
    expect(page.url()).toBe(before)
    expect(await page.title()).not.toBe('owned')
  })
}

attack(
  'a page can open no window but one of the app; an https link goes to the system’s browser',
  async ({ page, attacked }) => {
    await openSampleChain(page, attacked)
    const own = attacked.electron.waitForEvent('window')
    await page.evaluate(() => {
      for (const url of [
        'file:///etc/passwd',
        'about:blank',
        'https://etherscan.io/tx/0x1',
        'app://chainglass/',
      ])
        window.open(url)
    })
    await expect.poll(() => opened(attacked)).toContain('https://etherscan.io/tx/0x1')
    expect((await opened(attacked)).filter((url) => !url.startsWith('https://etherscan.io'))).toEqual([])
    const opening = await own
    // The stand-in has a name of its own for app://chainglass.
    await opening.waitForURL(/chainglass/)
    await opening.close()
    await expect.poll(() => attacked.electron.windows().length).toBe(1)
  },
)

attack('a page reaches no server, neither by script nor by navigation', async ({ page, attacked }) => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('secret')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  await openSampleChain(page, attacked)
  const failed = await page.evaluate(async (url) => {
    const attempts = [
      fetch(`${url}/fetch`, { mode: 'no-cors' }),
      new Promise((resolve, reject) => {
        const image = new Image()
        image.onload = resolve
        image.onerror = reject
        image.src = `${url}/image`
      }),
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url.replace('http', 'ws'))
        socket.onopen = resolve
        socket.onerror = reject
      }),
    ]
    return (await Promise.allSettled(attempts)).map(({ status }) => status)
  }, url)
  expect(failed).toEqual(['rejected', 'rejected', 'rejected'])
  // The policy stops scripts; the request filter also stops navigations, which the policy does not cover.
  await expect(page.goto(`${url}/navigation`)).rejects.toThrow()
  // Chromium shows its error page after the refusal: the next test's navigation must not meet it half-way.
  await page.waitForURL('chrome-error://chromewebdata/')
  expect(requests).toEqual([])
  server.close()
})

attack(
  'a page runs no text: no inline script, no eval, no HTML from a string',
  async ({ page, attacked }) => {
    await openSampleChain(page, attacked)
    const ran = await page.evaluate(() => {
      const scope = globalThis as unknown as { owned?: string }
      const attempts: (() => void)[] = [
        () => {
          const script = document.createElement('script')
          script.append('globalThis.owned = "inline"')
          document.body.append(script)
        },
        () => {
          document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.owned = 1">')
        },
        () => {
          setTimeout('globalThis.owned = "timer"' as unknown as () => void, 0)
        },
      ]
      for (const attempt of attempts) {
        try {
          attempt()
        } catch {
          // Trusted Types refuse it.
        }
      }
      return new Promise((resolve) => {
        setTimeout(() => {
          resolve(scope.owned)
        }, 50)
      })
    })
    expect(ran).toBeUndefined()
  },
)

attack('app:// gives its own files, and nothing above them', async ({ page, attacked }) => {
  await openSampleChain(page, attacked)
  const statuses = await page.evaluate(async () => {
    const paths = [
      '/icon.svg',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/main/index.js',
      '/assets/..%5c..%5cindex.js',
    ]
    const got = await Promise.all(paths.map((path) => fetch(path)))
    const posted = await fetch('/icon.svg', { method: 'POST', body: 'x' })
    return [...got, posted].map(({ status }) => status)
  })
  expect(statuses[0]).toBe(200)
  expect(statuses.slice(1).every((status) => status >= 400)).toBe(true)
})

attack(
  'a page may write text to the clipboard and is denied all other permissions',
  async ({ page, attacked }) => {
    await openSampleChain(page, attacked)
    const state = (name: string) =>
      page.evaluate(
        async (name) => (await navigator.permissions.query({ name: name as 'camera' })).state,
        name,
      )
    expect(await state('clipboard-write')).toBe('granted')
    for (const name of ['clipboard-read', 'geolocation', 'camera'])
      expect(await state(name), name).toBe('denied')
  },
)

attack('a file dropped on the window opens nothing, nor does a link', async ({ page, attacked }) => {
  await openSampleChain(page, attacked)
  const before = page.url()
  const session = await attacked.page.context().newCDPSession(attacked.page)
  const link = { mimeType: 'text/uri-list', data: 'http://127.0.0.1:1/' }
  for (const dropped of [{ items: [], files: ['/etc/hostname'] }, { items: [link] }]) {
    // A refused navigation keeps the page. An allowed one replaces it, and no event reports that here.
    const left = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('dragleave', () => {
            resolve()
          })
        }),
    )
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', {
        type,
        x: 400,
        y: 400,
        data: { ...dropped, dragOperationsMask: 1 },
      })
    }
    await left
  }
  await session.detach()
  await expect(page.getByRole('grid')).toBeVisible()
  expect(page.url()).toBe(before)
  // The page that a refused link began is closed a moment later.
  await expect.poll(() => attacked.electron.windows().length).toBe(1)
})

attack(
  'a page that floods the bridge with garbage has its messages dropped and counted, and the app works on',
  async ({ page, attacked }) => {
    await openSampleChain(page, attacked)
    await page.evaluate(() => {
      const { chainglass } = window as unknown as { chainglass: { send(text: unknown): void } }
      const garbage = ['{', 'null', '[]', '{"verb":"own"}', { not: 'a text' }, 'x'.repeat(100_000)]
      for (const piece of garbage) chainglass.send(piece)
      for (let n = 0; n < 30_000; n++) chainglass.send(garbage[n % 5])
    })
    await page.goto(appUrl(attacked, '/s/sample?tab=transfers'))
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await expect.poll(() => attacked.stderr()).toMatch(/\d+ messages were dropped: a flood/)
  },
)
