/** Watched addresses: added, labelled in every list, ordered, edited, imported and exported, and their activity. */
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expectNoViolationInEachTheme } from '../accessible.ts'
import type { App, CoreClient } from '../app-types.ts'
import { connectCore } from '../core-client.ts'
import { expect, appUrl, startApp, test, type SharedApp } from '../app.ts'
import { AppShell } from '../pages/app-shell.ts'
import { suggestedAddress, sourceIdOf, startService, type StartedService } from '../service.ts'

const watchedList = (page: Page): Locator => page.getByRole('list', { name: 'Watched addresses' })
const watchedLinks = (page: Page): Locator => watchedList(page).getByRole('link')

/** Runs `work` with a client of the app's core. */
async function withCore<T>(app: App, work: (core: CoreClient) => Promise<T>) {
  const core = await connectCore(app)
  try {
    return await work(core)
  } finally {
    core.close()
  }
}

/** Watches three suggestedAddresses of the sample chain as `Number 1` to `Number 3`. */
async function watchThree(app: SharedApp, sample: StartedService) {
  for (const [nth, { address }] of sample.suggestedAddresses.slice(0, 3).entries())
    await app.core.call('watchlist.save', { address, chainId: null, label: `Number ${String(nth + 1)}` })
}

test('W watches an address; its label is in the lists of every source, in the search, and kept over a restart', async ({
  page,
  autoClose,
  sample,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  const other = await autoClose(startService({ transactions: 300 }))
  const shell = new AppShell(page)
  let app = await startApp({ source: sample.url, dataDir })
  const first = sourceIdOf(sample.url)
  const second = await withCore(app, (core) => core.call('sources.add', { url: other.url }))
  const { address } = suggestedAddress(sample, 'Whale')

  await page.goto(appUrl(app, `/s/${first}/address/${address}`))
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: /^Watch/ })
  await expect(dialog.getByLabel('Label')).toBeFocused()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(watchedLinks(page)).toHaveCount(0)
  await page.keyboard.press('w')
  await dialog.getByLabel('Label').fill('Old Moby')
  await dialog.getByTitle('teal').click()
  await dialog.getByLabel('Note').fill('Seen first\nin October')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(shell.title).toHaveText('Old Moby')
  await expect(watchedLinks(page)).toHaveText(['Old Moby'])

  await page.goto(appUrl(app, `/s/${second.id}/address/${sample.busiest}`))
  await shell.grid('Transactions').scrollToEnd()
  await shell.grid('Transactions').scrollTo(0)
  await expect(shell.grid('Transactions').root.getByText('Old Moby').first()).toBeVisible()

  await shell.search('moby')
  await expect(shell.results.filter({ hasText: 'Old Moby' }).first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('about:blank')
  await app.stop()
  app = await autoClose(startApp({ dataDir }))
  await page.goto(appUrl(app, `/s/${first}/address/${address}`))
  await expect(shell.title).toHaveText('Old Moby')
  await shell.button('Watching').click()
  await expect(dialog.getByLabel('Note')).toHaveValue('Seen first\nin October')
  await dialog.getByRole('button', { name: 'Stop watching and delete label' }).click()
  await expect(shell.button('Watch').last()).toBeVisible()
  await expect(watchedLinks(page)).toHaveCount(0)
  await shell.button('Undo').click()
  await expect(shell.title).toHaveText('Old Moby')
})

test('an address in a list is watched by its context menu', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  const to = (await grid.cell(0, 'With')).locator('[data-address]')
  const address = await to.getAttribute('data-address')
  await to.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Watch' }).click()
  await page.getByRole('dialog').getByLabel('Label').fill('From the menu')
  await page.getByRole('dialog').getByLabel('Label').press('Enter')
  await expect(grid.root.locator(`[data-address="${String(address)}"]`).first()).toHaveText('From the menu')
})

test('watched addresses are reordered by the keyboard and by dragging', async ({ page, app, sample }) => {
  await watchThree(app, sample)
  await page.goto(appUrl(app, '/settings'))
  const links = watchedLinks(page)
  await expect(links).toHaveText(['Number 1', 'Number 2', 'Number 3'])

  await links.first().focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(links).toHaveText(['Number 2', 'Number 1', 'Number 3'])
  await expect(links.nth(1)).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(links).toHaveText(['Number 2', 'Number 3', 'Number 1'])

  await links.nth(2).dragTo(links.first(), { targetPosition: { x: 30, y: 4 } })
  await expect(links).toHaveText(['Number 1', 'Number 2', 'Number 3'])
  await page.reload()
  await expect(links).toHaveText(['Number 1', 'Number 2', 'Number 3'])
})

test('labels are edited in place, several entries at once, and each change is undone', async ({
  page,
  app,
  sample,
}) => {
  await watchThree(app, sample)
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/watchlist'))
  await shell.button('Label: Number 2. Change it').click()
  await expect(page.locator('input.edit')).toBeFocused()
  await page.keyboard.type('The second')
  await page.keyboard.press('Enter')
  await expect(watchedLinks(page)).toHaveText(['Number 1', 'The second', 'Number 3'])
  await shell.button('Undo').click()
  await expect(watchedLinks(page)).toHaveText(['Number 1', 'Number 2', 'Number 3'])

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByLabel('Add the selected to a group').fill('Friends')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(watchedList(page).getByRole('button', { name: 'Friends' })).toBeVisible()
  await shell.button('Remove').click()
  await expect(page.getByText('No addresses yet. Press W or ☆ to add one, or import a list.')).toBeVisible()
  // Until then the button is that of the change before.
  await expect(page.getByText('3 addresses removed.')).toBeVisible()
  await shell.button('Undo').click()
  await expect(watchedLinks(page)).toHaveCount(3)
})

test('export and import: a preview of the changes, then the import, and its undo', async ({
  page,
  app,
  sample,
}) => {
  const kept = sample.suggestedAddresses.slice(0, 3).map(({ address }, nth) => ({
    address,
    chainId: nth === 2 ? '8453' : null,
    label: ['=HYPERLINK("x")', 'comma, "quote"', 'ünïcode 🐋'][nth]!,
    note: nth === 1 ? 'two\nlines' : '',
    groups: nth === 0 ? ['A', 'B'] : [],
  }))
  for (const entry of kept) await app.core.call('watchlist.save', entry)
  const shell = new AppShell(page)
  const panel = page.getByRole('region', { name: 'Import', exact: true })
  await page.goto(appUrl(app, '/watchlist'))

  const files: string[] = []
  for (const format of ['JSON', 'CSV']) {
    await shell.button('Export').click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format }).click(),
    ])
    files.push(await download.path())
  }
  const before = await app.core.call('watchlist.export', { format: 'json' })
  expect(JSON.parse(readFileSync(files[0]!, 'utf8'))).toEqual(JSON.parse(before.text))

  for (const file of files) {
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await shell.button('Remove').click()
    await expect(page.getByText('No addresses yet. Press W or ☆ to add one, or import a list.')).toBeVisible()
    await shell.button('Import').first().click()
    await panel.getByLabel('File to import').setInputFiles({
      name: 'labels.txt',
      mimeType: 'text/plain',
      buffer: readFileSync(file),
    })
    await expect(panel).toContainText('3 rows: 3 new.')
    await panel.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(panel).toContainText('Done. 3 rows: 3 new.')
    await panel.getByRole('button', { name: 'Close', exact: true }).click()
    const after = await app.core.call('watchlist.export', { format: 'json' })
    expect(JSON.parse(after.text)).toEqual(JSON.parse(before.text))
  }

  // Another explorer's file: an address that has a label already, a repeated row and an invalid one.
  await shell.button('Import').first().click()
  await panel
    .getByLabel('Labels as text')
    .fill(
      [
        'Address,Name Tag',
        `${kept[0]!.address},Theirs`,
        '0x00000000000000000000000000000000000000aa,New one',
        '0x00000000000000000000000000000000000000AA,New one',
        '0x1234,Too short',
      ].join('\n'),
    )
  await panel.getByRole('button', { name: 'Preview' }).click()
  await expect(panel).toContainText('4 rows: 1 new, 1 changed, 1 repeated in the file, 1 can’t be read.')
  await expect(panel.getByRole('row', { name: /Theirs/ })).toContainText('=HYPERLINK("x")')
  await panel.getByLabel('keep mine').check()
  await panel.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(panel).toContainText('1 kept as yours')
  // In the table of the page; a label alone watches nothing.
  const added = shell.button('Label: New one. Change it')
  await expect(added).toBeVisible()
  await expect(watchedLinks(page).filter({ hasText: 'New one' })).toHaveCount(0)
  await expect(page.getByText('Theirs')).toHaveCount(0)
  await shell.button('Undo').click()
  await expect(added).toHaveCount(0)
})

test('a file that is no list of labels, and one that is too large, are refused and change nothing', async ({
  page,
  app,
  makeFolder,
}) => {
  await page.goto(appUrl(app, '/watchlist'))
  await page.getByRole('button', { name: 'Import' }).first().click()
  const panel = page.getByRole('region', { name: 'Import', exact: true })
  const choose = (name: string, buffer: Buffer) =>
    panel.getByLabel('File to import').setInputFiles({ name, mimeType: 'text/plain', buffer })
  await choose('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))
  await expect(panel.getByRole('alert').or(panel.getByText('can’t be read')).first()).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Import' }).first().click()
  await choose('large.csv', Buffer.alloc(9 * 1024 * 1024, 'a'))
  await expect(panel.getByRole('alert')).toContainText('9 MB')
  const huge = join(makeFolder(), 'huge.csv')
  writeFileSync(huge, 'address,label\n')
  truncateSync(huge, 500 * 1024 * 1024)
  await panel.getByLabel('File to import').setInputFiles(huge)
  await expect(panel.getByRole('alert')).toContainText(/5\d\d MB/)
  await expect(watchedLinks(page)).toHaveCount(0)
})

test('activity is counted while the app is open and after a restart, and cleared by opening the address', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  let time = Date.UTC(2026, 9, 1, 12)
  const chain = await autoClose(startService({ live: true, transactions: 400, now: () => time }))
  const source = sourceIdOf(chain.url)
  let app = await startApp({ source: chain.url, dataDir })
  await withCore(app, (core) =>
    core.call('watchlist.save', { address: chain.busiest, chainId: null, label: 'Busy' }),
  )
  await page.goto(appUrl(app, '/activity'))
  const count = watchedLinks(page).filter({ hasText: 'Busy' }).locator('.new-count')
  // The first poll only stores the position of each list; rows after it are counted.
  const advanceAndPoll = async () => {
    time += 10_000
    await withCore(app, (core) => core.call('activity.poll', {}))
    return count.count()
  }
  await expect.poll(advanceAndPoll, { intervals: [1_000] }).toBe(1)
  await expect(count).toHaveText(/^\s*\d+\+? new$/)
  await expect(page.getByRole('list', { name: 'Activity' })).toContainText(/Busy\s*\d+ new transactions?/)
  const before = Number((await count.textContent())?.match(/\d+/)?.[0])
  await page.goto('about:blank')
  await app.stop()

  time += 60_000
  app = await autoClose(startApp({ dataDir }))
  await page.goto(appUrl(app, '/news')) // its path in earlier versions
  await expect(page).toHaveURL(/\/activity$/)
  await expect(page.getByText(/Your last visit .* ago|Your last visit now/)).toBeVisible()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect
    .poll(async () => Number((await count.textContent())?.match(/\d+/)?.[0]))
    .toBeGreaterThan(before)

  await watchedLinks(page).filter({ hasText: 'Busy' }).click()
  await expect(page).toHaveURL(new RegExp(`/s/${source}/address/`, 'i'))
  await expect(count).toHaveCount(0)
})

test('watchlist, its dialog, import and activity are accessible', async ({ page, app, sample }) => {
  for (const [nth, { address }] of sample.suggestedAddresses.slice(0, 4).entries())
    await app.core.call('watchlist.save', {
      address,
      chainId: null,
      label: nth === 3 ? '' : `Number ${String(nth + 1)}`,
      colour: nth === 0 ? 'pink' : null,
      groups: nth > 1 ? ['Group'] : [],
    })
  await page.goto(appUrl(app, '/watchlist'))
  await expect(watchedLinks(page)).toHaveCount(4)
  await expectNoViolationInEachTheme(page, app.core)
  await page.getByRole('button', { name: 'Import' }).first().click()
  await page
    .getByLabel('Labels as text')
    .fill('address,label\n0x00000000000000000000000000000000000000aa,New\nx,y')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('to import')).toBeVisible()
  await expectNoViolationInEachTheme(page, app.core)
  await page.getByRole('button', { name: 'Edit Number 1' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoViolationInEachTheme(page, app.core)
  await page.goto(appUrl(app, '/activity'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoViolationInEachTheme(page, app.core)
})
