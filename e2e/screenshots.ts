/**
 * Makes the pictures in docs/screenshots: `node e2e/screenshots.ts`, after `npm run build`. The sample chain makes no
 * blocks meanwhile, so that the same code makes the same pictures.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { WATCH_COLOURS } from '../src/shared/rpc/contract/watchlist.ts'
import { appUrl, startApp } from './app.ts'
import { connectCore } from './core-client.ts'
import { landmark, startService } from './service.ts'
import { views } from './views.ts'

const FOLDER = join(import.meta.dirname, '..', 'docs', 'screenshots')
const wanted = new Set(process.argv.slice(2))

const chain = await startService({ transactions: 48_211 })
const app = await startApp({ source: chain.url })
await addUserData()
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
    await page.goto(appUrl(app, await view.path(chain, chain.sourceId)))
    await view.ready(page)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: join(FOLDER, `${view.name}-${colorScheme}.png`) })
    await page.close()
  }
  await context.close()
}
if (wanted.size === 0 || wanted.has('first-run'))
  for (const colorScheme of ['light', 'dark'] as const) await firstRun(colorScheme)
if (wanted.size === 0 || wanted.has('poisoned-list'))
  for (const colorScheme of ['light', 'dark'] as const) await poisonedList(colorScheme)
if (wanted.size === 0 || wanted.has('icons')) await icons()
await browser.close()
await app.stop()
await chain.close()

/** Starts an app with an empty data folder: the welcome is shown at the first start only. */
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

/** In an app of its own: here the imitations are shown, which are folded in every other picture. */
async function poisonedList(colorScheme: 'light' | 'dark') {
  const fresh = await startApp({ source: chain.url })
  const core = await connectCore(fresh)
  const { address } = landmark(chain, 'Poisoned account')
  await core.call('watchlist.save', { address, chainId: null, label: 'Payments', colour: 'teal' })
  await core.call('settings.change', { foldScam: false })
  core.close()
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme })
  await page.goto(appUrl(fresh, `/s/${chain.sourceId}/address/${address}`))
  await page.locator('.imitation').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(FOLDER, `poisoned-list-${colorScheme}.png`) })
  await page.close()
  await fresh.stop()
}

/** The icon's two drawings at the sizes that systems use, on a light and a dark background. */
async function icons() {
  const drawn = (name: string) =>
    readFileSync(join(import.meta.dirname, '..', 'build', `${name}.svg`)).toString('base64')
  const [detailed, simple] = [drawn('icon'), drawn('icon-small')]
  const pictures = [256, 128, 64, 48, 32, 24, 16].map((edge) => {
    const svg = edge < 48 ? simple : detailed
    return `<img width="${String(edge)}" height="${String(edge)}" src="data:image/svg+xml;base64,${svg}">`
  })
  const page = await browser.newPage({ viewport: { width: 760, height: 640 } })
  const background = (colour: string) =>
    `<div style="display:flex;gap:24px;align-items:center;padding:32px;background:${colour}">${pictures.join('')}</div>`
  await page.setContent(`<body style="margin:0">${background('#f4f6f8')}${background('#14161c')}`)
  await page.screenshot({ path: join(FOLDER, 'icons.png') })
  await page.close()
}

/** Adds watched addresses, some of them in groups, and a Pro account. */
async function addUserData() {
  const core = await connectCore(app)
  for (const [nth, { address, name }] of chain.landmarks.slice(0, 7).entries()) {
    await core.call('watchlist.save', {
      address,
      chainId: null,
      label: name,
      colour: WATCH_COLOURS[(nth * 5 + 4) % WATCH_COLOURS.length] ?? null,
      groups: nth > 3 ? ['Contracts'] : [],
      note: nth === 1 ? 'Asked by mail who this is, 3 October.' : '',
    })
  }
  const pro = await core.call('sources.add', {
    url: 'https://api.blockscout.com',
    form: 'pro',
    unchecked: true,
  })
  if (pro.kind === 'pro')
    await core.call('keys.set', { id: pro.account, key: 'made-up-for-the-picture-4f2a' })
  core.close()
}
