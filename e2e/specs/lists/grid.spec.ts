/** Behaviour of every list, tested on one: columns, drawer, keyboard, copying, finding, sorting, loading all, export. */
import { expect, appUrl, test } from '../../app.ts'
import { CLIPBOARD, AppShell } from '../../pages/app-shell.ts'
import { pathOf } from '../../faulty-instance.ts'
import { suggestedAddress } from '../../service.ts'

test.use({ permissions: CLIPBOARD })

type Json = Record<string, unknown>

test('columns: hidden, shown, resized, kept over a reload, and reset', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  const defaults = await grid.columnNames()
  const choose = async (name: string) => {
    await shell.view('Columns', name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await choose('Method')
  await choose('Nonce')
  await expect
    .poll(() => grid.columnNames())
    .toEqual([...defaults.filter((name) => name !== 'Method'), 'Nonce'])

  const head = grid.headers.nth(await grid.columnOf('With'))
  const before = (await head.boundingBox())!
  await page.mouse.move(before.x + before.width + 6, before.y + 12)
  await page.mouse.down()
  await page.mouse.move(before.x + before.width + 86, before.y + 12, { steps: 4 })
  await page.mouse.up()
  const width = async () => Math.round((await head.boundingBox())!.width)
  await expect.poll(width).toBe(Math.round(before.width) + 80)
  await expect
    .poll(async () => {
      const { columns } = await app.core.read('settings.changed', {})
      return columns?.['address-transactions']?.widths?.counterparty
    })
    .toBe(Math.round(before.width) + 80)

  await page.reload()
  await expect(grid.row(0)).toBeVisible()
  await expect.poll(() => grid.columnNames()).toContain('Nonce')
  await expect.poll(() => grid.columnNames()).not.toContain('Method')
  await expect.poll(width).toBe(Math.round(before.width) + 80)

  await shell.view('Columns', 'Reset to defaults')
  await expect.poll(() => grid.columnNames()).toEqual(defaults)
})

test('no column names the coin of another chain, not even before its source is known', async ({
  page,
  app,
  sample,
}) => {
  await page.addInitScript(() => {
    const heads = new Set<string>()
    const note = () => {
      for (const { textContent } of document.querySelectorAll('[role=columnheader]'))
        if (textContent.includes(', ')) heads.add(textContent.trim())
    }
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { takeHeads: () => [...heads] })
  })
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(page.getByRole('columnheader', { name: 'Value, COIN' })).toBeVisible()
  const heads = await page.evaluate(() =>
    (globalThis as unknown as { takeHeads: () => string[] }).takeHeads(),
  )
  for (const head of heads) expect(head).toMatch(/, COIN$/)
})

test('the drawer: every field the API gave, its JSON, the rows around it', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  let given: Json[] = []
  faulty.respond(
    /\/transactions$/,
    faulty.passThrough((page) => {
      page.items[2] = { ...page.items[2], l1_fee_scalar: '0.684', unknown_field: { deep: ['within'] } }
      given = page.items
    }),
  )
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await (await grid.cell(2, 'Method')).click({ position: { x: 8, y: 8 } })
  await expect(shell.drawer).toBeVisible()
  const item = given[2]!
  await expect(shell.drawer).toContainText(String(item.hash))
  await expect(shell.drawer).toContainText('0.684')
  await expect(shell.drawer).toContainText('within')

  const copyJson = shell.drawer.getByRole('button', { name: 'Copy JSON' })
  const copied = JSON.parse(await shell.copiedBy(() => copyJson.click())) as Json
  for (const name of Object.keys(item)) expect(copied, `the field ${name}`).toHaveProperty([name])
  expect(copied.unknown_field).toEqual(item.unknown_field)
  await shell.drawer.getByRole('button', { name: 'Raw JSON' }).click()
  await expect(shell.drawer.locator('pre')).toContainText('"l1_fee_scalar": "0.684"')

  await shell.drawer.getByRole('button', { name: 'Next row' }).click()
  await expect(shell.drawer).toContainText(String(given[3]!.hash))
  await shell.drawer.getByRole('button', { name: 'Previous row' }).click()
  await expect(shell.drawer).toContainText(String(item.hash))
  await shell.drawer.getByRole('link', { name: 'State changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/tx/${String(item.hash)}$`))
  await page.goBack()
  await expect(grid.row(2)).toBeVisible()
  await expect(shell.drawer).toHaveCount(0)
})

test('the keyboard alone: rows, cells, drawer, links, copies', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  await grid.root.focus()
  const active = () =>
    grid.root.evaluate((root) => {
      const at = document.getElementById(root.getAttribute('aria-activedescendant') ?? '')
      const row = at?.closest<HTMLElement>('[data-index]')?.dataset.index ?? 'head'
      return `${row} ${at?.getAttribute('data-column') ?? 'row'}`
    })
  for (const [key, at] of [
    ['j', '0 row'],
    ['j', '1 row'],
    ['ArrowDown', '2 row'],
    ['k', '1 row'],
    ['ArrowRight', '1 0'],
    ['ArrowRight', '1 1'],
    ['ArrowDown', '2 1'],
    ['ArrowLeft', '2 0'],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(active, key).toBe(at)
  }
  await page.keyboard.press('ArrowRight')
  await expect.poll(active).toBe('2 1')
  const hash = await shell.copiedBy(() => page.keyboard.press('c'))
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/tx/${hash}$`))
  await page.keyboard.press('[')
  await expect(grid.root, 'the grid has the focus again').toBeFocused()
  await expect.poll(active).toBe('2 row')

  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('PageDown')
  await expect.poll(() => grid.scrollTop()).toBeGreaterThan(200)
  await expect(grid.root).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shell.drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shell.drawer).toHaveCount(0)
  await expect(grid.root).toBeFocused()
})

test('copying: a hash by its button, a row, a selection; amounts are exact', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  const { items } = (await (
    await fetch(`${sample.url}/api/v2/addresses/${sample.busiest}/transactions`)
  ).json()) as { items: Json[] }
  const cell = await grid.cell(1, 'Transaction')
  await cell.getByRole('link').hover()
  const copy = page.getByRole('button', { name: 'Copy', exact: true })
  expect(await shell.copiedBy(() => copy.click())).toBe(items[1]!.hash)

  await (await grid.cell(1, 'Method')).click({ position: { x: 8, y: 8 }, modifiers: ['Control'] })
  await (await grid.cell(4, 'Method')).click({ position: { x: 8, y: 8 }, modifiers: ['Shift'] })
  await expect(page.getByText('4 selected')).toBeVisible()
  await expect(grid.row(3)).toHaveAttribute('aria-selected', 'true')
  const lines = (await shell.copiedBy(() => shell.button(/^Copy$/).click())).split('\n')
  expect(lines.map((line) => line.split('\t')[1])).toEqual(items.slice(1, 5).map(({ hash }) => hash))
  const valueAt = await grid.columnOf('Value, COIN')
  for (const [at, line] of lines.entries())
    expect(line.split('\t')[valueAt]).toBe(inCoins(String(items[at + 1]!.value)))
  await shell.button('Clear').click()
  await expect(grid.row(3)).toHaveAttribute('aria-selected', 'false')
})

/** Exact, 18 decimals, no zeros at the end. */
const inCoins = (wei: string) => {
  const digits = wei.padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`.replace(/\.?0+$/, '')
}

test('the menu of a row', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await (await grid.cell(0, 'With')).click({ button: 'right' })
  const copy = page.getByRole('menuitem', { name: 'Copy address' })
  expect(await shell.copiedBy(() => copy.click())).toMatch(/^0x[0-9a-fA-F]{40}$/)
  await (await grid.cell(0, 'With')).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'All fields' }).click()
  await expect(shell.drawer).toBeVisible()
})

test('finding and sorting work on the loaded rows; the source gets no request', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(faulty, 'Harbour Exchange')
  const grid = shell.grid('Tokens')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${address}?tab=tokens`))
  await expect(grid.end).toBeAttached()
  const requestsBefore = faulty.requests.length
  await page.getByRole('combobox', { name: 'Filter' }).fill('sample')
  await expect(page.getByText(/^\d+ of 22 rows match$/)).toBeVisible()
  await expect(grid.rows).not.toHaveCount(0)
  await expect(grid.rows.filter({ hasNotText: /sample/i })).toHaveCount(0)
  const found = await grid.rows.count()
  expect(found).toBeGreaterThan(0)
  expect(found).toBeLessThan(22)
  await page.keyboard.press('Escape')
  await expect.poll(() => grid.shownCount()).toBeGreaterThan(found)

  const symbols = async () => {
    const at = await grid.columnOf('Symbol')
    const texts = await grid.rows.evaluateAll(
      (rows, nth) =>
        rows.map(
          (row) => row.querySelector(`[data-column="${String(nth)}"]`)?.textContent.toLowerCase() ?? '',
        ),
      at,
    )
    // Rows without a symbol are last.
    const last = texts.findLastIndex((text) => text !== '')
    return texts.slice(0, last + 1)
  }
  const isSorted = (texts: readonly string[]) => texts.join() === [...texts].sort().join()
  await grid.headers.nth(await grid.columnOf('Symbol')).click()
  await expect(grid.headers.nth(await grid.columnOf('Symbol'))).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => isSorted((await symbols()).reverse())).toBe(true)
  const descending = await symbols()
  await grid.headers.nth(await grid.columnOf('Symbol')).click()
  await expect(grid.headers.nth(await grid.columnOf('Symbol'))).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(symbols).toEqual([...descending].sort())
  // The data of the page's header is asked for after the first rows.
  const asked = faulty.requests.slice(requestsBefore).filter(({ path }) => path.endsWith('/tokens'))
  expect(asked.map(pathOf)).toEqual([])
})

test('rows that the source marks as scam are folded with a count, and unfolded', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Tokens')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=tokens`))
  await expect(grid.end).toContainText(/[1-9]\d* of them hidden as scam/)
  const marked = grid.root.getByText('scam', { exact: true })
  await expect(shell.viewButton).toHaveAccessibleName('View, some rows are hidden')
  await shell.viewButton.click()
  const fold = page.getByRole('menuitem', { name: /^Show \d+ scam rows?/ })
  const folded = Number(/\d+/.exec((await fold.textContent()) ?? '')?.[0])
  await expect.poll(async () => (await grid.loadedCount()) - (await grid.shownCount())).toBe(folded)
  const shown = await grid.shownCount()
  await expect(marked).toHaveCount(0)

  await fold.click()
  await expect.poll(() => grid.shownCount()).toBe(shown + folded)
  await expect(marked).toHaveCount(folded)
  await expect(shell.viewButton).toHaveAccessibleName('View')
  await shell.view('Hide scam rows')
  await expect(marked).toHaveCount(0)
})

test.describe('where what is read is not kept', () => {
  test.use({ settings: { keepRead: false } })

  test('load all: its cost first, progress, the end; and every row can be reached', async ({
    page,
    app,
    sample,
  }) => {
    const shell = new AppShell(page)
    const grid = shell.grid('Transactions')
    await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
    await expect(grid.row(0)).toBeVisible()
    await shell.here.click()
    const card = page.getByRole('dialog')
    // Pages that are prefetched meanwhile are not of it.
    await expect(card).toContainText(/About 2\d requests, .+, for 1,[01]\d\d more rows\./)
    await card.getByRole('button', { name: 'Keep all' }).click()
    await expect(shell.status).toContainText('All 1,234 transactions loaded')
    await expect(shell.button('Keep all')).toHaveCount(0)
    await expect(shell.here).toHaveAccessibleName('All 1,234 here, live')
    await grid.root.focus()
    await page.keyboard.press('End')
    await expect(grid.row((await grid.shownCount()) - 1)).toBeVisible()
    await page.keyboard.press('Home')
    await expect(grid.row(0)).toBeVisible()
  })

  test('load all stops on demand and keeps what is loaded', async ({ page, app, faulty }) => {
    const shell = new AppShell(page)
    const grid = shell.grid('Transactions')
    let pages = 0
    await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
    await expect.poll(() => grid.loadedCount()).toBeGreaterThan(80)
    // There is no response to the fifth page, so that loading is under way when it is stopped.
    faulty.respond(/transactions\?.*block_number=/, (response, seen) =>
      (pages += 1) > 3 ? undefined : faulty.passThrough()(response, seen),
    )
    await shell.button('Keep all').click()
    await expect.poll(() => pages).toBe(4)
    await shell.button('Pause').click()
    await expect(shell.button('Keep all')).toBeVisible()
    await faulty.until((requests) =>
      requests.some(({ query, hungUp }) => query.has('block_number') && hungUp),
    )
    await expect.poll(() => grid.loadedCount()).toBeGreaterThan(200)
    await expect(shell.alert).toHaveCount(0)
  })
})

test('what a screen reader reads: names, counts, landmarks', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Harbour Exchange')
  const grid = shell.grid('Tokens')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=tokens`))
  await expect(grid.end).toBeAttached()
  await expect.poll(async () => (await grid.shownCount()) - (await grid.rows.count())).toBe(0)
  await expect(grid.root).toHaveAttribute('aria-colcount', String((await grid.columnNames()).length))
  await expect(grid.row(0)).toHaveAttribute('aria-rowindex', '2')
  await expect(page.getByRole('tablist', { name: 'Lists of this address' })).toBeVisible()
  await expect(shell.searchButton).toBeVisible()
  await expect(page.getByRole('toolbar', { name: /^Tokens/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
