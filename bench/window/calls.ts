/** The tree of a transaction's calls with 10,000 frames and as many logs, in real Chromium. Medians of 7. */
import type { Browser, Page } from '@playwright/test'
import { appUrl, startApp } from '../../e2e/app.ts'
import type { App } from '../../e2e/app-types.ts'
import { sourceIdOf } from '../../e2e/service.ts'
import { createService } from '../../src/service/http/server.ts'
import { rawTrace, type TracedCall } from '../../src/service/raw-trace.ts'
import { createSampleChain } from '../../src/service/sample/sample-chain.ts'
import { below, median, type Figure } from '../figure.ts'
import { launchChromium } from '../launch-chromium.ts'

const ROUNDS = 7
const FRAMES = 10_000
const VIEWPORT = { width: 1440, height: 900 }

export async function run(): Promise<Figure[]> {
  const sample = createSampleChain({ seed: 1, transactions: 1_234 })
  const hash = (await newestMined(sample)) ?? ''
  const service = await createService({
    dialect: 'v12',
    reader: {
      ...sample,
      detail: (id, params) =>
        id === 'transaction-calls' ? { items: rawTrace(hash, largeTree()) } : sample.detail(id, params),
    },
  })
  const browser = await launchChromium()
  const app = await startApp({ source: service.url })
  try {
    return await measure(browser, app, `/s/${sourceIdOf(service.url)}/tx/${hash}`)
  } finally {
    await app.stop()
    await browser.close()
    await service.close()
  }
}

async function newestMined(sample: ReturnType<typeof createSampleChain>): Promise<string | undefined> {
  const page = await sample.list('latest-transactions', { params: {}, filters: {}, after: null, limit: 50 })
  const found = page?.items.find(({ block_number: block }) => block !== null)?.hash
  return typeof found === 'string' ? found : undefined
}

const address = (number: number) => `0x${(number % 97).toString(16).padStart(40, '5')}`
const word = (number: number) => number.toString(16).padStart(64, '0')

/** Ten calls in each of the first three levels, then nine: every call a transfer that logs. */
function largeTree(): TracedCall {
  let count = 0
  const call = (depth: number): TracedCall => {
    count += 1
    const number = count
    const calls: TracedCall[] = []
    const most = depth < 4 ? 10 : 0
    for (let nth = 0; nth < most && count < FRAMES; nth++) calls.push(call(depth + 1))
    const input = `0xa9059cbb${word(number)}${word(number * 1_000)}`
    const log = {
      address: address(number),
      topics: [
        '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
        `0x${word(1)}`,
        `0x${word(2)}`,
      ],
      data: `0x${word(number)}`,
      index: number,
      position: 0,
    }
    return {
      type: number % 3 === 0 ? 'delegatecall' : 'call',
      from: address(number - 1),
      to: address(number),
      value: number % 5 === 0 ? '0x16345785d8a0000' : '0x0',
      gas: '0xf4240',
      gasUsed: `0x${(30_000 + calls.reduce((sum, { gasUsed }) => sum + Number(gasUsed), 0)).toString(16)}`,
      input,
      output: `0x${word(1)}`,
      error: number % 500 === 0 ? 'reverted' : null,
      logs: [log],
      calls,
    }
  }
  return call(0)
}

interface Marks {
  asked?: number
  answered?: number
  painted?: number
}

async function measure(browser: Browser, app: App, path: string): Promise<Figure[]> {
  const whole: number[] = []
  const painted: number[] = []
  const folds: number[] = []
  const finds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: VIEWPORT })
    page.setDefaultTimeout(20_000)
    await page.addInitScript(watchTree)
    await page.goto(appUrl(app, path))
    await page.getByRole('tab', { name: 'Calls' }).click()
    const done = await page.waitForFunction(() => (globalThis as { marks?: Marks }).marks?.painted)
    await done.dispose()
    const marks = await page.evaluate(() => (globalThis as unknown as { marks: Required<Marks> }).marks)
    whole.push(marks.painted - marks.asked)
    painted.push(marks.painted - marks.answered)
    const depth = page.getByRole('group', { name: 'Depth' }).getByRole('button')
    // All levels, then fewer, then more.
    for (const button of [1, 0, 0, 2, 2])
      folds.push(await toPaint(page, 'click', () => depth.nth(button).click()))
    await page.getByRole('textbox', { name: 'Find in calls' }).focus()
    for (const letter of 'transfer')
      finds.push(await toPaint(page, 'input', () => page.keyboard.press(letter)))
    await page.close()
  }
  return [
    { name: `${FRAMES.toLocaleString('en')} calls asked for to painted`, value: median(whole), unit: 'ms' },
    below('of that, from the answer in the window to the painted tree', median(painted), 500, 'ms'),
    below('a fold of all of it to painted', median(folds), 50, 'ms'),
    below('a letter of a find in all of it to painted', median(finds), 50, 'ms'),
  ]
}

/** Runs in the page: when the trace was asked for, when it came, and when its tree was painted. */
function watchTree() {
  const marks: Marks = {}
  Object.assign(globalThis, { marks })
  const send = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'send')?.value as WebSocket['send']
  WebSocket.prototype.send = function (data) {
    if (typeof data === 'string' && data.includes('"transaction-calls"')) marks.asked ??= performance.now()
    send.call(this, data)
  }
  const note = (event: Event) => {
    const { data } = event as MessageEvent<string | ArrayBuffer>
    const size = typeof data === 'string' ? data.length : data.byteLength
    if (marks.asked !== undefined && size > 1_000_000) marks.answered ??= performance.now()
  }
  const Socket = WebSocket
  globalThis.WebSocket = class extends Socket {
    constructor(...args: ConstructorParameters<typeof Socket>) {
      super(...args)
      this.addEventListener('message', note)
    }
  }
  new MutationObserver(() => {
    if (marks.painted !== undefined || document.querySelector('[role=treeitem]') === null) return
    // A task after the next frame's callbacks: the frame is done by then.
    requestAnimationFrame(() => setTimeout(() => (marks.painted ??= performance.now())))
  }).observe(document, { subtree: true, childList: true })
}

/** The time from the event that `act` makes to a task after the next frame, by the page's own clock. */
async function toPaint(page: Page, event: 'click' | 'input', act: () => Promise<void>): Promise<number> {
  await page.evaluate((name) => {
    const took = new Promise<number>((done) => {
      const note = ({ timeStamp }: Event) => {
        requestAnimationFrame(() =>
          setTimeout(() => {
            done(performance.now() - timeStamp)
          }),
        )
      }
      addEventListener(name, note, { once: true, capture: true })
    })
    Object.assign(globalThis, { took })
  }, event)
  await act()
  return page.evaluate(() => (globalThis as unknown as { took: Promise<number> }).took)
}
