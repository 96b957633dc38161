/**
 * Makes the pictures in docs/screenshots: `node e2e/screenshots.ts [name ...]`, after `npm run build`. With
 * `--all FOLDER` it makes pictures of every view in every size into that folder, to be looked at, and axe reads each of
 * them. The sample chain makes no blocks meanwhile, so that the same code makes the same pictures.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, expect, type BrowserContextOptions, type Page } from '@playwright/test'
import { WATCH_COLOURS } from '../src/shared/rpc/contract/watchlist.ts'
import { appUrl, startApp } from './app.ts'
import { connectCore } from './core-client.ts'
import { landmark, startService } from './service.ts'
import { furtherViews, views } from './views.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

interface Size {
  readonly name: string
  readonly options: BrowserContextOptions
  /** The text size that the person has set in the browser, px. */
  readonly text?: number
}
const size = (width: number, height: number, more: Partial<Size> = {}): Size => ({
  name: `${String(width)}x${String(height)}`,
  options: { viewport: { width, height } },
  ...more,
})
const USUAL = size(1440, 900)
const SIZES = [
  USUAL,
  size(1024, 700),
  size(2560, 1440),
  size(3840, 2160),
  size(400, 800),
  size(720, 450, {
    name: 'zoom-200',
    options: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  }),
  size(1440, 900, { name: 'text-200', text: 32 }),
]

const [flag, folder, ...names] = process.argv.slice(2)
const all = flag === '--all' ? folder : undefined
const FOLDER = all ?? join(import.meta.dirname, '..', 'docs', 'screenshots')
/** Names of views; with `--all` of sizes and themes too. None: every one. */
const wanted = new Set(all === undefined ? process.argv.slice(2) : names)
const isWanted = (name: string, among: readonly string[]) =>
  among.includes(name) && (wanted.has(name) || !among.some((each) => wanted.has(each)))
/** What axe found. */
const violations: string[] = []

const chain = await startService({ transactions: 48_211 })
const app = await startApp({ source: chain.url })
const core = await connectCore(app)
await addUserData()
const browser = await chromium.launch({
  executablePath: process.env.CHAINGLASS_CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
mkdirSync(FOLDER, { recursive: true })
const shownViews = [
  ...views(chain.url),
  ...(all === undefined ? [] : furtherViews(chain.url, await addOffline())),
]
const VIEW_NAMES = [
  ...shownViews.map(({ name }) => name),
  'first-run',
  'poisoned-list',
  'flow',
  'panes',
  'icons',
]
for (const one of all === undefined ? [USUAL] : SIZES) {
  if (
    !isWanted(
      one.name,
      SIZES.map(({ name }) => name),
    )
  )
    continue
  for (const theme of THEMES) {
    if (!isWanted(theme, THEMES)) continue
    for (const view of shownViews) if (isWanted(view.name, VIEW_NAMES)) await takeView(view, one, theme)
    if (isWanted('first-run', VIEW_NAMES)) await firstRun(one, theme)
    if (isWanted('poisoned-list', VIEW_NAMES)) await poisonedList(one, theme)
    if (isWanted('flow', VIEW_NAMES)) await flow(one, theme)
    if (isWanted('panes', VIEW_NAMES)) await panes(one, theme)
  }
}
if (all === undefined && isWanted('icons', VIEW_NAMES)) await icons()
await browser.close()
core.close()
await app.stop()
await chain.close()
if (violations.length > 0) {
  process.stderr.write(`${violations.join('\n')}\n`)
  process.exitCode = 1
}

async function takeView(view: (typeof shownViews)[number], one: Size, theme: Theme) {
  // What another view has chosen.
  await core.call('settings.change', { time: 'relative', nftView: 'grid' })
  await take(view.name, one, theme, async (page) => {
    await page.goto(appUrl(app, await view.path(chain, chain.sourceId)))
    await view.ready(page)
  })
}

/** A picture of a new page, once `open` has shown in it what it is named after. */
async function take(
  name: string,
  { name: sizeName, options, text }: Size,
  theme: Theme,
  open: (page: Page) => Promise<void>,
) {
  const context = await browser.newContext({ ...options, colorScheme: theme, reducedMotion: 'reduce' })
  const page = await context.newPage()
  if (text !== undefined)
    await (await context.newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: text } })
  const file = all === undefined ? `${name}-${theme}` : `${name}-${sizeName}-${theme}`
  try {
    await open(page)
    await page.evaluate(() => document.fonts.ready)
    // A hidden button stands where one is still being loaded.
    await expect(page.locator('button[style*="visibility: hidden"]')).toHaveCount(0)
    await page.screenshot({ path: join(FOLDER, `${file}.png`) })
    if (all !== undefined)
      for (const { id, nodes } of (await new AxeBuilder({ page }).analyze()).violations)
        violations.push(`${file}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  } catch (error) {
    // The others are of use without this one.
    await page.screenshot({ path: join(FOLDER, `${file}-failed.png`) })
    violations.push(`${file}: ${String(error).split('\n', 2).join(' ')}`)
  }
  await context.close()
}

/** Starts an app with an empty data folder: the welcome is shown at the first start only. */
async function firstRun(one: Size, theme: Theme) {
  const fresh = await startApp()
  await take('first-run', one, theme, async (page) => {
    await page.goto(fresh.url)
    await page.getByRole('region', { name: 'Welcome' }).waitFor()
    await page.locator('[role=row][data-index]').first().waitFor()
  })
  await fresh.stop()
}

/** In an app of its own: here the imitations are shown, which are folded in every other picture. */
async function poisonedList(one: Size, theme: Theme) {
  const fresh = await startApp({ source: chain.url })
  const itsCore = await connectCore(fresh)
  const { address } = landmark(chain, 'Poisoned account')
  await itsCore.call('watchlist.save', { address, chainId: null, label: 'Payments', colour: 'teal' })
  await itsCore.call('settings.change', { foldScam: false })
  itsCore.close()
  await take('poisoned-list', one, theme, async (page) => {
    await page.goto(appUrl(fresh, `/s/${chain.sourceId}/address/${address}`))
    await page.locator('.imitation').first().waitFor()
  })
  await fresh.stop()
}

/** Where the money of an address came from and went: drawn once all of it is read. */
async function flow(one: Size, theme: Theme) {
  await take('flow', one, theme, async (page) => {
    await page.goto(appUrl(app, `/s/${chain.sourceId}/flow?from=${landmark(chain, 'Whale').address}`))
    await page.locator('[role=row][data-index]').first().waitFor({ timeout: 90_000 })
    await page.getByText('Reading rows').waitFor({ state: 'detached' })
  })
}

/** Two lists beside each other, in an app of its own: the next window would open with these tabs too. */
async function panes(one: Size, theme: Theme) {
  const fresh = await startApp({ source: chain.url })
  await take('panes', one, theme, async (page) => {
    const place = `/s/${chain.sourceId}/address`
    await page.goto(appUrl(fresh, `${place}/${chain.busiest}`))
    const row = page.locator('[role=row][data-index]').first()
    await row.waitFor()
    await page.keyboard.press('Control+\\')
    const second = page.getByRole('region', { name: 'Pane 2' })
    await second.locator('[role=row][data-index]').first().waitFor()
    await page.keyboard.press('Alt+t')
    await page.getByRole('combobox', { name: 'Search' }).fill(landmark(chain, 'Whale').address)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await second.getByRole('heading', { name: 'leviathan' }).waitFor()
    await second.locator('[role=row][data-index]').first().waitFor()
  })
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

/** Adds watched addresses, some of them in groups, a Pro account, a kept list, a question and an export. */
async function addUserData() {
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
  const { address } = landmark(chain, 'Whale')
  const list = { list: 'address-transactions', params: { address_hash: address }, filters: {} } as const
  await core.call('keep.start', { source: chain.sourceId, lists: [{ ...list, total: null }] })
  await core.call('export.start', {
    source: chain.sourceId,
    ...list,
    format: 'parquet',
    where: 'value>1',
    zone: 'utc',
  })
  await core.call('questions.save', {
    name: 'Large and failed',
    text: 'failed value>1',
    path: `/s/${chain.sourceId}/address/${address}?tab=transactions`,
    scope: { of: 'list', source: chain.sourceId, ...list },
    seen: null,
  })
}

/** A source that can't be reached: nothing listens on this port. */
async function addOffline(): Promise<string> {
  return (await core.call('sources.add', { url: 'http://127.0.0.1:9', unchecked: true })).id
}
