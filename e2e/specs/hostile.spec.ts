/** Every text of every response is hostile: none of it runs, and none of it breaks the layout. */
import type { Page } from '@playwright/test'
import { LIST_WORDS } from '../../src/renderer/lists/columns/list-words.ts'
import { listEndpoint, type ListId } from '../../src/shared/lists/list-table.ts'
import { expect, appUrl, test } from '../app.ts'
import { hostileResponse } from '../hostile-response.ts'
import { ADDRESS_LISTS, AppShell } from '../pages/app-shell.ts'
import type { Grid } from '../pages/grid.ts'
import { suggestedAddress } from '../service.ts'
import type { FaultyInstance } from '../faulty-instance.ts'

/** The suggested address that has rows in a list, where the busiest address has none. */
const WHOSE: Readonly<Partial<Record<ListId, string>>> = {
  'address-nfts': 'NFT collector',
  'address-blocks-validated': 'Validator',
  'address-withdrawals': 'Validator',
  'address-logs': 'Sample Dollar',
  'address-user-operations': 'Delegated account',
  'address-authorizations': 'Delegated account',
}

function makeHostile(faulty: FaultyInstance) {
  faulty.respond(
    /^\/api\/v2\/(?!chainglass)/,
    faulty.passThrough((body) => {
      Object.assign(body, hostileResponse(body))
    }),
  )
}

/** No script ran, no text became an element, and the page does not scroll. */
async function expectHarmless(page: Page) {
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  const injected = page.locator(
    'script:not([src]), img[src="x"], svg[onload], b:text-is("Bold"), a[href^="javascript" i]',
  )
  await expect(injected).toHaveCount(0)
  await new AppShell(page).expectNoOverflow()
  expect(await strayMarks(page), 'texts that change the direction of their neighbours').toEqual([])
}

/** Texts with direction marks in elements that do not isolate them: they would reverse what follows. */
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

/** Rows have their usual height, and each cell stays within its row and its width. */
async function expectIntactRows(grid: Grid) {
  await expect(grid.row(0)).toBeVisible()
  const readRows = () =>
    grid.rows.evaluateAll((drawn) =>
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
  await expect(async () => {
    const rows = await readRows()
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(row).toEqual({ height: 34, overlaps: false, sticksOut: false })
  }).toPass()
  await expect(grid.root.getByText('could not be read')).toHaveCount(0)
}

test.use({ settings: { nftView: 'list', foldScam: false } })

for (const list of ADDRESS_LISTS) {
  test(`${LIST_WORDS[list].title} of an address`, async ({ page, app, faulty }) => {
    makeHostile(faulty)
    const shell = new AppShell(page)
    const { address } = suggestedAddress(faulty, WHOSE[list] ?? 'Harbour Exchange')
    const path = `/s/${faulty.source}/address/${address}`
    // Its tab waits for what the address is; the URL names it at once.
    const { extension, slug } = listEndpoint(list)
    await page.goto(appUrl(app, extension ? `${path}?tab=${slug}` : path))
    if (!extension) await shell.tab(LIST_WORDS[list].title).click()
    const grid = shell.grid(LIST_WORDS[list].title)
    await expectIntactRows(grid)
    await expectHarmless(page)

    await grid.row(1).click({ position: { x: 4, y: 17 } })
    await expect(shell.drawer).toBeVisible()
    await expectHarmless(page)
    const overflowing = () =>
      shell.drawer.evaluate(
        (drawer) =>
          [drawer, ...drawer.querySelectorAll('*')].filter(
            (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto',
          ).length,
      )
    await expect.poll(overflowing, 'parts of the drawer that scroll sideways').toBe(0)
    await shell.button('Raw JSON').click()
    await expectHarmless(page)
  })
}

test('NFTs as pictures', async ({ page, app, faulty }) => {
  makeHostile(faulty)
  await app.core.call('settings.change', { nftView: 'grid' })
  const { address } = suggestedAddress(faulty, 'NFT collector')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${address}?tab=nfts`))
  const cards = new AppShell(page).grid('NFTs').root.getByRole('gridcell')
  await expect(cards.first()).toBeVisible()
  const heights = () =>
    cards.evaluateAll((all) => [
      ...new Set(all.map((card) => Math.round(card.getBoundingClientRect().height))),
    ])
  await expect.poll(heights, 'cards of one height').toHaveLength(1)
  await expectHarmless(page)
})

test('the latest transfers, a token and its instances', async ({ page, app, faulty }) => {
  makeHostile(faulty)
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${faulty.source}`))
  await expect(shell.latest('Transfers').first()).toBeVisible()
  await expectHarmless(page)
  await shell.tab('Transfers').click()
  await expectIntactRows(shell.grid('Transfers'))
  await expectHarmless(page)

  const { address } = suggestedAddress(faulty, 'Sample Portraits')
  await page.goto(appUrl(app, `/s/${faulty.source}/token/${address}`))
  await expectIntactRows(shell.grid('Transfers'))
  await expect(shell.title).toBeVisible()
  await shell.tab('Instances').click()
  await expectIntactRows(shell.grid('Instances'))
  await expectHarmless(page)
})

test('one NFT with its traits and metadata', async ({ page, app, faulty, sample }) => {
  makeHostile(faulty)
  const { address } = suggestedAddress(sample, 'Sample Portraits')
  await page.goto(appUrl(app, `/s/${faulty.source}/token/${address}/instance/1`))
  await expect(page.getByRole('heading', { name: 'Metadata' })).toBeVisible()
  await expectHarmless(page)
})

test('a transaction with its state changes, flows, transfers and input', async ({ page, app, faulty }) => {
  makeHostile(faulty)
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  const grid = shell.grid('Transactions')
  await expect(grid.row(12)).toBeVisible()
  await (await grid.cell(12, 'Transaction')).getByRole('link').click()
  await expect(shell.grid('State changes').row(0)).toBeVisible()
  await expectHarmless(page)
  await shell.button('Picture').click()
  await expect(page.getByRole('heading', { name: 'Who gave what to whom' })).toBeVisible()
  await expectHarmless(page)
  for (const tab of ['Transfers', 'Calls', 'Logs', 'Input', 'Raw']) {
    await shell.tab(tab).click()
    await expect(page.getByRole('tabpanel').last()).not.toBeEmpty()
    await expectHarmless(page)
  }
})
