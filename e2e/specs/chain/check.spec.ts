/** Pages compared with a node. */
import { createService } from '../../../src/service/http/server.ts'
import { followChain } from '../../../src/service/indexer/follow-chain.ts'
import { anvilPath, startAnvil } from '../../../src/service/indexer/testing/anvil.ts'
import { startProxy } from '../../../src/service/indexer/testing/node-proxy.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { connectCore } from '../../core-client.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { startFaultyInstance } from '../../faulty-instance.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { sourceIdOf } from '../../service.ts'

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
  const dialog = page.getByRole('dialog', { name: 'Check against a node or source' })
  const url = dialog.getByLabel('URL of a node', { exact: true })
  const result = dialog.getByRole('status')
  const open = async () => {
    await shell.button('More actions').click()
    await page.getByRole('menuitem', { name: 'Check against a node or source' }).click()
  }

  await page.goto(appUrl(app, `${source}/tx/${hash}`))
  await open()
  // The node that is followed is asked without a question.
  await expect(result).toContainText(/\d+ of \d+ fields proven or agree, \d+ can’t be checked\./)
  await expect(dialog.getByRole('row', { name: /^proven gas_used 21000/ })).toBeVisible()
  const second = dialog.getByLabel('URL of a second node')
  await second.fill(node.url)
  await second.press('Enter')
  await expect(result).toContainText(`1 of 1 blocks are the same at 127.0.0.1:${String(node.port)}.`)
  await expectNoViolationInEachTheme(page)
  await second.fill('')
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

test('rows of a list are held against a node: a false value of one row is found in it, with both values', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const anvil = await autoClose(startAnvil())
  const [from, to] = await anvil.request<string[]>('eth_accounts')
  for (let sent = 1; sent <= 6; sent += 1) await anvil.send({ from, to, value: `0x${sent.toString(16)}` })
  const chain = await autoClose(followChain({ rpcUrl: anvil.url, dataDir: makeFolder() }))
  const service = await autoClose(
    createService({ reader: chain.reader, dialect: 'v12', log: () => undefined }),
  )
  const isIndexed = async () => (await fetch(`${service.url}/api/v2/blocks/6`)).status
  await expect.poll(isIndexed).toBe(200)
  const instance = await autoClose(startFaultyInstance(service.url))
  instance.respond(/\/chainglass\//, (response) => {
    response.writeHead(404).end('{}')
  })
  instance.respond(
    /\/addresses\/0x\w+\/transactions/,
    instance.passThrough(({ items }) => {
      items[2]!.value = '7777'
    }),
  )
  const app = await autoClose(startApp({ source: instance.url }))
  await page.goto(appUrl(app, `/s/${sourceIdOf(instance.url)}/address/${to!}?tab=transactions`))
  const grid = page.getByRole('grid', { name: 'Transactions' })
  await expect(grid).toContainText('All 6 rows loaded')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Check rows against a node or source' }).click()
  const form = page.getByRole('form', { name: 'Check rows against a node or source' })
  const url = form.getByLabel('URL of a node')
  await url.fill('http://127.0.0.1:9')
  await url.press('Enter')
  await expect(form.getByRole('status')).toHaveText('No node answers at 127.0.0.1:9.')
  await url.fill(anvil.url)
  await url.press('Enter')
  await expect(form.getByRole('status')).toContainText(
    /^5 rows (?:proven|agree), 1 differs\. Held against 127\.0\.0\.1/,
  )
  await expect(grid.locator('.check-mark.differs')).toHaveText('differs')
  await expect(grid.locator('[data-index="2"] .check-mark.differs')).toHaveCount(1)
  await expectNoViolationInEachTheme(page)
  await grid.locator('[data-index="2"] .check-mark').click()
  await expect(page.locator('.drawer .checked-fields dl')).toHaveText(
    /^\s*value\s*The source says 7777\s*The node says 4\s*$/,
  )
  await expectNoViolationInEachTheme(page)
})

test('a transaction is held against another source of the chain, by keyboard alone', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const anvil = await autoClose(startAnvil())
  const [from, to] = await anvil.request<string[]>('eth_accounts')
  await anvil.send({ from, to, value: '0x7' })
  const [hash] = (await anvil.request<{ transactions: string[] }>('eth_getBlockByNumber', ['0x1', false]))
    .transactions
  const chain = await autoClose(followChain({ rpcUrl: anvil.url, dataDir: makeFolder() }))
  const service = await autoClose(
    createService({ reader: chain.reader, dialect: 'v12', log: () => undefined }),
  )
  await expect.poll(async () => (await fetch(`${service.url}/api/v2/blocks/1`)).status).toBe(200)
  const instance = await autoClose(startFaultyInstance(service.url))
  instance.respond(
    /\/transactions\/0x\w+(?:\?|$)/,
    instance.passThrough((item) => {
      Object.assign(item, { gas_used: '77' })
    }),
  )
  const app = await autoClose(startApp({ source: service.url }))
  const core = await connectCore(app)
  await core.call('sources.add', { url: instance.url, chainId: '31337' })
  await page.goto(appUrl(app, `/s/${sourceIdOf(instance.url)}/tx/${hash!}`))
  const shell = new AppShell(page)
  await expect(shell.button('More actions')).toBeVisible()
  await shell.button('More actions').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Check against a node or source' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Check against a node or source' })
  const choice = dialog.getByRole('combobox', { name: 'Held against' })
  await choice.selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Check', exact: true }).press('Enter')
  await expect(dialog.getByRole('status')).toContainText('1 differs')
  await expect(dialog.getByRole('row').nth(1)).toHaveText(/differs\s*gas_used\s*77\s*21000/)
  await expectNoViolationInEachTheme(page)
})
