/**
 * The time from requesting a page to painting its rows, with the archive and without one. In the window, from an
 * instance at a usual distance.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { startChainInstance } from '#core/archive/testing/chain-instance.ts'
import { createTestCore } from '#core/testing/create-test-core.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { appUrl, startApp } from '../../e2e/app.ts'
import { sourceIdOf } from '../../e2e/service.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'
import { openAddress, watchOpening } from './open-address.ts'

/** Addresses that were never opened, by turns in one app and the other. */
const ROUNDS = 60
const DISTANCE_MS = 60

export async function run(): Promise<Figure[]> {
  const instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: 2_000 }, () => 1))
  const far = await startFarInstance(instance.url)
  const browser = await launchChromium()
  try {
    const apps = [await openApp(browser, far.url, true), await openApp(browser, far.url, false)] as const
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1)
      // Each of them is first as often as the other.
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
        times[at].push(await apps[at].open(10 + round))
    for (const app of apps) await app.close()
    // The first ones load code.
    const [withArchive, without] = times.map((one) => median(one.slice(5))) as [number, number]
    return [
      below(
        'page requested to rows painted, with the archive against without',
        withArchive / without,
        1.03,
        'x',
      ),
      { name: `the same without, ${String(DISTANCE_MS)} ms away`, value: without, unit: 'ms' },
    ]
  } finally {
    await browser.close()
    far.close()
    await instance.stop()
  }
}

/** The same instance, further away, with rows of its own for each address: the window leaves alone what says the same. */
async function startFarInstance(url: string) {
  const server = createServer((request, response) => {
    void setTimeout(DISTANCE_MS)
      .then(() => fetch(new URL(request.url ?? '/', url)))
      .then(async (answer) => {
        const [, end = '0000'] = /addresses\/0x\w{36}(\w{4})\/transactions/.exec(request.url ?? '') ?? []
        const text = (await answer.text()).replaceAll('"hash":"0x0000', `"hash":"0x${end}`)
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
      })
      .catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${String(port)}`, close: () => server.close() }
}

async function openApp(browser: Browser, source: string, keepRead: boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-bench-'))
  const core = await createTestCore(dataDir)
  const changed = await connectInMemory(core.server).call('settings.change', { keepRead })
  if (!changed.ok) throw new Error(JSON.stringify(changed.error))
  core.close()
  const app = await startApp({ dataDir, source })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.addInitScript(watchOpening)
  await page.goto(appUrl(app, `/s/${sourceIdOf(source)}/address/${exampleAddress(1)}`))
  await page.locator('[role=row][data-index]').first().waitFor()
  return {
    async open(address: number) {
      const { requested, painted } = await openAddress(page, exampleAddress(address))
      return painted - requested
    },
    async close() {
      await page.close()
      await app.stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
