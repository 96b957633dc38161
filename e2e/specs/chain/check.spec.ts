/** What a page shows, held against a node. */
import { anvilPath, startAnvil } from '../../../src/service/indexer/testing/anvil.ts'
import { startProxy } from '../../../src/service/indexer/testing/node-proxy.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'

test.skip(
  anvilPath() === null,
  'anvil is not installed: npm brings it on Linux on x64; elsewhere it has to be on the PATH',
)

test('a transaction and a block are held against a node, which is not believed where it lies', async ({
  page,
  autoClose,
}) => {
  const anvil = await autoClose(startAnvil())
  const [from, to] = await anvil.request<string[]>('eth_accounts')
  const hash = await anvil.request<string>('eth_sendTransaction', [{ from, to, value: '0xde0b6b3a7640000' }])
  const node = await autoClose(startProxy(anvil.url))
  const app = await autoClose(startApp({ source: anvil.url }))
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.status).toContainText('block 1, up to date')
  const source = `/s/127-0-0-1-${String(anvil.port)}`
  const dialog = page.getByRole('dialog', { name: 'Check against a node' })
  const url = dialog.getByLabel('URL of a node')
  const result = dialog.getByRole('status')
  const open = async () => {
    await shell.button('More actions').click()
    await page.getByRole('menuitem', { name: 'Check against a node' }).click()
  }

  await page.goto(appUrl(app, `${source}/tx/${hash}`))
  await open()
  // The node that is followed is asked without a question.
  await expect(result).toContainText(/\d+ of \d+ fields proven or agree, \d+ can’t be checked\./)
  await expect(dialog.getByRole('row', { name: /^proven gas_used 21000/ })).toBeVisible()
  await expectNoViolationInEachTheme(page)
  await url.fill('http://127.0.0.1:9')
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('No node answers at 127.0.0.1:9.')

  node.answer(async (method, _params, forward) => {
    const answer = await forward()
    return method === 'eth_getBlockReceipts'
      ? (answer as object[]).map((receipt) => ({ ...receipt, status: '0x0' }))
      : answer
  })
  await url.fill(node.url)
  await url.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('nothing it says counts')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // Another thing in the same window: nothing of the one before stands there.
  await page.locator('.page-header').getByRole('link', { name: '1', exact: true }).click()
  await expect(page).toHaveURL(/\/block\/1$/)
  await open()
  await expect(dialog).toContainText('Block 1')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(url).toHaveValue(node.url)
  // The size of a block is in no hash: there the node's word stands against the source's.
  node.answer(async (method, _params, forward) => {
    const answer = await forward()
    return method === 'eth_getBlockByNumber' ? { ...(answer as object), size: '0x7' } : answer
  })
  await url.fill(node.url)
  await url.press('Enter')
  await expect(result).toContainText('1 differs')
  await expect(dialog.getByRole('row').nth(1)).toHaveText(/differs\s*size\s*\d{3}\s*7/)
  await expectNoViolationInEachTheme(page)
})
