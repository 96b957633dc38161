/**
 * Makes the pictures under docs/screenshots: `node e2e/screenshots.ts`, after `npm run build`. The sample chain stands
 * still at one moment, so that the same code makes the same pictures.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { WATCH_COLOURS } from '#shared/contract/watchlist.ts'
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
await browser.close()
await app.stop()
await chain.close()

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
