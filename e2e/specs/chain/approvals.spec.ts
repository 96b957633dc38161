/** The approvals of an address: what a source alone says, and what a node's logs and tokens say. */
import { getContractAddress, type Hex } from 'viem'
import { anvilPath, startAnvil } from '../../../src/service/indexer/testing/anvil.ts'
import { callData, deployData } from '../../../src/service/indexer/testing/workload.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'

test.skip(
  anvilPath() === null,
  'anvil is not installed: npm brings it on Linux on x64; elsewhere it has to be on the PATH',
)

test('approvals of an address stand by risk, with the call that ends each', async ({ page, autoClose }) => {
  const anvil = await autoClose(startAnvil())
  const [from, account] = (await anvil.request<Hex[]>('eth_accounts')) as [Hex, Hex]
  const coin = getContractAddress({ from, nonce: 0n })
  const send = (sent: object) => anvil.send({ from, gas: '0x4c4b40', ...sent })
  await send({ data: deployData('Coin', ['Test Coin', 'TST', 18]) })
  await send({ to: coin, data: callData('Coin', 'approve', [coin, 5n * 10n ** 17n]) })
  await send({ to: coin, data: callData('Coin', 'approve', [account, 2n ** 256n - 1n]) })
  await send({ from: account, to: coin, data: callData('Coin', 'transferFrom', [from, account, 10n ** 18n]) })
  const app = await autoClose(startApp({ source: anvil.url }))
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.status).toContainText('block 4, up to date')

  await page.goto(appUrl(app, `/s/127-0-0-1-${String(anvil.port)}/address/${from}`))
  await page.getByRole('tab', { name: 'Approvals' }).click()
  const approvals = page.getByRole('region', { name: 'Approvals', exact: true })
  const rows = approvals.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(0)).toContainText('everything, unlimited')
  await expect(rows.nth(0)).toContainText('999,999 TST')
  await expect(rows.nth(0)).toContainText('a plain account, unlimited')
  await expect(rows.nth(1)).toContainText('0.5 TST')
  await expect(approvals.getByRole('button', { name: 'Open 2' })).toHaveAttribute('aria-pressed', 'true')
  await expect(approvals).toContainText('unlimited 1')
  await expect(rows.nth(0).getByRole('link')).toHaveCount(4)
  // A token may give an allowance by itself: no transaction sent to it says so.
  await expect(rows.nth(1)).toContainText('not known')
  await expect(approvals).toContainText('From 2 logs of blocks 0 to 4')
  await expect(rows.nth(0).getByRole('button', { name: 'Data' })).toBeVisible()
  await expectNoViolationInEachTheme(page)
  await shell.expectNoOverflow()

  // An approval that ended is gone after reading again.
  await send({ to: coin, data: callData('Coin', 'approve', [account, 0n]) })
  await approvals.getByRole('button', { name: 'Read again' }).click()
  await expect(rows).toHaveCount(1)

  // By keyboard: the filter, and what has ended, with its call.
  await page.keyboard.press('Escape')
  await approvals.getByRole('button', { name: 'Open 1' }).focus()
  await page.keyboard.press('f')
  await expect(approvals.getByRole('searchbox', { name: 'Filter' })).toBeFocused()
  await page.keyboard.type('nothing:like it')
  await expect(approvals).toContainText('None of these has such words.')
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(approvals.getByRole('button', { name: 'Ended 1' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(1)
  await expect(rows.nth(0)).toContainText('approve')
  await expectNoViolationInEachTheme(page)
  await shell.expectNoOverflow()
})

test('without a node it says what its transactions say, and takes the URL of one', async ({
  page,
  app,
  autoClose,
}) => {
  const anvil = await autoClose(startAnvil())
  await page.goto(appUrl(app, `/s/sample/address/0x48aA00c4E363c1341e59402DF321BDB2018bb764?tab=approvals`))
  const approvals = page.getByRole('region', { name: 'Approvals', exact: true })
  await expect(approvals).toContainText('No node was asked')
  await expect(approvals).toContainText(/From [\d,]+ transactions of blocks/)
  await expectNoViolationInEachTheme(page)

  await approvals.getByLabel('URL of a node').fill(anvil.url)
  await approvals.getByRole('button', { name: 'Ask this node' }).click()
  await expect(approvals.getByRole('alert')).toContainText('is a node of chain 31337')
  await expectNoViolationInEachTheme(page)
})
