/** The overview of a chain: what it does now, and its newest blocks, transactions and transfers as they come. */
import type { Locator, Page } from '@playwright/test'
import { json } from '#platform/testing/behaviours.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { appUrl, expect, test } from '../../app.ts'
import { recordLayoutShifts } from '../../layout-shifts.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { startService } from '../../service.ts'

const LISTS = ['Blocks', 'Transactions', 'Transfers'] as const

const read = async (url: string) => (await (await fetch(url)).json()) as Record<string, unknown>
const newestBlock = async (url: string) =>
  ((await read(`${url}/api/v2/blocks`)).items as { height: number }[])[0]!.height
const grouped = (count: unknown) => Number(count).toLocaleString('en')
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figure = (page: Page, name: string) =>
  page
    .locator('.figures > div')
    .filter({ has: page.locator('dt', { hasText: name }) })
    .locator('dd')
    .first()

/** A chain whose clock the test sets forward, in seconds. */
async function startLiveChain() {
  let time = Date.UTC(2026, 9, 1, 12)
  const service = await startService({ live: true, now: () => time })
  return { ...service, advance: (seconds: number) => (time += seconds * 1_000) }
}

test('five figures as the source gives them, and three columns of its newest rows', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const [statistics, height] = [await read(`${sample.url}/api/v2/stats`), await newestBlock(sample.url)]
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await expect(shell.tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await expect(figure(page, 'Head block')).toContainText(grouped(height))
  await expect(figure(page, 'Time per block')).toContainText(
    `${(Number(statistics.average_block_time) / 1_000).toFixed(2)} s`,
  )
  const { average, slow, fast } = statistics.gas_prices as Record<string, number>
  await expect(figure(page, 'Gas')).toHaveText(
    `${String(average)} gwei${String(slow)} slow · ${String(fast)} fast`,
  )
  await expect(figure(page, 'Price of COIN')).toHaveText('$2,481.37')
  await expect(figure(page, 'Today')).toHaveText(`${grouped(statistics.transactions_today)}transactions`)
  await expect(page.locator('.figures .bars > i')).toHaveCount(48)
  const box = (part: Locator) => part.boundingBox()
  await expect.poll(() => box(page.locator('.figures'))).toMatchObject({ height: 77 })

  for (const name of LISTS) await expect(shell.latest(name).first()).toBeVisible()
  await expect.poll(() => box(shell.latest('Blocks').first())).toMatchObject({ height: 50 })
  await expect.poll(() => box(column(page, 'Blocks'))).toMatchObject({ width: 304 })
  await shell.expectNoOverflow()
  await expectNoViolationInEachTheme(page, app.core)
})

test('what a source does not give is a dash that says so', async ({ page, app, faulty }) => {
  faulty.respond(/\/api\/v2\/stats/, json({ gas_prices: null, coin_price: null, transactions_today: null }))
  await page.goto(appUrl(app, `/s/${faulty.source}`))
  for (const name of ['Price of COIN', 'Today']) {
    await expect(figure(page, name)).toContainText('—')
    await expect(figure(page, name)).toHaveAttribute('title', 'The source does not say')
  }
  // These figures are computed from the newest blocks.
  await expect(figure(page, 'Time per block')).toContainText(/\d s/)
  await expect(figure(page, 'Gas')).toContainText('base fee of the newest block')
  faulty.recover()
})

test('new rows come by themselves while the pointer is elsewhere, and wait in the heading where it is', async ({
  page,
  app,
  autoClose,
}) => {
  const chain = await autoClose(startLiveChain())
  const source = await app.addSource(chain.url)
  const shell = new AppShell(page)
  const blocks = shell.latest('Blocks')
  await page.goto(appUrl(app, `/s/${source}`))
  const before = grouped(await newestBlock(chain.url))
  await expect(blocks.first()).toContainText(before)
  chain.advance(20)
  const next = grouped(await newestBlock(chain.url))
  expect(next).not.toBe(before)
  await expect(blocks.first()).toContainText(next)
  await expect(figure(page, 'Head block')).toContainText(next)

  await blocks.nth(2).hover()
  chain.advance(20)
  const last = grouped(await newestBlock(chain.url))
  await expect(figure(page, 'Head block')).toContainText(last)
  const waiting = column(page, 'Blocks').getByRole('button', { name: /^\d+ new blocks?$/ })
  await expect(waiting).toBeVisible()
  await expect(blocks.first()).toContainText(next)
  await figure(page, 'Today').hover()
  await expect(waiting).toHaveCount(0)
  await expect(blocks.first()).toContainText(last)

  // Scrolled, it stays as it is as well; its button leads back to the top.
  await blocks.nth(20).scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      column(page, 'Blocks')
        .locator('.scroller')
        .evaluate((of) => of.scrollTop),
    )
    .toBeGreaterThan(0)
  chain.advance(20)
  const newest = grouped(await newestBlock(chain.url))
  await waiting.click()
  await expect(blocks.first()).toContainText(newest)
  await expect(blocks.first()).toBeInViewport()
})

test('by keyboard: from row to row, from column to column, to what a row is about, and back', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  for (const name of LISTS) await expect(shell.latest(name).first()).toBeVisible()
  const link = (name: (typeof LISTS)[number], nth: number) =>
    shell.latest(name).nth(nth).getByRole('link').first()
  await page.keyboard.press('j')
  await expect(link('Blocks', 0)).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await expect(link('Blocks', 1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(link('Transactions', 1)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  const height = grouped((await newestBlock(sample.url)) - 1)
  await page.keyboard.press('Enter')
  await expect(shell.title).toHaveText(`Block ${height}`)
  await page.goBack()
  await expect(shell.latest('Blocks').first()).toBeVisible()
  // Wherever no other link is, a row leads to what it is about.
  await shell
    .latest('Transactions')
    .nth(1)
    .click({ position: { x: 200, y: 47 } })
  await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}$/)
})

test('two columns in a pane of 968 px, one in a pane of 580, and nothing moves when rows and figures come', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  for (const [width, shown] of [
    [1440, LISTS],
    [1024, ['Blocks', 'Transactions']],
    [636, ['Transactions']],
  ] as const) {
    const late = Promise.withResolvers<undefined>()
    faulty.respond(/\/api\/v2\/(stats|blocks|transactions|token-transfers)(\?|$)/, async (...asked) => {
      await late.promise
      await faulty.passThrough()(...asked)
    })
    await page.setViewportSize({ width, height: 700 })
    const before = faulty.requests.length
    await page.goto(appUrl(app, `/s/${faulty.source}`))
    await expect(page.locator('.figures')).toBeVisible()
    const shifts = await recordLayoutShifts(page, '.overview')
    const top = async () => (await page.locator('.columns').boundingBox())?.y
    const at = await top()
    late.resolve(undefined)
    for (const name of shown) await expect(shell.latest(name).first()).toBeVisible()
    await expect(page.locator('.figures .wait')).toHaveCount(0)
    await expect(page.locator('.overview .column')).toHaveCount(shown.length)
    expect(await top()).toBe(at)
    expect(await shifts()).toEqual([])
    await shell.expectNoOverflow()
    // A list that nobody sees is not read.
    const transfers = faulty.requests
      .slice(before)
      .filter((request) => String(request).includes('token-transfers'))
    if (shown.length < LISTS.length) expect(transfers).toEqual([])
    faulty.recover()
  }
})

test('rows stay while the source is down, and the figures step back', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${faulty.source}`))
  for (const name of LISTS) await expect(shell.latest(name).first()).toBeVisible()
  faulty.respond(/\/api\/v2\//, json({ message: 'down' }, 503))
  await expect(page.locator('.figures')).toHaveClass(/old/)
  for (const name of LISTS) await expect(shell.latest(name).first()).toBeVisible()
  faulty.recover()
})
