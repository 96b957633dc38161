/** The chain's latest blocks and transactions, and one block with its lists. */
import { appUrl, expect, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'

interface Block {
  readonly hash: string
  readonly height: number
  readonly transactions_count: number
  readonly withdrawals_count: number
}

async function fetchItems<Item>({ url }: { readonly url: string }, path: string): Promise<Item[]> {
  const { items } = (await (await fetch(`${url}/api/v2${path}`)).json()) as { items: Item[] }
  return items
}
const grouped = (number: number) => number.toLocaleString('en')

test('latest blocks and transactions beside transfers; a row leads to its block', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const [newest, ...older] = await fetchItems<Block>(sample, '/blocks')
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await expect(shell.latest('Blocks').first()).toContainText(grouped(newest!.height))
  await page.keyboard.press('4')
  await expect(shell.grid('Transfers').row(0)).toBeVisible()
  await page.keyboard.press('3')
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  await page.keyboard.press('2')
  const blocks = shell.grid('Blocks')
  await expect(await blocks.cell(0, 'Block')).toHaveText(grouped(newest!.height))
  await expect(page).toHaveURL(/\?tab=blocks$/)
  await (await blocks.cell(1, 'Block')).getByRole('link').click()
  await expect(shell.title).toHaveText(`Block ${grouped(older[0]!.height)}`)
})

test('a block: its facts, its lists, the blocks beside it, by number and by hash', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const blocks = await fetchItems<Block>(sample, '/blocks')
  const block = blocks.find((each) => each.withdrawals_count > 0 && each.transactions_count > 1)!
  await page.goto(appUrl(app, `/s/${sample.source}/block/${block.hash}`))
  await expect(shell.title).toHaveText(`Block ${grouped(block.height)}`)
  const main = page.getByRole('main')
  await expect(main.getByText(block.hash, { exact: true })).toBeVisible()
  await page.keyboard.press('d')
  for (const term of ['Time', 'Validator', 'Gas used', 'Base fee', 'Burnt fees', 'Parent'])
    await expect(main.getByRole('term').filter({ hasText: term }).last()).toBeVisible()
  await page.keyboard.press('Escape')
  // Some of them may be folded away as scam.
  await expect.poll(() => shell.grid('Transactions').loadedCount()).toBe(block.transactions_count)
  await expect(shell.tab('Withdrawals')).toContainText(String(block.withdrawals_count))
  await page.keyboard.press('3')
  await expect(shell.grid('Withdrawals').rows).toHaveCount(block.withdrawals_count)
  await page.keyboard.press('2')
  const calls = await fetchItems(sample, `/blocks/${String(block.height)}/internal-transactions`)
  await expect(shell.status).toContainText(`${String(calls.length)} internal transaction`)

  await page.keyboard.press('p')
  await expect(shell.title).toHaveText(`Block ${grouped(block.height - 1)}`)
  await page.keyboard.press('n')
  await expect(shell.title).toHaveText(`Block ${grouped(block.height)}`)
  await expect(page).toHaveURL(new RegExp(`/block/${String(block.height)}$`))
  await page.getByRole('link', { name: 'Previous block' }).click()
  await expect(shell.title).toHaveText(`Block ${grouped(block.height - 1)}`)
})

test('a block number leads there from the search, a row and a transaction', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const [row] = await fetchItems<{ hash: string; block_number: number }>(sample, '/transactions')
  const title = `Block ${grouped(row!.block_number)}`
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await page.keyboard.press('/')
  await shell.omnibox.fill(String(row!.block_number))
  await expect(shell.results.first()).toContainText(`Block ${String(row!.block_number)}`)
  await page.keyboard.press('Enter')
  await expect(shell.title).toHaveText(title)
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${row!.hash}`))
  await page
    .getByRole('main')
    .getByRole('link', { name: grouped(row!.block_number), exact: true })
    .click()
  await expect(shell.title).toHaveText(title)
})

test('a block that is not there, and a text that is none, are said', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/block/99999999`))
  await expect(page.getByRole('main')).toContainText('Block 99,999,999 is not known here')
  await page.goto(appUrl(app, `/s/${sample.source}/block/0x12`))
  await expect(page.getByRole('main')).toContainText('This is not a block')
  await page.getByRole('link', { name: 'Latest blocks' }).click()
  await expect(shell.grid('Blocks').row(0)).toBeVisible()
})
