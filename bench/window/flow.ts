/** A graph of money with more than 2,000 addresses, moved and zoomed in real Chromium; what the main thread does for a frame. */
import type { Page } from '@playwright/test'
import { appUrl, startApp } from '../../e2e/app.ts'
import { sourceIdOf } from '../../e2e/service.ts'
import type { ChainReader } from '../../src/service/chain-reader.ts'
import { createService } from '../../src/service/http/server.ts'
import { createSampleChain } from '../../src/service/sample/sample-chain.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'

const CHILDREN = 45
const FRAMES = 180
const VIEWPORT = { width: 1440, height: 900 }

const START = 1n
const addressOf = (number: bigint) => `0x${number.toString(16).padStart(40, '0')}`

/** Each address pays as many others, which nobody else pays. */
function treeChain(): ChainReader {
  const base = createSampleChain({ seed: 1, transactions: 20 })
  return {
    ...base,
    list(id, { params, after }) {
      const own = BigInt(params.address_hash ?? 0)
      if (id !== 'address-transactions' || after) return { items: [], next: null }
      const items = Array.from({ length: CHILDREN }, (_, at) => {
        const other = own * 100n + BigInt(at) + 2n
        const number = CHILDREN - at
        return {
          hash: `0x${other.toString(16).padStart(64, '0')}`,
          block_number: number,
          timestamp: new Date(Date.UTC(2026, 0, 1) + number * 12_000).toISOString(),
          status: 'ok',
          from: { hash: addressOf(own) },
          to: { hash: addressOf(other) },
          value: String(10n ** 18n * BigInt(1 + ((at * 7) % 40))),
          fee: { type: 'actual', value: '0' },
        }
      })
      return { items, next: null }
    },
  }
}

export async function run(): Promise<Figure[]> {
  const service = await createService({ dialect: 'v12', reader: treeChain() })
  const browser = await launchChromium()
  const app = await startApp({ source: service.url })
  try {
    const page = await browser.newPage({ viewport: VIEWPORT })
    page.setDefaultTimeout(120_000)
    const steps = `o${String(CHILDREN)}-${START.toString(36)}!.o${String(CHILDREN)}-`
    const from = performance.now()
    await page.goto(appUrl(app, `/s/${sourceIdOf(service.url)}/flow?from=${addressOf(START)}&steps=${steps}`))
    const count = (1 + CHILDREN + CHILDREN * CHILDREN).toLocaleString('en')
    await page.getByText(`${count} addresses`).first().waitFor()
    const shown = performance.now() - from
    await page.getByRole('button', { name: 'Show the whole graph' }).click()
    const whole = await framesOf(page)
    for (let times = 0; times < 9; times += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
    const near = await framesOf(page)
    return [
      { name: '2,071 addresses asked for to shown', value: shown, unit: 'ms' },
      below('a frame of all of it while it is dragged, in scripts', whole.script, 16.7, 'ms'),
      { name: 'from one of these frames to the next', value: whole.frame, unit: 'ms' },
      below('a frame near by, with names, in scripts', near.script, 16.7, 'ms'),
      { name: 'from one of these frames to the next', value: near.frame, unit: 'ms' },
    ]
  } finally {
    await app.stop()
    await browser.close()
    await service.close()
  }
}

/** The plane is dragged around: how long scripts take for a frame, and how far frames are apart. Medians. */
async function framesOf(page: Page) {
  const box = (await page.getByRole('listbox', { name: 'Addresses of the graph' }).boundingBox())!
  await page.evaluate(() => {
    const seen = { frames: [] as number[], scripts: [] as number[] }
    Object.assign(globalThis, { seen })
    const request = globalThis.requestAnimationFrame.bind(globalThis)
    globalThis.requestAnimationFrame = (run) =>
      request((time) => {
        const from = performance.now()
        run(time)
        seen.scripts.push(performance.now() - from)
      })
    let last = performance.now()
    const tick = (now: number) => {
      seen.frames.push(now - last)
      last = now
      request(tick)
    }
    request(tick)
  })
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let at = 0; at < FRAMES; at += 1)
    await page.mouse.move(x + 120 * Math.sin(at / 9), y + 60 * Math.cos(at / 7))
  await page.mouse.up()
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { frames: number[]; scripts: number[] } }).seen,
  )
  // Sigma's script for a frame is by far the longest.
  const scripts = seen.scripts.filter((one) => one > 0.3)
  return { frame: median(seen.frames), script: scripts.length > 0 ? median(scripts) : 0 }
}
