/** Rows that come while one reads: they wait behind a button, nothing moves, and a pending row turns mined in its place. */
import { expect, appUrl, test } from '../app.ts'
import { AppShell } from '../pages/app-shell.ts'
import { startService } from '../service.ts'

/** A chain whose clock the test turns. */
async function startLiveChain() {
  let time = Date.UTC(2026, 9, 1, 12)
  const service = await startService({ live: true, now: () => time })
  return { ...service, later: (seconds: number) => (time += seconds * 1_000) }
}

const hashes = async (url: string, address: string) => {
  const answer = await fetch(`${url}/api/v2/addresses/${address}/transactions`)
  const { items } = (await answer.json()) as { items: { hash: string; block_number: number | null }[] }
  return items
}

test('new rows wait behind their count, the list does not move, and they come on top when asked for', async ({
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
  const seen = await cell.textContent()
  const before = new Set((await hashes(chain.url, chain.busiest)).map(({ hash }) => hash))

  chain.later(20)
  const fresh = (await hashes(chain.url, chain.busiest)).filter(({ hash }) => !before.has(hash))
  expect(fresh.length).toBeGreaterThan(0)
  expect(fresh.length).toBeLessThan(50)
  const button = shell.button(new RegExp(`^${String(fresh.length)} new transactions?$`))
  await expect(button).toBeVisible()
  await expect(cell).toHaveText(seen ?? '')
  expect(await grid.scrollTop()).toBe(34 * 30)

  await button.click()
  await expect(button).toHaveCount(0)
  await expect.poll(() => grid.scrollTop()).toBe(0)
  const now = await hashes(chain.url, chain.busiest)
  for (const [index, { hash }] of now.slice(0, 8).entries())
    await expect(await grid.cell(index, 'Transaction')).toHaveText(`${hash.slice(0, 6)}…${hash.slice(-4)}`)
})

test('a pending transaction that is mined turns so in its place', async ({ page, app, autoClose }) => {
  const chain = await autoClose(startLiveChain())
  const source = await app.addSource(chain.url)
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  const [first] = await hashes(chain.url, chain.busiest)
  expect(first?.block_number).toBeNull()
  await page.goto(appUrl(app, `/s/${source}/address/${chain.busiest}`))
  await expect(await grid.cell(0, 'Block')).toHaveText('pending')
  chain.later(60)
  const mined = (await hashes(chain.url, chain.busiest)).find(({ hash }) => hash === first?.hash)
  expect(mined?.block_number).not.toBeNull()
  await expect(await grid.cell(0, 'Block')).toHaveText(mined!.block_number!.toLocaleString('en'))
  await expect(await grid.cell(0, 'Transaction')).toHaveText(
    `${mined!.hash.slice(0, 6)}…${mined!.hash.slice(-4)}`,
  )
})

test('more new rows than one page: the list begins anew from them, when asked to', async ({
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
  chain.later(3_600)
  const button = shell.button(/^\d+\+ new transactions$/)
  await button.click()
  await expect(button).toHaveCount(0)
  const [newest] = await hashes(chain.url, chain.busiest)
  await expect(await grid.cell(0, 'Transaction')).toHaveText(
    `${newest!.hash.slice(0, 6)}…${newest!.hash.slice(-4)}`,
  )
  await expect.poll(() => grid.loadedCount()).toBeGreaterThanOrEqual(50)
})

test('the latest transfers of the chain follow it as well', async ({ page, app, autoClose }) => {
  const chain = await autoClose(startLiveChain())
  const source = await app.addSource(chain.url)
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${source}`))
  await expect(shell.grid('Latest transfers').row(0)).toBeVisible()
  chain.later(8)
  await expect(shell.button(/^\d+ new transfers?$/)).toBeVisible()
})
