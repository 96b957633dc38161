/**
 * Makes the pictures under docs/screenshots: `node e2e/screenshots.ts`, after `npm run build`. The sample chain stands
 * still at one moment, so that the same code makes the same pictures.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { WATCH_COLOURS } from '../src/shared/rpc/contract/watchlist.ts'
import { placeUrl, startApp } from './app.ts'
import { openSecondWindow } from './ask-core.ts'
import { startService } from './service.ts'
import { views } from './views.ts'

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screenshots')
const wanted = new Set(process.argv.slice(2))

const chain = await startService({ transactions: 48_211 })
const app = await startApp({ source: chain.url })
await settleIn()
const browser = await chromium.launch({
  executablePath: process.env.CHAINGLASS_CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
mkdirSync(FOLDER, { recursive: true })
for (const colorScheme of ['light', 'dark'] as const) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme,
    reducedMotion: 'reduce',
  })
  for (const view of views(chain.url)) {
    if (wanted.size > 0 && !wanted.has(view.name)) continue
    const page = await context.newPage()
    await page.goto(placeUrl(app, await view.path(chain, chain.sourceId)))
    await view.ready(page)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(FOLDER, `${view.name}-${colorScheme}.png`) })
    await page.close()
  }
  await context.close()
}
if (wanted.size === 0 || wanted.has('first-run'))
  for (const colorScheme of ['light', 'dark'] as const) await firstRun(colorScheme)
if (wanted.size === 0 || wanted.has('icons')) await icons()
await browser.close()
await app.stop()
await chain.close()

/** A data folder of its own each time: there is but one first run. */
async function firstRun(colorScheme: 'light' | 'dark') {
  const fresh = await startApp()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme })
  await page.goto(fresh.url)
  await page.getByRole('region', { name: 'Welcome' }).waitFor()
  await page.locator('[role=row][data-index]').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(FOLDER, `first-run-${colorScheme}.png`) })
  await page.close()
  await fresh.stop()
}

/** The icon's two drawings at the sizes systems show them in, on a light and a dark ground. */
async function icons() {
  const drawn = (name: string) =>
    readFileSync(join(import.meta.dirname, '..', 'build', `${name}.svg`)).toString('base64')
  const [detailed, simple] = [drawn('icon'), drawn('icon-small')]
  const pictures = [256, 128, 64, 48, 32, 24, 16].map((edge) => {
    const svg = edge < 48 ? simple : detailed
    return `<img width="${String(edge)}" height="${String(edge)}" src="data:image/svg+xml;base64,${svg}">`
  })
  const page = await browser.newPage({ viewport: { width: 760, height: 640 } })
  const ground = (colour: string) =>
    `<div style="display:flex;gap:24px;align-items:center;padding:32px;background:${colour}">${pictures.join('')}</div>`
  await page.setContent(`<body style="margin:0">${ground('#f4f6f8')}${ground('#14161c')}`)
  await page.screenshot({ path: join(FOLDER, 'icons.png') })
  await page.close()
}

/** As someone has it who has used it for a while: names of their own, some in groups, and a Pro account. */
async function settleIn() {
  const window = await openSecondWindow(app)
  for (const [nth, { address, name }] of chain.landmarks.slice(0, 7).entries()) {
    await window.ask('watchlist.save', {
      address,
      chainId: null,
      label: name,
      colour: WATCH_COLOURS[(nth * 5 + 4) % WATCH_COLOURS.length] ?? null,
      groups: nth > 3 ? ['Contracts'] : [],
      note: nth === 1 ? 'Asked by mail who this is, 3 October.' : '',
    })
  }
  const { account } = await window.ask('sources.add', {
    url: 'https://api.blockscout.com',
    form: 'pro',
    unchecked: true,
  })
  if (account !== undefined)
    await window.ask('keys.set', { id: account, key: 'made-up-for-the-picture-4f2a' })
  window.close()
}
