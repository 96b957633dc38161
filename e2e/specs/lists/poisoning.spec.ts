/** Address poisoning on the sample chain: folded with its count, and marked where it is shown. */
import { json } from '#platform/testing/behaviours.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { keepAll } from '../../keep-all.ts'
import { startFaultyInstance, type WirePage } from '../../faulty-instance.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress, sourceIdOf, startService } from '../../service.ts'

test('imitations of those an account pays are folded with a count, and marked where they are shown', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  const { address } = suggestedAddress(sample, 'Poisoned account')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}`))
  await expect(shell.viewButton).toHaveAccessibleName('View, some rows are hidden')
  await expect(grid.rows).toHaveCount(8)
  await shell.view('Show 8 imitations')
  await expect(grid.rows).toHaveCount(16)
  const mark = grid.root.getByTitle(/^Looks like 0x/)
  await expect(mark).toHaveCount(8)
  await expect(mark.first()).toBeVisible()
})

interface WireTransaction {
  readonly hash: string
  readonly from: { readonly hash: string }
  readonly to: { readonly hash: string }
}
const FILLERS = 600
const ROWS_PER_PAGE = 50

/** The imitations on top, and those whom the account paid further down than a window reads at first. */
async function longPoisonedList(url: string, account: string): Promise<readonly object[]> {
  const answer = await fetch(`${url}/api/v2/addresses/${account}/transactions`)
  const items = ((await answer.json()) as WirePage).items as unknown as WireTransaction[]
  const isSigned = ({ from }: WireTransaction) => from.hash.toLowerCase() === account.toLowerCase()
  const honest = items.filter((item) => isSigned(item) || item === items[0])
  const [signed] = items.filter(isSigned)
  if (!signed) throw new Error('The account signed nothing.')
  const fillers = Array.from({ length: FILLERS }, (_, at) => ({
    ...signed,
    to: {
      ...signed.to,
      hash: `0x${String(at).padStart(8, '7')}${'5'.repeat(24)}${String(at).padStart(8, '3')}`,
    },
  }))
  return [...items.filter((item) => !honest.includes(item)), ...fillers, ...honest].map((item, at, all) => ({
    ...item,
    hash: `0x${at.toString(16).padStart(64, '0')}`,
    block_number: all.length - at,
    position: 0,
  }))
}

test('of a list that is kept whole, imitations are folded wherever it is read, and marked where they are shown', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const service = await autoClose(startService({ transactions: 1_000 }))
  const instance = await autoClose(startFaultyInstance(service.url))
  const { address } = suggestedAddress(service, 'Poisoned account')
  const rows = await longPoisonedList(service.url, address)
  instance.respond(/landmarks/, json({ message: 'Not found' }, 404))
  instance.respond(new RegExp(`addresses/${address}/transactions`, 'i'), (response, seen) => {
    const from = Number(seen.query.get('index') ?? 0)
    const end = from + ROWS_PER_PAGE
    const next = end < rows.length ? { index: end } : null
    return json({ items: rows.slice(from, end), next_page_params: next })(response, seen)
  })
  const app = await autoClose(startApp({ dataDir: makeFolder(), source: instance.url }))
  const source = sourceIdOf(instance.url)
  expect(await keepAll(app, source, address)).toBe(FILLERS + 16)

  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  const status = page.getByRole('contentinfo', { name: 'Status' })
  await page.goto(appUrl(app, `/s/${source}/address/${address}?tab=transactions`))
  await expect(status).toContainText(/All [\d,]+ transactions loaded/)
  await expect(shell.viewButton).toHaveAccessibleName('View, some rows are hidden')
  await expect(grid.root).toHaveAttribute('aria-rowcount', String(FILLERS + 8 + 1))
  const filter = page.getByRole('combobox', { name: 'Filter' })
  await filter.fill('in')
  await expect(grid.root).toHaveAttribute('aria-rowcount', '2')
  await expect(shell.viewButton).toHaveAccessibleName('View, some rows are hidden')
  await filter.press('Escape')
  await shell.view('Show 8 imitations')
  await expect(grid.root).toHaveAttribute('aria-rowcount', String(FILLERS + 16 + 1))
  await expect(grid.root.getByTitle(/^Looks like 0x/)).toHaveCount(8)
})
