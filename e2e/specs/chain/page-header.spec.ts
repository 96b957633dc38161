/** The header of a page: as high for whatever it is about, and before anything is known of it. */
import type { Page } from '@playwright/test'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { appUrl, expect, test } from '../../app.ts'
import { recordLayoutShifts } from '../../layout-shifts.ts'
import { AppShell, CLIPBOARD } from '../../pages/app-shell.ts'

interface Sample {
  readonly url: string
  readonly source: string
  readonly busiest: string
}

const read = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>
const firstOf = async ({ url }: Sample, path: string) =>
  ((await read(`${url}/api/v2${path}`)).items as Record<string, unknown>[])[0]!

/** One place of each kind that has a header. */
async function placesOf(sample: Sample): Promise<Readonly<Record<string, string>>> {
  const token = await firstOf(sample, '/tokens')
  const block = await firstOf(sample, '/blocks')
  const transaction = await firstOf(sample, '/transactions')
  return {
    chain: '',
    address: `/address/${sample.busiest}`,
    contract: `/address/${String(token.address_hash)}`,
    token: `/token/${String(token.address_hash)}`,
    block: `/block/${String(block.height)}`,
    transaction: `/tx/${String(transaction.hash)}`,
  }
}

const headerHeight = async (page: Page) => (await page.locator('.page-header').boundingBox())?.height

test('of six kinds of pages it is 84 px high, and 50 px in a pane of less than 44 rem', async ({
  page,
  app,
  sample,
}) => {
  for (const [kind, path] of Object.entries(await placesOf(sample))) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(appUrl(app, `/s/${sample.source}${path}`))
    await expect(page.locator('.page-header .wait')).toHaveCount(0)
    await expect.poll(() => headerHeight(page), kind).toBe(84)
    // A sentence takes the place of a hash once the transaction is decoded: both are measured, whichever it is.
    const title = page.locator('.page-header h1')
    const sizes = () =>
      title.evaluate((element) => {
        const { fontSize, fontWeight } = getComputedStyle(element)
        return `${element.classList.contains('said') ? 'sentence' : 'name'} ${fontSize} ${fontWeight}`
      })
    await expect.poll(sizes, kind).toMatch(/^(sentence 17px 600|name 20px 620)$/)
    await expect(page.locator('.page-header .picture > *').first(), kind).toHaveCSS('width', '40px')
    await page.setViewportSize({ width: 700, height: 900 })
    await expect.poll(() => headerHeight(page), kind).toBe(50)
  }
})

test('in windows of 760 to 1,000 px none of its buttons is cut', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  for (const [kind, path] of Object.entries(await placesOf(sample))) {
    await page.goto(appUrl(app, `/s/${sample.source}${path}`))
    await expect(page.locator('.page-header .wait')).toHaveCount(0)
    for (const width of [1000, 960, 920, 880, 860, 840, 820, 800, 780, 760]) {
      await page.setViewportSize({ width, height: 900 })
      const buttons = page.locator('.page-header').getByRole('button').filter({ visible: true })
      for (const button of await buttons.all())
        await expect(button, `${kind} at ${String(width)} px`).toBeInViewport({ ratio: 1 })
      await shell.expectNoOverflow()
    }
  }
})

test('nothing moves while its details come late', async ({ page, app, sample, faulty }) => {
  for (const [kind, path] of Object.entries(await placesOf(sample))) {
    const late = Promise.withResolvers<undefined>()
    // The chain's only request is for the addresses to begin with, which come into its header.
    const isDetail =
      kind === 'chain'
        ? /\/landmarks$/
        : /\/api\/v2\/(addresses|tokens|blocks|transactions)\/0?x?[0-9a-f]+(\/[a-z-]*counters)?(\?|$)/i
    const suggested = page.getByRole('button', { name: 'Suggested addresses' })
    faulty.respond(isDetail, async (...asked) => {
      await late.promise
      await faulty.passThrough()(...asked)
    })
    await page.goto(appUrl(app, `/s/${faulty.source}${path}`))
    await expect(page.locator('.page-header')).toBeVisible()
    expect(await headerHeight(page), kind).toBe(84)
    if (kind === 'chain') await expect(suggested).toBeHidden()
    else {
      await expect(page.locator('.page-header .wait').first(), kind).toBeVisible()
      // Elements after the header that are none of the details.
      const menu = page.locator('.page-header').getByRole('button', { name: 'More actions' })
      await expect(menu, kind).toBeVisible()
      await expect(page.getByRole('main').getByRole('row').nth(1), kind).toBeVisible()
    }
    const shifts = await recordLayoutShifts(page, '.page-header, .list-toolbar')
    // The page's own: the strip of places is there before it.
    const tabs = page.getByRole('tablist', { name: /^(?!Open places)/ })
    const tabsTop = async () => (await tabs.boundingBox())?.y
    const before = await tabsTop()
    late.resolve(undefined)
    await expect(page.locator('.page-header .wait')).toHaveCount(0)
    if (kind === 'chain') await expect(suggested).toBeVisible()
    expect(await headerHeight(page), kind).toBe(84)
    if (kind !== 'chain') expect(await tabsTop(), kind).toBe(before)
    expect(await shifts(), kind).toEqual([])
    faulty.recover()
  }
})

test('its menu names what can be done, its details open over the list, both by a key', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  const top = async () => Math.round((await shell.grid('Transactions').root.boundingBox())?.y ?? 0)
  const before = await top()
  await page.keyboard.press('d')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toBeFocused()
  await expect(details.getByRole('definition').filter({ hasText: sample.busiest })).toBeVisible()
  expect(await top()).toBe(before)
  await expectNoViolationInEachTheme(page)
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  await page.keyboard.press('.')
  for (const name of [
    'Balance at a date and time',
    'Show on all chains',
    'Open this place beside',
    'Copy link',
    'Show as QR code',
  ])
    await expect(page.getByRole('menuitem', { name })).toBeVisible()
  await expectNoViolationInEachTheme(page)
  await page.getByRole('menuitem', { name: 'Balance at a date and time' }).click()
  await expect(page.getByRole('button', { name: /^End of last year/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()

  await page.context().grantPermissions(CLIPBOARD)
  await page.keyboard.press('.')
  const link = await shell.copiedBy(() => page.getByRole('menuitem', { name: 'Copy link' }).click())
  expect(link).toBe(page.url())

  await page.keyboard.press('.')
  await page.getByRole('menuitem', { name: 'Open this place beside' }).click()
  await expect(page.getByRole('region', { name: /^Pane \d$/ })).toHaveCount(2)
})
