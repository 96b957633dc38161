/** The tab of a contract that nobody verified, over a node that is followed: what its code tells, and what it says. */
import { getContractAddress, type Hex } from 'viem'
import { anvilPath, startAnvil } from '../../../src/service/indexer/testing/anvil.ts'
import { callData, compiled, deployData } from '../../../src/service/indexer/testing/workload.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'

test.skip(
  anvilPath() === null,
  'anvil is not installed: npm brings it on Linux on x64; elsewhere it has to be on the PATH',
)

test('a contract’s functions are found in its code, and say what the node says', async ({
  page,
  autoClose,
}) => {
  const anvil = await autoClose(startAnvil())
  const [from] = await anvil.request<[Hex, ...Hex[]]>('eth_accounts')
  const coin = getContractAddress({ from, nonce: 0n })
  const send = (sent: object) =>
    anvil.request<string>('eth_sendTransaction', [{ from, gas: '0x4c4b40', ...sent }])
  await send({ data: deployData('Coin', ['Test Coin', 'TST', 18]) })
  await send({ to: coin, data: callData('Coin', 'mint', [coin, 7n]) })
  const app = await autoClose(startApp({ source: anvil.url }))
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.status).toContainText('block 2, up to date')
  const source = `/s/127-0-0-1-${String(anvil.port)}`

  await page.goto(appUrl(app, `${source}/address/${from}`))
  await expect(shell.tab('Ledger')).toBeVisible()
  await expect(shell.tab('Contract')).toHaveCount(0)

  await page.goto(appUrl(app, `${source}/address/${coin}`))
  await shell.tab('Contract').click()
  const contract = page.getByRole('region', { name: 'Contract', exact: true })
  await expect(contract.getByRole('row', { name: /^0x70a08231 function balanceOf/ })).toBeVisible()
  await expectNoViolationInEachTheme(page)

  await contract.getByRole('button', { name: /^Read/ }).click()
  await expect(page).toHaveURL(/part=read/)
  const row = (name: string) => contract.getByRole('listitem').filter({ hasText: new RegExp(`^${name}\\b`) })
  await expect(row('name')).toContainText('Test Coin')
  await expect(row('totalSupply')).toContainText('1000000000000000000000007')
  await contract.getByRole('button', { name: /^balanceOf/ }).click()
  await contract.getByLabel('account').fill(coin)
  await contract.getByLabel('account').press('Enter')
  await expect(row('balanceOf').getByText('7', { exact: true })).toBeVisible()
  await contract.getByLabel('At block').fill('1')
  await contract.getByLabel('At block').press('Enter')
  await expect(row('totalSupply')).toContainText('1000000000000000000000000')
  await expect(contract).toContainText('Read at block 1 of ')
  await expectNoViolationInEachTheme(page)
  await shell.expectNoOverflow()

  await contract.getByRole('button', { name: 'Bytecode' }).click()
  await expect(contract).toContainText('Functions found in the code')
  await expectNoViolationInEachTheme(page)
})

test('storage is read by a layout of one’s own, at a key, and one block against another', async ({
  page,
  autoClose,
}) => {
  const anvil = await autoClose(startAnvil())
  const [from] = await anvil.request<[Hex, ...Hex[]]>('eth_accounts')
  const shelf = getContractAddress({ from, nonce: 0n })
  const send = (sent: object) => anvil.send({ from, gas: '0x4c4b40', ...sent })
  await send({ data: deployData('Shelf') })
  await send({ to: shelf, data: callData('Shelf', 'fill', [from, 7n]) })
  await send({ to: shelf, data: callData('Shelf', 'close') })
  const app = await autoClose(startApp({ source: anvil.url }))
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.status).toContainText('block 3, up to date')
  await page.goto(
    appUrl(app, `/s/127-0-0-1-${String(anvil.port)}/address/${shelf}?tab=contract&part=storage`),
  )
  const contract = page.getByRole('region', { name: 'Contract', exact: true })
  const rows = contract.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(contract).toContainText('No layout is used')
  await expect(rows).toHaveCount(10)
  await expectNoViolationInEachTheme(page)

  await contract.getByLabel('Layout file').setInputFiles({
    name: 'Shelf.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(compiled('Shelf').storageLayout)),
  })
  await expect(contract).toContainText('By the layout that you gave.')
  await contract.getByLabel('against block').fill('2')
  await contract.getByLabel('against block').press('Enter')
  await expect(rows.filter({ hasText: 'debt' })).toContainText(/-6.*-5/s)
  await expectNoViolationInEachTheme(page)
  await shell.expectNoOverflow()

  await contract.getByLabel('Slot, variable or key').fill(`lent[${from}][7]`)
  await contract.getByLabel('Slot, variable or key').press('Enter')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('-1')

  await contract.getByRole('button', { name: 'Remove Shelf.json' }).click()
  await expect(contract).toContainText('No slot or variable is called lent')
})

test('what a transaction changed in storage, as words, and by a layout of one’s own', async ({
  page,
  autoClose,
}) => {
  const anvil = await autoClose(startAnvil())
  const [from] = await anvil.request<[Hex, ...Hex[]]>('eth_accounts')
  const shelf = getContractAddress({ from, nonce: 0n })
  const send = (sent: object) => anvil.send({ from, gas: '0x4c4b40', ...sent })
  await send({ data: deployData('Shelf') })
  const { transactionHash } = await send({ to: shelf, data: callData('Shelf', 'fill', [from, 7n]) })
  const app = await autoClose(startApp({ source: anvil.url }))
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.status).toContainText('block 2, up to date')
  const source = `/s/127-0-0-1-${String(anvil.port)}`
  await page.goto(appUrl(app, `${source}/tx/${transactionHash}`))
  await page.getByRole('button', { name: 'Storage' }).click()
  const table = page.getByRole('table', { name: 'Storage' })
  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(table).toContainText('No layout is used')
  await expect(row('0xff63…a1eb')).toContainText('500')
  await expectNoViolationInEachTheme(page)

  await table.getByRole('link', { name: 'Choose a layout' }).click()
  await page.getByLabel('Layout file').setInputFiles({
    name: 'Shelf.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(compiled('Shelf').storageLayout)),
  })
  await expect(page.getByText('By the layout that you gave.')).toBeVisible()
  await page.goBack()
  await expect(table).toContainText('By the layout that you gave.')
  await expect(row(`lent[${from}][7].right`)).toContainText('-1')
  await expect(row('pages[17]')).toContainText('9')
  await expectNoViolationInEachTheme(page)
  await shell.expectNoOverflow()
  await page.setViewportSize({ width: 640, height: 800 })
  await shell.expectNoOverflow()
})
