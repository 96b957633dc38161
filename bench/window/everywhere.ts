/**
 * One address on ten chains whose sources take 300 ms for each answer, two of them failing: from the click that asks them to
 * the first row, and to all, by the clock of the page in real Chromium. Nothing of it was kept before.
 */
import type { Page } from '@playwright/test'
import { appUrl, startApp } from '../../e2e/app.ts'
import { connectCore } from '../../e2e/core-client.ts'
import { startChainServices, type ChainServices } from '../../src/core/everywhere/testing/chain-services.ts'
import { html, json } from '#platform/testing/behaviours.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'

const CHAINS = ['1', '8453', '10', '42161', '137', '100', '56', '43114', '324', '59144']
const FAILING = [3, 7]
const ANSWER_MS = 300
const ROUNDS = 5
const VIEWPORT = { width: 1440, height: 900 }

/** From the click, ms. */
interface Times {
  readonly first: number
  readonly all: number
}

export async function run(): Promise<Figure[]> {
  const world = await startChainServices(CHAINS)
  const browser = await launchChromium()
  const app = await startApp()
  try {
    const core = await connectCore(app)
    const { sources } = await core.read('sources.changed', {})
    for (const { id } of sources) await core.call('sources.hide', { id, hidden: true })
    for (const { url } of world.services) await core.call('sources.add', { url })
    await core.call('settings.change', { keepRead: false, images: false })
    core.close()
    world.services[FAILING[0]!]!.server.always(slow(html()))
    world.services[FAILING[1]!]!.server.always(slow(json({ message: 'Wrong key' }, 401)))
    world.delayMs = ANSWER_MS
    const times: Times[] = []
    for (let round = -1; round < ROUNDS; round += 1) {
      const page = await browser.newPage({ viewport: VIEWPORT })
      await page.goto(appUrl(app, `/everywhere/${world.busiest}`))
      const took = await askAll(page, world)
      await page.close()
      // The first fills caches, of the compiler as of the sources.
      if (round >= 0) times.push(took)
    }
    return [
      below('first of ten rows', median(times.map(({ first }) => first)), 400, 'ms'),
      below('all ten rows, two of them failed', median(times.map(({ all }) => all)), 1_500, 'ms'),
    ]
  } finally {
    await app.stop()
    await browser.close()
    await world.close()
  }
}

type Behaviour = ReturnType<typeof html>
const slow =
  (behaviour: Behaviour): Behaviour =>
  (response, seen) => {
    setTimeout(() => void behaviour(response, seen), ANSWER_MS)
  }

async function askAll(page: Page, world: ChainServices): Promise<Times> {
  const ask = page.getByRole('button', { name: `Ask ${String(world.services.length)} sources` })
  await ask.waitFor()
  await page.evaluate(watchRows, world.services.length)
  await ask.click()
  const took = await page.waitForFunction(() => (globalThis as { took?: Times }).took)
  return (await took.jsonValue())!
}

/** Runs in the page: notes the frames in which the first row, and all of them, are there to be painted. */
function watchRows(count: number) {
  const self = globalThis as { took?: Times }
  delete self.took
  let from = 0
  let first: number | undefined
  addEventListener('click', ({ timeStamp }) => (from = timeStamp), { capture: true, once: true })
  const check = () => {
    if (first === undefined && document.querySelector('[data-label=Balance] .amount'))
      first = performance.now() - from
    const said = [...document.querySelectorAll('[data-label=State] .said')].map(
      ({ textContent }) => textContent,
    )
    const isDone = said.length === count && said.every((text) => !/^(Asking|Waiting|Not asked|$)/.test(text))
    if (first !== undefined && isDone) self.took = { first, all: performance.now() - from }
    else requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
}
