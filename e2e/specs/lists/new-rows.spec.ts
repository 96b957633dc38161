/** Rows that arrive while a list is open: they wait behind a button, and a pending row becomes mined in place. */
import { expect, appUrl, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { startService } from '../../service.ts'

/** A chain whose clock the test sets forward, in seconds. */
async function startLiveChain() {
  let time = Date.UTC(2026, 9, 1, 12)
  const service = await startService({ live: true, now: () => time })
  return { ...service, advance: (seconds: number) => (time += seconds * 1_000) }
}

const firstPage = async (url: string, address: string) => {
  const response = await fetch(`${url}/api/v2/addresses/${address}/transactions`)
  const { items } = (await response.json()) as { items: { hash: string; block_number: number | null }[] }
  return items
}

test('new rows wait behind a button with their count; the list does not move until it is pressed', async ({
  page,
  app,
  autoClose,
}) => {
  const chain = await autoClose(startLiveChain())
  const source = await app.addSource(chain.url)
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${source}/address/${chain.busiest}`))
  await expect.poll(() => grid.loadedCount()).toBeGreaterThanOrEqual(100)
  await expect(shell.status).toContainText('live')
  await grid.scrollTo(34 * 30)
  const cell = await grid.cell(40, 'Transaction')
  await expect(cell).toContainText('0x')
  const seen = await cell.textContent()
  const before = new Set((await firstPage(chain.url, chain.busiest)).map(({ hash }) => hash))

  chain.advance(20)
  const fresh = (await firstPage(chain.url, chain.busiest)).filter(({ hash }) => !before.has(hash))
  expect(fresh.length).toBeGreaterThan(0)
  expect(fresh.length).toBeLessThan(50)
  const button = shell.button(new RegExp(`^${String(fresh.length)} new transactions?$`))
  await expect(button).toBeVisible()
  await expect(cell).toHaveText(seen ?? '')
  await expect.poll(() => grid.scrollTop()).toBe(34 * 30)

  await button.click()
  await expect(button).toHaveCount(0)
  await expect.poll(() => grid.scrollTop()).toBe(0)
  const now = await firstPage(chain.url, chain.busiest)
  for (const [index, { hash }] of now.slice(0, 8).entries())
    await expect(await grid.cell(index, 'Transaction')).toHaveText(`${hash.slice(0, 6)}…${hash.slice(-4)}`)
})

test('a pending transaction is updated in place when it is mined', async ({ page, app, autoClose }) => {
  const chain = await autoClose(startLiveChain())
  const source = await app.addSource(chain.url)
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  const [first] = await firstPage(chain.url, chain.busiest)
  expect(first?.block_number).toBeNull()
  await page.goto(appUrl(app, `/s/${source}/address/${chain.busiest}`))
  await expect(await grid.cell(0, 'Block')).toHaveText('pending')
  chain.advance(60)
  const mined = (await firstPage(chain.url, chain.busiest)).find(({ hash }) => hash === first?.hash)
  expect(mined?.block_number).not.toBeNull()
  await expect(await grid.cell(0, 'Block')).toHaveText(mined!.block_number!.toLocaleString('en'))
  await expect(await grid.cell(0, 'Transaction')).toHaveText(
    `${mined!.hash.slice(0, 6)}…${mined!.hash.slice(-4)}`,
  )
})

test('more new rows than one page: the button loads the list anew', async ({ page, app, autoClose }) => {
  const chain = await autoClose(startLiveChain())
  const source = await app.addSource(chain.url)
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${source}/address/${chain.busiest}`))
  await expect.poll(() => grid.loadedCount()).toBeGreaterThanOrEqual(100)
  chain.advance(3_600)
  const button = shell.button(/^\d+\+ new transactions$/)
  await button.click()
  await expect(button).toHaveCount(0)
  const [newest] = await firstPage(chain.url, chain.busiest)
  await expect(await grid.cell(0, 'Transaction')).toHaveText(
    `${newest!.hash.slice(0, 6)}…${newest!.hash.slice(-4)}`,
  )
  await expect.poll(() => grid.loadedCount()).toBeGreaterThanOrEqual(50)
})

test('the latest transfers of the chain get new rows as well', async ({ page, app, autoClose }) => {
  const chain = await autoClose(startLiveChain())
  const source = await app.addSource(chain.url)
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${source}?tab=transfers`))
  await expect(shell.grid('Transfers').row(0)).toBeVisible()
  chain.advance(8)
  await expect(shell.button(/^\d+ new transfers?$/)).toBeVisible()
})
