/**
 * `npm run screenshots [-- name ...]`: takes the pictures in docs/screenshots that the documents name, all of them unless
 * views (`address`) or pictures (`address-dark`) are named, and removes those that none names. build/screenshots.ts
 * says when one is older than its view.
 *
 * With `-- --all FOLDER [name ...]` it takes every view in every size and both themes into that folder, to be looked at,
 * and axe reads each of them.
 *
 * Two runs on one machine give the same bytes: each picture has an app of its own, the sample chain makes no blocks, and the
 * app, its page and the chain have the same fixed time.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, expect as expectSoon, type BrowserContextOptions, type Page } from '@playwright/test'
import {
  FOLDER,
  hashOf,
  keptPictures,
  manifestPath,
  namedPictures,
  readManifest,
  readSources,
  type Manifest,
  type Picture,
} from '../build/screenshots.ts'
import { startAnvil } from '../src/service/indexer/testing/anvil.ts'
import { WATCH_COLOURS } from '../src/shared/rpc/contract/watchlist.ts'
import type { CoreClient } from './app-types.ts'
import { violations } from './accessible.ts'
import { appUrl, startApp } from './app.ts'
import { connectCore } from './core-client.ts'
import { sourceIdOf, startService } from './service.ts'
import { furtherViews, views, type View } from './views.ts'

/** The limit for things that never come: a busy machine is many times slower than a quiet one. */
const LIMIT_MS = 600_000
const expect = expectSoon.configure({ timeout: LIMIT_MS })
const ROOT = join(import.meta.dirname, '..')
const THEMES = [{ name: 'light' }, { name: 'dark' }] as const
type Theme = (typeof THEMES)[number]['name']

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

/** The time of the chain, the app and its page. Durations are measured with another clock, which runs. */
const NOW = Date.UTC(2026, 9, 5, 9, 30)
const FIXED_DATE = `globalThis.Date = class extends Date {
  constructor(...given) { if (given.length === 0) super(${String(NOW)}); else super(...given) }
  static now() { return ${String(NOW)} }
}`
/** Each part of a page is drawn whole, in one thread: parts of older drawings in it have edges that differ by a shade. */
const SAME_PIXELS = [
  '--disable-partial-raster',
  '--num-raster-threads=1',
  '--disable-skia-runtime-opts',
  '--disable-checker-imaging',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
]
/** The pictures show it, as a part of the chain's URL. */
const PORT = 4000
const NODE_PORT = 4001

const [flag, folder = '', ...names] = process.argv.slice(2)
const isAll = flag === '--all'
const wanted = isAll ? names : process.argv.slice(2)
/** Whether this one of `among` was asked for; where none of them was, all of them are. */
const isWanted = (name: string, among: readonly { readonly name: string }[]) =>
  wanted.includes(name) || !among.some((one) => wanted.includes(one.name))

// With this length the names in the first rows have letters that every system's fonts have.
const chain = await startService({ transactions: 48_281, port: PORT, now: () => NOW })
const browser = await chromium.launch({
  executablePath: process.env.CHAINGLASS_CHROMIUM ?? '/usr/bin/chromium',
  args: [...SAME_PIXELS, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
const shown = [...views(chain.url), ...furtherViews(chain.url)]
const known = [...shown, ...SIZES, ...THEMES].map(({ name }) => name).concat(namedPictures(ROOT))
const unknown = wanted.filter((name) => !known.includes(name))
try {
  // Else all are taken, which takes an hour.
  if (unknown.length > 0) throw new Error(`Nothing is called ${unknown.join(', ')}.`)
  if (isAll) await takeAll()
  else await takeNamed()
} finally {
  await browser.close()
  await chain.close()
}

/** Takes the pictures of the documents. */
async function takeNamed() {
  const named = namedPictures(ROOT)
  const sources = readSources(ROOT)
  let manifest: Manifest = Object.fromEntries(
    Object.entries(readManifest(ROOT)).filter(([name]) => named.includes(name)),
  )
  for (const name of named) {
    const theme = THEMES.find((one) => name.endsWith(`-${one.name}`))?.name
    const view = shown.find((one) => name === `${one.name}-${theme ?? ''}`)
    if (!theme || view?.component === undefined)
      throw new Error(`No view of e2e/views.ts with a component makes ${name}.png.`)
    if (wanted.length > 0 && !wanted.includes(name) && !wanted.includes(view.name)) continue
    const component = `src/renderer/features/${view.component}`
    const path = join(ROOT, FOLDER, `${name}.png`)
    const texts = await take(view, USUAL, theme, async (page) => {
      writeFileSync(path, await takePicture(page))
      return visibleTexts(page)
    })
    const picture: Picture = {
      view: component,
      look: sources.lookOf(component),
      shows: texts.filter((text) => sources.texts.has(text)).sort(),
      file: hashOf(readFileSync(path)),
    }
    // At once: what was taken is of use where a later one fails.
    manifest = inOrder({ ...manifest, [name]: picture })
    writeFileSync(manifestPath(ROOT), `${JSON.stringify(manifest, null, 2)}\n`)
    process.stdout.write(`${name}.png\n`)
  }
  for (const name of keptPictures(ROOT)) if (!named.includes(name)) rmSync(join(ROOT, FOLDER, `${name}.png`))
}

function inOrder(manifest: Manifest): Manifest {
  return Object.fromEntries(Object.entries(manifest).sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Every view in every size, and what axe finds in it. The others are of use where one fails. */
async function takeAll() {
  mkdirSync(folder, { recursive: true })
  const problems: string[] = []
  for (const view of shown)
    for (const one of SIZES)
      for (const { name: theme } of THEMES) {
        if (![isWanted(view.name, shown), isWanted(one.name, SIZES), isWanted(theme, THEMES)].every(Boolean))
          continue
        const picture = `${view.name}-${one.name}-${theme}`
        const path = join(folder, `${picture}.png`)
        try {
          const found = await take(view, one, theme, async (page) => {
            writeFileSync(path, await takePicture(page))
            return violations(page)
          })
          problems.push(...found.map((one) => `${picture}: ${one}`))
        } catch (error) {
          problems.push(`${picture}: ${String(error).split('\n', 2).join(' ')}`)
        }
      }
  if (problems.length === 0) return
  process.stderr.write(`${problems.join('\n')}\n`)
  process.exitCode = 1
}

/** Opens a view in a new app, and gives its page to `use` once all of it is there. */
async function take<T>(view: View, size: Size, theme: Theme, use: (page: Page) => Promise<T>) {
  if (!view.onNode) return takeFrom(view, size, theme, use)
  const node = await startAnvil({ args: ['--timestamp', String(NOW / 1_000)], port: NODE_PORT })
  try {
    await view.onNode(node)
    return await takeFrom(view, size, theme, use, node.url)
  } finally {
    await node.stop()
  }
}

async function takeFrom<T>(
  view: View,
  { options, text }: Size,
  theme: Theme,
  use: (page: Page) => Promise<T>,
  nodeUrl?: string,
) {
  const source = nodeUrl ? sourceIdOf(nodeUrl) : view.isFirstStart === true ? 'sample' : chain.sourceId
  const app = await startApp({
    ...(view.isFirstStart === true ? {} : { source: nodeUrl ?? chain.url }),
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(FIXED_DATE)}` },
  })
  const core = await connectCore(app)
  const context = await browser.newContext({
    ...options,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  try {
    if (view.isFirstStart !== true) await addUserData(core)
    await view.prepare?.(core, chain)
    await context.addInitScript(FIXED_DATE)
    context.setDefaultTimeout(LIMIT_MS)
    const page = await context.newPage()
    if (text !== undefined)
      await (await context.newCDPSession(page)).send('Page.setFontSizes', { fontSizes: { standard: text } })
    await page.goto(appUrl(app, await view.path(chain, source)))
    await view.ready(page)
    return await use(page)
  } finally {
    await context.close()
    core.close()
    await app.stop()
  }
}

/** Takes pictures until nothing is being loaded and two in a row are the same. */
async function takePicture(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // A hidden button stands where one is still being loaded.
  await expect(page.locator('button[style*="visibility: hidden"]')).toHaveCount(0)
  let picture: Buffer = Buffer.alloc(0)
  await expect
    .poll(
      async () => {
        const before = picture
        await page.evaluate(writeFixedDurations)
        picture = await page.screenshot({ animations: 'disabled' })
        return picture.equals(before)
      },
      { intervals: [1_000], timeout: LIMIT_MS },
    )
    .toBe(true)
  return picture
}

/** Runs in the page. How long a source took to answer is another time each time. */
function writeFixedDurations() {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = nodes.nextNode(); node; node = nodes.nextNode())
    node.textContent = (node.textContent ?? '').replace(/^(\s*)\d+ ms\b/, '$112 ms')
}

/** Texts and names that are in the picture. */
function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts = new Set<string>()
    for (const element of document.body.querySelectorAll('*')) {
      const { left, top, right, bottom } = element.getBoundingClientRect()
      if (right <= 0 || bottom <= 0 || left >= innerWidth || top >= innerHeight) continue
      if (!element.checkVisibility({ visibilityProperty: true })) continue
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) texts.add(node.textContent?.trim() ?? '')
      for (const name of ['aria-label', 'placeholder']) texts.add(element.getAttribute(name) ?? '')
    }
    return [...texts]
  })
}

/** Watched addresses, some of them in a group, and a Pro account with a key. */
async function addUserData(core: CoreClient) {
  // A node that runs on this machine is not offered.
  await core.call('settings.change', { dismissed: ['node 31337'] })
  for (const [nth, { address, name }] of chain.suggestedAddresses.slice(0, 7).entries())
    await core.call('watchlist.save', {
      address,
      chainId: null,
      label: name,
      colour: WATCH_COLOURS[(nth * 5 + 4) % WATCH_COLOURS.length] ?? null,
      groups: nth > 3 ? ['Contracts'] : [],
      note: nth === 1 ? 'Asked by mail who this is, 3 October.' : '',
    })
  const pro = await core.call('sources.add', {
    url: 'https://api.blockscout.com',
    form: 'pro',
    unchecked: true,
  })
  if (pro.kind === 'pro')
    await core.call('keys.set', { id: pro.account, key: 'made-up-for-the-picture-4f2a' })
}
