/** Logs of a transaction and of an address, decoded; and the history of an address's balance. */
import { appUrl, expect, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress } from '../../service.ts'

interface Log {
  readonly transaction_hash: string
  readonly index: number
  readonly topics: readonly string[]
  readonly address: { readonly hash: string; readonly name: string | null }
  readonly decoded: { readonly method_call: string } | null
}

async function fetchItems<Item>({ url }: { readonly url: string }, path: string): Promise<Item[]> {
  const { items } = (await (await fetch(`${url}/api/v2${path}`)).json()) as { items: Item[] }
  return items
}

test('logs of a transaction: decoded, picked by contract and event, all of one in the drawer', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const dollar = suggestedAddress(sample, 'Sample Dollar')
  // A swap: logs of the wrapped coin, the pair and the dollar.
  const ofDollar = await fetchItems<Log>(sample, `/addresses/${dollar.address}/logs`)
  const hashes = [...new Set(ofDollar.map(({ transaction_hash: hash }) => hash))]
  const lists = await Promise.all(hashes.map((hash) => fetchItems<Log>(sample, `/transactions/${hash}/logs`)))
  const swap = lists.find((logs) => logs.some(({ decoded }) => decoded?.method_call.startsWith('Swap(')))!
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${swap[0]!.transaction_hash}?tab=logs`))
  const grid = shell.grid('Logs')
  await expect(grid.rows).toHaveCount(swap.length)
  await expect(shell.tab('Logs')).toContainText(String(swap.length))
  const event = async (row: number) => grid.cell(row, 'Event')
  for (const [nth, { decoded }] of swap.entries())
    await expect((await event(nth)).locator('[data-origin]')).toContainText(
      decoded!.method_call.split('(')[0]!,
    )

  const transfers = swap.filter(({ decoded }) => decoded?.method_call.startsWith('Transfer('))
  await page.getByRole('button', { name: 'Event', exact: true }).click()
  await page.getByRole('menuitemradio', { name: `Transfer ${String(transfers.length)}` }).click()
  await expect(grid.rows).toHaveCount(transfers.length)
  const contract = transfers[0]!.address
  const own = transfers.filter(({ address }) => address.hash === contract.hash)
  await page.getByRole('button', { name: 'Contract', exact: true }).click()
  await page.getByRole('menuitemradio', { name: contract.name! }).click()
  await expect(grid.rows).toHaveCount(own.length)
  await page.getByRole('button', { name: contract.name!, exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Any contract' }).click()
  await expect(grid.rows).toHaveCount(transfers.length)

  await grid.row(0).click({ position: { x: 6, y: 6 } })
  const drawer = page.getByRole('complementary', { name: 'Log' })
  const decoded = drawer.getByRole('region', { name: 'Decoded' })
  await expect(decoded.locator('[data-origin]').first()).toContainText('Transfer')
  for (const name of ['from', 'to', 'value'])
    await expect(decoded.getByText(name, { exact: true })).toBeVisible()
  await expect(decoded.getByText('indexed')).toHaveCount(2)
  await expect(drawer).toContainText(transfers[0]!.topics[1]!)
})

test('logs of an address: its source filters them by topic', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Sample Dollar')
  const logs = await fetchItems<Log>(sample, `/addresses/${address}/logs`)
  const approvals = logs.filter(({ decoded }) => decoded?.method_call.startsWith('Approval('))
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=logs`))
  const grid = shell.grid('Logs')
  await expect(grid.row(0)).toBeVisible()
  await page.getByRole('button', { name: 'Event', exact: true }).click()
  await page.getByRole('menuitemradio', { name: /^Approval/ }).click()
  await expect(page).toHaveURL(new RegExp(`topic=${approvals[0]!.topics[0]!}`))
  await expect(await grid.cell(0, 'Log')).toHaveText(String(approvals[0]!.index))
  await expect((await grid.cell(0, 'Event')).locator('[data-origin]')).toContainText('Approval')

  const field = page.getByRole('textbox', { name: 'Only logs with this topic: a topic' })
  const spender = approvals[0]!.topics[2]!
  await field.fill('0x12')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(spender)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`topic=${spender}`))
  const naming = await fetchItems<Log>(sample, `/addresses/${address}/logs?topic=${spender}`)
  await expect(await grid.cell(0, 'Log')).toHaveText(String(naming[0]!.index))
})

test('the history of a balance leads to what changed it', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Whale')
  const rows = await fetchItems<{ block_number: number; transaction_hash: string | null }>(
    sample,
    `/addresses/${address}/coin-balance-history`,
  )
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}`))
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  await page.keyboard.press('9')
  await expect(shell.tab('Balance')).toHaveAttribute('aria-selected', 'true')
  const grid = shell.grid('Balance')
  await expect(await grid.cell(0, 'Block')).toHaveText(rows[0]!.block_number.toLocaleString('en'))
  const nth = rows.findIndex(({ transaction_hash: hash }) => hash !== null)
  await (await grid.cell(nth, 'Transaction')).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/tx/${rows[nth]!.transaction_hash!}`))
})

test('NFTs of an address by collection, and each by itself again', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'NFT collector')
  const collections = await fetchItems<{ amount: string; token: { name: string } }>(
    sample,
    `/addresses/${address}/nft/collections`,
  )
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=nfts`))
  await page.getByRole('button', { name: 'By collection' }).click()
  await expect(page).toHaveURL(/\?tab=collections$/)
  await expect(shell.tab('NFTs')).toHaveAttribute('aria-selected', 'true')
  const grid = shell.grid('By collection')
  await expect(grid.rows).toHaveCount(collections.length)
  await expect(await grid.cell(0, 'Held')).toHaveText(Number(collections[0]!.amount).toLocaleString('en'))
  await page.getByRole('button', { name: 'One by one' }).click()
  await expect(page).toHaveURL(/\?tab=nfts$/)
})

test('an NFT: its transfers and its holders beside its details', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Relics')
  const path = `/tokens/${address}/instances`
  const [{ id }] = (await fetchItems<{ id: string }>(sample, path)) as [{ id: string }]
  const transfers = await fetchItems<{ block_number: number }>(sample, `${path}/${id}/transfers`)
  const holders = await fetchItems<{ value: string }>(sample, `${path}/${id}/holders`)
  await page.goto(appUrl(app, `/s/${sample.source}/token/${address}/instance/${id}`))
  await expect(shell.tab('Details')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\?tab=transfers$/)
  await expect(await shell.grid('Transfers').cell(0, 'Block')).toHaveText(
    transfers[0]!.block_number.toLocaleString('en'),
  )
  await page.keyboard.press('3')
  await expect(await shell.grid('Holders').cell(0, 'Balance')).toContainText(
    Number(holders[0]!.value).toLocaleString('en'),
  )
  await page.keyboard.press('1')
  await expect(page.getByRole('heading', { name: 'Metadata' })).toBeVisible()
})
