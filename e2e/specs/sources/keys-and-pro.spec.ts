/** A Pro account and its key: added, refused with a wrong key, accepted with the right one, and never shown. */
import type { Page } from '@playwright/test'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createService } from '../../../src/service/http/server.ts'
import { SAMPLE_CHAIN_ID } from '#shared/chains.ts'
import { expect, appUrl, test } from '../../app.ts'
import { AddAnything } from '../../pages/add-anything.ts'
import { AppShell } from '../../pages/app-shell.ts'

const RIGHT_KEY = 'right-key-for-this-test-4f2a'
const WRONG_KEY = 'wrong-key-for-this-test-0000'

async function startPro() {
  const reader = createSampleChain({ seed: 1, transactions: 200, live: false })
  const service = await createService({ reader, proKey: RIGHT_KEY })
  return { ...service, busiest: reader.suggestedAddresses()[0]!.address, close: () => service.close() }
}

const documentHtml = (page: Page) => page.evaluate(() => document.documentElement.outerHTML)

test('a Pro account is added, refuses a wrong key and works with the right one', async ({
  page,
  app,
  autoClose,
}) => {
  const pro = await autoClose(startPro())
  const shell = new AppShell(page)
  const frames: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => frames.push(payload.toString()))
  })

  await page.goto(appUrl(app, '/sources?add=1'))
  const add = new AddAnything(page)
  await add.field.fill(pro.url)
  await expect(add.says('pro')).toContainText('1 chain, one key for all of them')
  await add.use(pro.url, { as: 'pro', name: 'My Pro' })

  const accounts = page.getByRole('list', { name: 'Pro accounts' })
  const key = accounts.getByRole('form', { name: 'Key for My Pro' })
  await expect(key).toContainText('for this session only: no keyring is open here')
  await expect(key).toContainText(/CHAINGLASS_KEY_PRO_127_0_0_1_\d+_[0-9A-F]{8}/)
  const field = key.getByLabel('Key of My Pro')
  await expect(field).toHaveAttribute('type', 'password')
  await expect(field).toHaveValue('')

  await field.fill(WRONG_KEY)
  await key.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(field).toHaveValue('')
  await expect(key.getByRole('alert')).toContainText('does not accept this key')

  await field.fill(RIGHT_KEY)
  await key.getByRole('button', { name: 'Replace' }).click()
  await expect(key.getByRole('status')).toContainText('The key works')
  await expect(field).toHaveValue('')
  await expect(accounts.getByRole('button', { name: 'Key set, ends 4f2a' })).toBeVisible()

  await accounts.getByRole('button', { name: '1 chain' }).click()
  await accounts.getByLabel('Find a chain of My Pro').fill('sample')
  await accounts.getByRole('button', { name: /Sample chain/ }).click()
  await expect(page).toHaveURL(new RegExp(`/s/pro-[^/]+:${SAMPLE_CHAIN_ID}$`))
  await expect(shell.latest('Transfers').first()).toBeVisible()
  await expect(shell.status).toContainText('credits left')

  expect(await documentHtml(page)).not.toContain(RIGHT_KEY)
  expect(frames.join('\n')).not.toContain(RIGHT_KEY)
  expect(frames.join('\n')).not.toContain(WRONG_KEY)

  await page.goto(appUrl(app, '/sources'))
  await expect(accounts).toContainText(/[\d,]+ credits left · today about [\d,]+: [\d,]+ looking/)
  await accounts.getByRole('button', { name: 'Key set, ends 4f2a' }).click()
  await key.getByRole('button', { name: 'Remove' }).click()
  await expect(key.getByRole('status')).toContainText('The key is removed')
  await expect(accounts.getByRole('button', { name: 'No key' })).toBeVisible()
})

test('a chain that the account does not list can be used by its id', async ({ page, app, autoClose }) => {
  const pro = await autoClose(startPro())
  await page.goto(appUrl(app, '/sources?add=1'))
  await new AddAnything(page).use(pro.url, { as: 'pro' })
  const accounts = page.getByRole('list', { name: 'Pro accounts' })
  await accounts.getByRole('button', { name: '1 chain' }).click()
  await accounts.getByRole('searchbox').fill('424242')
  await accounts.getByRole('button', { name: /Use chain 424242/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Chain 424242')
  // Each column of the chain says so, one after the other.
  await expect(page.getByRole('alert').first()).toContainText('asks for a key')
})

test('an account is removed with its chains and restored without its key', async ({
  page,
  app,
  autoClose,
}) => {
  const pro = await autoClose(startPro())
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources?add=1'))
  await new AddAnything(page).use(pro.url, { as: 'pro', name: 'My Pro' })
  const accounts = page.getByRole('list', { name: 'Pro accounts' })
  await accounts.getByLabel('Key of My Pro').fill(RIGHT_KEY)
  await accounts.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(accounts.getByRole('status')).toContainText('The key works')
  await accounts.getByRole('button', { name: 'Settings of My Pro' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(accounts).toHaveCount(0)
  await shell.button('Undo').click()
  await expect(accounts.getByRole('button', { name: 'No key' })).toBeVisible()
})
