/** Every text of every answer is hostile at once: none of it runs, and none of it moves anything from its place. */
import type { Page } from '@playwright/test'
import { LISTS } from '../../src/shared/lists/list-table.ts'
import { expect, placeUrl, test } from '../app.ts'
import { hostileAnswer } from '../hostile-answer.ts'
import { ADDRESS_LISTS, Frame } from '../pages/frame.ts'
import type { Grid } from '../pages/grid.ts'
import { landmark } from '../service.ts'
import type { TroubledInstance } from '../troubled-instance.ts'

/** Who has something in each list of an address. */
const WHOSE: Readonly<Record<(typeof ADDRESS_LISTS)[number], string>> = {
  'address-transactions': 'Harbour Exchange',
  'address-internal-transactions': 'Harbour Exchange',
  'address-tokens': 'Harbour Exchange',
  'address-nfts': 'NFT collector',
  'address-blocks-validated': 'Validator',
  'address-withdrawals': 'Validator',
}

function makeHostile(troubled: TroubledInstance) {
  troubled.meet(
    /^\/api\/v2\/(?!chainglass)/,
    troubled.passOn((answer) => {
      const { next_page_params: next, ...rest } = answer
      Object.assign(answer, hostileAnswer(rest), next === undefined ? {} : { next_page_params: next })
    }),
  )
}

/** Nothing ran, nothing was made into elements, and the window is as wide and as high as before. */
async function expectTame(page: Page) {
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  const made = page.locator(
    'script:not([src]), img[src="x"], svg[onload], b:text-is("Bold"), a[href^="javascript" i]',
  )
  await expect(made).toHaveCount(0)
  await new Frame(page).expectNoOverflow()
  expect(await strayMarks(page), 'texts that change the direction of what follows them').toEqual([])
}

/** Direction marks in a text that is not isolated from what is around it would turn its neighbours around. */
const strayMarks = (page: Page) =>
  page.evaluate(() => {
    const stray: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/[\u202a-\u202e\u2066-\u2069]/.test(node.nodeValue ?? '')) continue
      const parent = node.parentElement!
      if (getComputedStyle(parent).unicodeBidi === 'normal') stray.push(parent.outerHTML.slice(0, 200))
    }
    return stray
  })

/** Rows are as high as ever, one below another, each cell within its row and its own width. */
async function expectRowsInPlace(grid: Grid) {
  await expect(grid.row(0)).toBeVisible()
  const rows = await grid.rows.evaluateAll((drawn) =>
    drawn.map((row) => {
      const box = row.getBoundingClientRect()
      const cells = [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.getBoundingClientRect())
      return {
        height: box.height,
        overlaps: cells.some((cell, at) => at > 0 && cell.left < cells[at - 1]!.right - 0.5),
        sticksOut: cells.some((cell) => cell.top < box.top - 0.5 || cell.bottom > box.bottom + 0.5),
      }
    }),
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) expect(row).toEqual({ height: 34, overlaps: false, sticksOut: false })
  await expect(grid.root.getByText('could not be read')).toHaveCount(0)
}

test.use({ settings: { nftView: 'list', foldScam: false } })

for (const list of ADDRESS_LISTS) {
  test(`${LISTS[list].title} of an address`, async ({ page, app, troubled }) => {
    makeHostile(troubled)
    const frame = new Frame(page)
    const { address } = landmark(troubled, WHOSE[list])
    await page.goto(placeUrl(app, `/s/${troubled.source}/address/${address}`))
    await frame.tab(LISTS[list].title).click()
    const grid = frame.grid(LISTS[list].title)
    await expectRowsInPlace(grid)
    await expectTame(page)

    await grid.row(1).click({ position: { x: 4, y: 17 } })
    await expect(frame.drawer).toBeVisible()
    await expectTame(page)
    const wider = await frame.drawer.evaluate(
      (drawer) =>
        [drawer, ...drawer.querySelectorAll('*')].filter(
          (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto',
        ).length,
    )
    expect(wider, 'parts of the drawer that have to be scrolled sideways').toBe(0)
    await frame.button('Raw JSON').click()
    await expectTame(page)
  })
}

test('NFTs as pictures', async ({ page, app, troubled }) => {
  makeHostile(troubled)
  await app.window.ask('settings.change', { nftView: 'grid' })
  const { address } = landmark(troubled, 'NFT collector')
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${address}?tab=nfts`))
  const cards = new Frame(page).grid('NFTs').root.getByRole('gridcell')
  await expect(cards.first()).toBeVisible()
  const sizes = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().height)),
  )
  expect(new Set(sizes).size, 'cards of one height').toBe(1)
  await expectTame(page)
})

test('the latest transfers, a token and its instances', async ({ page, app, troubled }) => {
  makeHostile(troubled)
  const frame = new Frame(page)
  await page.goto(placeUrl(app, `/s/${troubled.source}`))
  await expectRowsInPlace(frame.grid('Latest transfers'))
  await expectTame(page)

  const { address } = landmark(troubled, 'Sample Portraits')
  await page.goto(placeUrl(app, `/s/${troubled.source}/token/${address}`))
  await expectRowsInPlace(frame.grid('Transfers'))
  await expect(frame.title).toBeVisible()
  await frame.tab('Instances').click()
  await expectRowsInPlace(frame.grid('Instances'))
  await expectTame(page)
})

test('one NFT with its traits and metadata', async ({ page, app, troubled, sample }) => {
  makeHostile(troubled)
  const { address } = landmark(sample, 'Sample Portraits')
  await page.goto(placeUrl(app, `/s/${troubled.source}/token/${address}/instance/1`))
  await expect(page.getByRole('heading', { name: 'Metadata' })).toBeVisible()
  await expectTame(page)
})

test('a transaction with its state changes, flows, transfers and input', async ({ page, app, troubled }) => {
  makeHostile(troubled)
  const frame = new Frame(page)
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  const grid = frame.grid('Transactions')
  await expect(grid.row(12)).toBeVisible()
  await (await grid.cell(12, 'Transaction')).getByRole('link').click()
  await expect(page.getByRole('table', { name: 'State changes' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who gave what to whom' })).toBeVisible()
  await expectTame(page)
  for (const tab of ['Token transfers', 'Input', 'Raw']) {
    await frame.tab(tab).click()
    await expect(page.getByRole('tabpanel')).not.toBeEmpty()
    await expectTame(page)
  }
})
