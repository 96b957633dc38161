import { LIST_WORDS } from '../../../src/renderer/lists/columns/list-words.ts'
import type { ListId } from '../../../src/shared/lists/list-table.ts'
import { expect, appUrl, test } from '../../app.ts'
import { CLIPBOARD, AppShell } from '../../pages/app-shell.ts'
import type { Grid } from '../../pages/grid.ts'
import { pathOf } from '../../faulty-instance.ts'
import { suggestedAddress, type StartedService } from '../../service.ts'

test.use({ settings: { nftView: 'list', foldScam: false }, permissions: CLIPBOARD })

interface TabCase {
  readonly list: ListId
  readonly tab: string
  readonly path: string
  readonly whose: string
  readonly columns: readonly string[]
  /** The first column that identifies a row, and its text for an item of the API. */
  readonly shows: readonly [column: string, of: (item: Record<string, unknown>) => string]
}

const short = (hash: unknown) => `${String(hash).slice(0, 6)}…${String(hash).slice(-4)}`
const grouped = (number: unknown) => BigInt(String(number)).toLocaleString('en')

const TABS: readonly TabCase[] = [
  {
    list: 'address-transactions',
    tab: 'transactions',
    path: 'transactions',
    whose: 'Harbour Exchange',
    columns: [
      'Status',
      'Transaction',
      'Method',
      'Block',
      'Age',
      'Direction',
      'With',
      'Value, COIN',
      'Fee, COIN',
    ],
    shows: ['Transaction', ({ hash }) => short(hash)],
  },
  {
    list: 'address-token-transfers',
    tab: 'transfers',
    path: 'token-transfers',
    whose: 'Harbour Exchange',
    columns: ['Transaction', 'Type', 'Block', 'Age', 'Direction', 'With', 'Amount or id', 'Token'],
    shows: ['Transaction', ({ transaction_hash: hash }) => short(hash)],
  },
  {
    list: 'address-internal-transactions',
    tab: 'internal',
    path: 'internal-transactions',
    whose: 'Harbour Exchange',
    columns: [
      'Status',
      'Transaction',
      'Type',
      'Block',
      'Age',
      'Direction',
      'With',
      'Value, COIN',
      'Gas limit',
    ],
    shows: ['Transaction', ({ transaction_hash: hash }) => short(hash)],
  },
  {
    list: 'address-tokens',
    tab: 'tokens',
    path: 'tokens',
    whose: 'Harbour Exchange',
    columns: ['Token', 'Symbol', 'Contract', 'Type', 'Id', 'Balance', 'Price now, USD', 'Value now, USD'],
    shows: ['Contract', ({ token }) => short((token as { address_hash: string }).address_hash)],
  },
  {
    list: 'address-nfts',
    tab: 'nfts',
    path: 'nft',
    whose: 'NFT collector',
    columns: ['Picture', 'Id', 'Name', 'Collection', 'Type', 'Held'],
    shows: ['Id', ({ id }) => (String(id).length > 14 ? '' : `#${String(id)}`)],
  },
  {
    list: 'address-logs',
    tab: 'logs',
    path: 'logs',
    whose: 'Sample Dollar',
    columns: ['Transaction', 'Log', 'Block', 'Age', 'Event', 'Arguments', 'Topic 0'],
    shows: ['Transaction', ({ transaction_hash: hash }) => short(hash)],
  },
  {
    list: 'address-blocks-validated',
    tab: 'blocks',
    path: 'blocks-validated',
    whose: 'Validator',
    columns: [
      'Block',
      'Hash',
      'Age',
      'Transactions',
      'Gas used',
      'Reward, COIN',
      'Burnt fees, COIN',
      'Base fee, gwei',
    ],
    shows: ['Block', ({ height }) => grouped(height)],
  },
  {
    list: 'address-withdrawals',
    tab: 'withdrawals',
    path: 'withdrawals',
    whose: 'Validator',
    columns: ['Index', 'Validator', 'Block', 'Age', 'Amount, COIN'],
    shows: ['Index', ({ index }) => grouped(index)],
  },
  {
    list: 'address-coin-balances',
    tab: 'balance',
    path: 'coin-balance-history',
    whose: 'Whale',
    columns: ['Block', 'Age', 'Transaction', 'Change, COIN', 'Balance, COIN'],
    shows: ['Block', ({ block_number: block }) => grouped(block)],
  },
]

async function firstPage(service: Pick<StartedService, 'url'>, path: string) {
  const response = await fetch(`${service.url}/api/v2/${path}`)
  return (await response.json()) as { items: Record<string, unknown>[]; next_page_params: object | null }
}

for (const { list, tab, path, whose, columns, shows } of TABS) {
  const { title, noun } = LIST_WORDS[list]
  test(`${title}: its columns, and the source's rows in the source's order`, async ({
    page,
    app,
    sample,
  }) => {
    const shell = new AppShell(page)
    const grid = shell.grid(title)
    const { address } = suggestedAddress(sample, whose)
    await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=${tab}`))
    await expect(shell.tab(title)).toHaveAttribute('aria-selected', 'true')
    await expect(grid.row(0)).toBeVisible()
    await expect.poll(() => grid.columnNames()).toEqual(columns)

    const { items, next_page_params: next } = await firstPage(sample, `addresses/${address}/${path}`)
    const [column, textOf] = shows
    for (const [index, item] of items.slice(0, 15).entries())
      await expect(await grid.cell(index, column)).toContainText(textOf(item))
    await expect.poll(() => grid.loadedCount()).toBeGreaterThanOrEqual(items.length)
    await expect(shell.status).toContainText(
      new RegExp(`^${next ? '(All )?' : 'All '}[\\d,]+ ${noun.many} loaded`),
    )
    await expect(shell.status).toContainText(new URL(sample.url).host)
  })
}

test('identity: name, tags, balance and counts; the full address is copied', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest.toLowerCase()}`))
  await expect(shell.title).toHaveText('harbour.sample.eth')
  const main = page.getByRole('main')
  await expect(main.getByText(sample.busiest, { exact: true })).toBeVisible()
  await expect(main.getByRole('term').filter({ hasText: 'Transactions' })).toBeVisible()
  await expect(main.getByRole('definition').filter({ hasText: '1,234' })).toBeVisible()
  await expect(main.getByText(/^[\d,.…]+ COIN$/).first()).toHaveAttribute('title', /^[\d,]+\.\d{5,} COIN$/)
  expect(await shell.copiedBy(() => shell.button('Copy address').click())).toBe(sample.busiest)
  await shell.button('More actions').click()
  await page.getByRole('menuitem', { name: 'Show as QR code' }).click()
  await expect(page.getByRole('img', { name: 'QR code of this address' })).toBeVisible()
})

test('tabs: selected by key, click and arrow, kept in the URL and over a reload', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  for (const [at, { list, tab }] of TABS.entries()) {
    await page.keyboard.press(String(at + 1))
    await expect(shell.tab(LIST_WORDS[list].title)).toHaveAttribute('aria-selected', 'true')
    await expect(page).toHaveURL(new RegExp(`\\?tab=${tab}$`))
    await expect(page.getByRole('tabpanel', { name: new RegExp(`^${LIST_WORDS[list].title}`) })).toBeVisible()
  }
  await shell.tab('Tokens').click()
  await expect(shell.tab('Tokens')).toHaveAttribute('aria-selected', 'true')
  await expect(shell.tab('Tokens')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(shell.tab('Internal')).toBeFocused()
  await expect(shell.tab('Internal')).toHaveAttribute('aria-selected', 'true')
  // The URL is written after the rows that are waited for.
  await expect(page).toHaveURL(/\?tab=internal$/)
  await page.reload()
  await expect(shell.tab('Internal')).toHaveAttribute('aria-selected', 'true')
  await expect(shell.grid('Internal').row(0)).toBeVisible()
})

test('each tab has its count, from one request; an empty one steps back', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  const address = suggestedAddress(faulty, 'NFT collector').address
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${address}`))
  const counters = (await (
    await fetch(`${faulty.url}/api/v2/addresses/${address}/tabs-counters`)
  ).json()) as Record<string, number>
  for (const [title, field] of [
    ['Internal', 'internal_transactions_count'],
    ['Tokens', 'token_balances_count'],
    ['Blocks', 'validations_count'],
    ['Withdrawals', 'withdrawals_count'],
  ] as const) {
    const count = counters[field] ?? -1
    await expect(shell.tab(title)).toHaveText(`${title} ${count > 50 ? '50+' : String(count)}`)
    await expect(shell.tab(title)).toHaveClass(count === 0 ? /empty/ : /^(?!.*empty)/)
  }
  expect(Object.values(counters)).toContain(0)
})

async function texts(grid: Grid, column: string): Promise<string[]> {
  const at = await grid.columnOf(column)
  return grid.rows.evaluateAll(
    (rows, nth) =>
      rows.map((row) => row.querySelector(`[data-column="${String(nth)}"]`)?.textContent.trim() ?? ''),
    at,
  )
}

test('direction: a filter of the source, kept in the URL and over a reload', async ({
  page,
  app,
  faulty,
}) => {
  const grid = new AppShell(page).grid('Transactions')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  const direction = page.getByRole('group', { name: 'Direction' })
  const expectDirections = (shown: RegExp) =>
    expect
      .poll(async () => {
        const directions = await texts(grid, 'Direction')
        return directions.length > 10 && directions.every((direction) => shown.test(direction))
      })
      .toBe(true)
  for (const [name, value, shown] of [
    ['In', 'to', /^(IN|SELF)$/],
    ['Out', 'from', /^(OUT|SELF)$/],
  ] as const) {
    await direction.getByRole('button', { name }).click()
    await expect(page).toHaveURL(new RegExp(`filter=${value}$`))
    await expect(direction.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    await expectDirections(shown)
    await faulty.until((requests) => requests.some(({ query }) => query.get('filter') === value))
  }
  await page.reload()
  await expect(direction.getByRole('button', { name: 'Out' })).toHaveAttribute('aria-pressed', 'true')
  await expectDirections(/^(OUT|SELF)$/)
  await direction.getByRole('button', { name: 'All' }).click()
  await expect(page).toHaveURL(/\?tab=transactions$/)
})

test('types of tokens and of NFTs: filters of the source, kept in the URL', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(faulty, 'NFT collector')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${address}?tab=tokens`))
  const tokens = shell.grid('Tokens')
  await expect(tokens.row(0)).toBeVisible()
  await shell.button('Type').click()
  await page.getByRole('menuitemcheckbox', { name: 'ERC-721' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'ERC-404' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/type=ERC-721(,|%2C)ERC-404/)
  await expect
    .poll(async () => [...new Set(await texts(tokens, 'Type'))].sort())
    .toEqual(['ERC-404', 'ERC-721'])
  await faulty.until((requests) => requests.some(({ query }) => query.get('type') === 'ERC-721,ERC-404'))

  await shell.tab('NFTs').click()
  const nfts = shell.grid('NFTs')
  await page.getByRole('group', { name: 'Token type' }).getByRole('button', { name: 'ERC-1155' }).click()
  await expect(page).toHaveURL(/tab=nfts&type=ERC-1155$/)
  await expect.poll(async () => [...new Set(await texts(nfts, 'Type'))]).toEqual(['ERC-1155'])
})

test('transfers of one token: its address typed in, with a direction, kept in the URL', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transfers')
  const token = suggestedAddress(sample, 'Sample Dollar').address
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=transfers`))
  await expect(grid.row(0)).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Only transfers of this token: an address' })
  await shell.moreFilters()
  await field.fill('0x12')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await field.fill(token)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`token=${token}`, 'i'))
  await page.keyboard.press('Escape')
  await page.getByRole('group', { name: 'Direction' }).getByRole('button', { name: 'In' }).click()
  await expect
    .poll(async () => {
      const [tokens, directions] = [await texts(grid, 'Token'), await texts(grid, 'Direction')]
      return (
        tokens.length > 5 &&
        tokens.every((each) => each === tokens[0]) &&
        directions.every((each) => /^(IN|SELF)$/.test(each))
      )
    })
    .toBe(true)
  await page.reload()
  await shell.moreFilters()
  await expect(field).toHaveValue(new RegExp(token, 'i'))
})

test('sorting by the source, where its dialect has it', async ({ page, app, sample, faulty }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await shell.button('Newest first').click()
  await page.getByRole('menuitemradio', { name: 'Highest value' }).click()
  await expect(page).toHaveURL(/sort=value&order=desc/)
  await expect(shell.button('Highest value')).toBeVisible()
  await expect(grid.row(0)).toBeVisible()
  const { items } = await firstPage(sample, `addresses/${sample.busiest}/transactions?sort=value&order=desc`)
  for (const [index, { hash }] of items.slice(0, 10).entries())
    await expect(await grid.cell(index, 'Transaction')).toHaveText(short(hash))
})

test('internal calls without value are requested on demand', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Internal')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}?tab=internal`))
  await expect(grid.row(0)).toBeVisible()
  await shell.button('Include zero-value calls').click()
  await expect(page).toHaveURL(/include_zero_value=true/)
  await expect(grid.row(0)).toBeVisible()
  await expect(shell.button('Include zero-value calls')).toHaveAttribute('aria-pressed', 'true')
  await faulty.until((requests) => requests.some(({ query }) => query.get('include_zero_value') === 'true'))
})

test('to a transaction and back, and over a reload: the same rows at the same position, no page requested twice', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(80)
  await grid.scrollTo(34 * 60)
  await expect(grid.row(66)).toBeVisible()
  // A page that is left while it is on its way is cancelled, and requested again.
  await expect(grid.root).toHaveAttribute('aria-busy', 'false')
  const cell = await grid.cell(66, 'Transaction')
  await expect(cell).toContainText('0x')
  const hash = await cell.textContent()

  await cell.getByRole('link').click()
  await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}$/)
  await expect(shell.tab('State changes')).toBeVisible()
  await page.goBack()
  await expect(cell).toHaveText(hash ?? '')
  await expect.poll(() => grid.scrollTop()).toBe(34 * 60)
  await expect(grid.root).toHaveAttribute('aria-busy', 'false')
  await page.goForward()
  await expect(shell.tab('State changes')).toBeVisible()
  await page.keyboard.press('[')
  await expect(cell).toHaveText(hash ?? '')
  await expect.poll(() => grid.scrollTop()).toBe(34 * 60)
  await expect(grid.root).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(cell).toHaveText(hash ?? '')
  await expect.poll(() => grid.scrollTop()).toBe(34 * 60)
  const pages = faulty.requests.filter(({ query }) => query.has('block_number')).map(pathOf)
  expect(pages.length, 'each page is requested once').toBe(new Set(pages).size)
})

test('what comes after the first rows does not move them', async ({ page, app, sample }) => {
  const grid = new AppShell(page).grid('Transactions')
  await page.addInitScript(() => {
    const tops = new Set<number>()
    Object.assign(globalThis, { tops })
    const note = () => {
      const top = document.querySelector('[role=grid] [data-index="0"]')?.getBoundingClientRect().top
      if (top !== undefined) tops.add(Math.round(top))
      requestAnimationFrame(note)
    }
    note()
  })
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  const header = page.locator('.page-header')
  for (const [role, name] of [
    ['button', 'Watch'],
    ['link', 'Flow'],
    ['button', 'Note'],
  ] as const)
    await expect(header.getByRole(role, { name })).toBeVisible()
  await expect(header.getByText('Transfers', { exact: true })).toBeVisible()
  const tops = await page.evaluate(() => [...(globalThis as unknown as { tops: Set<number> }).tops])
  expect(tops).toHaveLength(1)
})

test('hovering an address highlights it everywhere', async ({ page, app, sample }) => {
  const grid = new AppShell(page).grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  const party = (await grid.cell(0, 'With')).locator('[data-address]')
  const key = String(await party.getAttribute('data-address'))
  const same = page.locator(`[data-address="${key}"]`)
  const backgrounds = () =>
    same.evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor))
  await expect(same).not.toHaveCount(1)
  const before = new Set(await backgrounds())
  await party.hover()
  await expect.poll(async () => (await backgrounds()).every((colour) => !before.has(colour))).toBe(true)
})

test('a window of an address makes at most 20 requests, with what it loads after its rows', async ({
  page,
  app,
  sample,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(shell.button('Note')).toBeVisible()
  // The palette's sections come last.
  await shell.search('watch')
  await expect(shell.results.first()).toBeVisible()
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(20)
})
