/** Following a node of one's own: offered, added, live, paused, gone and forgotten. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { anvilPath, startAnvil } from '../../../src/service/indexer/testing/anvil.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { expect, appUrl, startApp, test } from '../../app.ts'
import { AddAnything } from '../../pages/add-anything.ts'
import { AppShell } from '../../pages/app-shell.ts'

test.skip(
  anvilPath() === null,
  'anvil is not installed: npm brings it on Linux on x64; elsewhere it has to be on the PATH',
)

const ONE_COIN = '0xde0b6b3a7640000'
const USUAL_NODE = 'http://127.0.0.1:8545'

test('a transaction that is sent while its list is open appears there within about a second', async ({
  page,
  autoClose,
}) => {
  const anvil = await autoClose(startAnvil())
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources?add=1'))
  const add = new AddAnything(page)
  await add.field.fill('http://127.0.0.1:9')
  await expect(add.says('node')).toContainText(
    '127.0.0.1:9 can’t be reached. Nothing responds at this address.',
  )
  await add.field.fill(anvil.url)
  await expect(add.says('node')).toContainText(
    /^A node: anvil \d+\.\d+\.\d+, chain 31337 .*newest block is 0\./,
  )
  await add.button('Use now').click()
  await expect(page).toHaveURL(new RegExp(`/s/127-0-0-1-${String(anvil.port)}$`))
  await expect(shell.status).toContainText('block 0, up to date')
  const source = new URL(page.url()).pathname

  const [from = '', to = ''] = await anvil.request<string[]>('eth_accounts')
  await page.goto(appUrl(app, `${source}/address/${from}`))
  await expect(page.getByText('This address has no transactions')).toBeVisible()
  await expect(shell.status).toContainText('live')
  const send = () => anvil.request<string>('eth_sendTransaction', [{ from, to, value: ONE_COIN }])
  const first = await send()
  const sentAt = Date.now()
  const grid = shell.grid('Transactions')
  await expect(await grid.cell(0, 'Transaction')).toHaveText(`${first.slice(0, 6)}…${first.slice(-4)}`)
  const tookMs = Date.now() - sentAt
  // About a second on a machine without other load. A source that is not on it is asked again after 20 s.
  expect(tookMs).toBeLessThan(12_000)

  await send()
  await expect(shell.button('1 new transaction')).toBeVisible()
  await shell.button('1 new transaction').click()
  await expect(await grid.cell(1, 'Transaction')).toHaveText(`${first.slice(0, 6)}…${first.slice(-4)}`)
  test.info().annotations.push({ type: 'seen after', description: `${String(tookMs)} ms` })
})

test('a chain on which nothing has happened says what to do, and lists its first transaction by itself', async ({
  page,
  autoClose,
}) => {
  const anvil = await autoClose(startAnvil())
  const app = await autoClose(startApp({ source: anvil.url }))
  const shell = new AppShell(page)
  await page.goto(app.url)
  const accounts = page.getByRole('list', { name: 'Accounts of this node' })
  await expect(accounts.getByRole('listitem')).toHaveCount(10)
  await expect(accounts.getByRole('listitem').first()).toContainText('10,000 ETH')
  await expect(page.getByText(`export ETH_RPC_URL=${anvil.url}`)).toBeVisible()
  const [from = '', to = ''] = await anvil.request<string[]>('eth_accounts')
  await expect(page.getByText(`cast send --unlocked --from ${from}`)).toBeVisible()
  // anvil names them without a checksum.
  await expect(page.getByText(/--from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 \\/).first()).toBeVisible()
  await expectNoViolationInEachTheme(page)
  for (const [width, height] of [
    [1_024, 700],
    [700, 800],
    [400, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await shell.expectNoOverflow()
  }
  await page.setViewportSize({ width: 1_440, height: 900 })

  // An empty block is nothing that has happened.
  await anvil.request('anvil_mine', ['0x1'])
  await expect(shell.status).toContainText('block 1, up to date')
  await expect(accounts).toBeVisible()
  await anvil.request('eth_sendTransaction', [{ from, to, value: ONE_COIN }])
  await expect(shell.latest('Transactions')).toHaveCount(1)
  await expect(accounts).toHaveCount(0)
})

test('a node that is named at the start is followed, and in use', async ({ page, autoClose }) => {
  const anvil = await autoClose(startAnvil())
  const app = await autoClose(startApp({ source: anvil.url }))
  await page.goto(app.url)
  await expect(page).toHaveURL(new RegExp(`/s/127-0-0-1-${String(anvil.port)}$`))
  await expect(new AppShell(page).status).toContainText('block 0, up to date')
})

test('it is paused and resumed, shown as gone with its node, and forgotten after confirmation', async ({
  page,
  autoClose,
}) => {
  const anvil = await startAnvil()
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources?add=1'))
  await new AddAnything(page).use(anvil.url, { as: 'node' })
  await expect(shell.status).toContainText('up to date')

  await page.goto(appUrl(app, '/sources'))
  const card = page.getByRole('listitem').filter({ hasText: 'Indexed here' })
  const choose = async (item: string) => {
    await card.getByRole('button', { name: /^Settings of Local node/ }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('Pause')
  await expect(card).toContainText(/paused/i)
  await anvil.request('anvil_mine', ['0x5'])
  await choose('Resume')
  await expect(card).toContainText('block 5, up to date')

  await anvil.stop()
  await expect(card).toContainText('No node answers')
  await choose('Forget')
  await card.getByRole('button', { name: 'Keep it' }).click()
  await expect(card).toBeVisible()
  await choose('Forget')
  await card.getByRole('button', { name: 'Forget it' }).click()
  await expect(card).toHaveCount(0)
})

test('one on the usual port is offered at the first start, and used by one click', async ({
  page,
  autoClose,
}) => {
  const occupied = await fetch(USUAL_NODE).then(
    () => true,
    () => false,
  )
  test.skip(occupied, 'something listens on port 8545 of this machine already')
  const anvil = await autoClose(startAnvil())
  await autoClose(startProxy(anvil.url))
  const app = await autoClose(startApp())
  await page.goto(app.url)
  const welcome = page.getByRole('region', { name: 'Welcome' })
  await welcome.getByRole('button', { name: /^anvil [\d.]+, chain 31337 127\.0\.0\.1:8545, block 0/ }).click()
  await expect(page).toHaveURL(/\/s\/127-0-0-1-8545$/)
  await expect(new AppShell(page).status).toContainText('block 0, up to date')
  await expect(welcome).toHaveCount(0)
})

/** Forwards to a node from the usual port. */
async function startProxy(nodeUrl: string) {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming
    incoming.pipe(
      request(nodeUrl, { method, headers }, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      }),
    )
  })
  server.listen(Number(new URL(USUAL_NODE).port), '127.0.0.1')
  await once(server, 'listening')
  return {
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
