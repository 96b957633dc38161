/** Cases and what goes wrong with them: a file that is too large, a tab whose source was removed, two windows at once. */
import { closeSync, openSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { appUrl, expect, startApp, test } from '../../app.ts'
import { connectCore } from '../../core-client.ts'
import { startService } from '../../service.ts'

// Drawing without a graphics card makes this message.
test.use({ pageErrors: { expected: [/GPU stall due to ReadPixels/] } })

const A = `0x${'aa'.repeat(20)}`
const link = (page: Page) => page.getByRole('link', { name: /^Case:/ })

test('500 MB are refused by their size, and the next file can be chosen', async ({
  page,
  app,
  makeFolder,
}) => {
  // A sparse file of zeros, which takes no room.
  const large = join(makeFolder(), 'large.chainglass')
  closeSync(openSync(large, 'w'))
  truncateSync(large, 500 * 1024 * 1024)
  await page.goto(appUrl(app, '/cases'))
  await page.getByLabel('File of a case').setInputFiles(large)
  await expect(page.getByRole('alert')).toContainText('It has 500 MB; up to 64 MB are read')
  await page.getByLabel('File of a case').setInputFiles({
    name: 'a.chainglass',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('a,b\n'),
  })
  await expect(page.getByRole('alert')).toContainText('This file is not a case')
  await expect(page.getByRole('button', { name: 'Open a case file' })).toBeEnabled()
  await expect(link(page)).toHaveCount(0)
})

test('a graph whose source was removed says so in its tab, and the case is saved without it @loopback', async ({
  page,
  autoClose,
}) => {
  const chain = await autoClose(startService({ transactions: 200 }))
  const app = await autoClose(startApp())
  const core = await connectCore(app)
  const { id: source } = await core.call('sources.add', { url: chain.url })
  await page.goto(appUrl(app, `/s/${source}/flow?from=${chain.busiest}`))
  await expect(page.getByRole('listbox', { name: 'Addresses of the graph' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('New case')
  await expect(page.getByRole('option', { name: 'New case' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the case' })).toBeFocused()
  await page.keyboard.type('The theft')
  await page.keyboard.press('Enter')
  await expect(link(page)).toBeVisible()
  const open = page.getByRole('article', { name: 'Open case: The theft' })
  await open.getByRole('link', { name: /^Flow of/ }).press('Enter')
  await expect(page.getByRole('listbox', { name: 'Addresses of the graph' })).toBeVisible()
  await core.call('sources.remove', { id: source })
  core.close()
  await expect(page.getByRole('heading', { name: 'This source was removed' })).toBeVisible()
  await link(page).press('Enter')
  await open.getByRole('button', { name: 'Save as file' }).press('Enter')
  const download = page.waitForEvent('download')
  await open.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  expect((await download).suggestedFilename()).toBe('The theft.chainglass')
  await expect(page.getByText(/^The case is saved: /)).toBeVisible()
})

test('two windows change one case: each sees what the other noted, and no place is lost @loopback', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  const core = await connectCore(app)
  const tab = { id: 't1', path: `/s/sample/address/${A}`, title: '', isPinned: false }
  const { id } = await core.call('cases.create', {
    name: 'The theft',
    workspace: {
      version: 1,
      panes: [{ id: 'p', tabs: [tab], active: tab.id }],
      layout: 'beside',
      ratio: 0.5,
      activePane: 'p',
    },
  })
  const other = await page.context().newPage()
  for (const window of [page, other]) {
    await window.goto(appUrl(app, '/cases'))
    await window.getByRole('button', { name: 'Open The theft' }).press('Enter')
    await expect(link(window)).toBeVisible()
    await expect(window).toHaveURL(new RegExp(`/address/${A}`, 'i'))
  }
  for (const [window, block] of [
    [page, '7'],
    [other, '8'],
  ] as const) {
    await window.bringToFront()
    await window.keyboard.press('Alt+t')
    await expect(window.getByRole('combobox', { name: 'Search' })).toBeFocused()
    await window.keyboard.type(block)
    await window.keyboard.press('Enter')
    await expect(window).toHaveURL(new RegExp(`/block/${block}`))
  }
  const paths = async () => {
    const content = await core.read('cases.content', { id })
    return content?.workspace?.panes.flatMap(({ tabs }) => tabs.map(({ path }) => path)) ?? []
  }
  await expect.poll(async () => (await paths()).some((path) => path.includes('/block/7'))).toBe(true)
  await expect.poll(async () => (await paths()).some((path) => path.includes('/block/8'))).toBe(true)
  expect((await paths()).some((path) => path.includes(`/address/${A}`))).toBe(true)

  await core.call('notes.save', {
    case: id,
    note: { chain: '1', about: A, text: 'From elsewhere', path: '/' },
  })
  core.close()
  for (const window of [page, other]) {
    await link(window).press('Enter')
    await expect(window.getByText('From elsewhere')).toBeVisible()
  }
})
