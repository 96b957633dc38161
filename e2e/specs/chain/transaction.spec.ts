/** One transaction: its summary, state changes, flows, transfers and input. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { json, silent } from '#platform/testing/behaviours.ts'
import { formatAmount } from '#shared/units.ts'
import { expect, appUrl, test } from '../../app.ts'
import { holdBack } from '../../faulty-instance.ts'
import { recordLayoutShifts } from '../../layout-shifts.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { Grid } from '../../pages/grid.ts'
import { suggestedAddress, type StartedService } from '../../service.ts'
import { findBundle } from '../../views.ts'

type Json = Record<string, unknown>
interface Change {
  readonly address: { readonly hash: string }
  readonly type: string
  readonly token: {
    readonly symbol: string | null
    readonly decimals: string | null
    readonly type: string
  } | null
  readonly change: string | readonly unknown[] | null
  readonly balance_before: string | null
  readonly balance_after: string | null
  readonly is_miner?: boolean
}

async function fetchJson<Body>(of: Pick<StartedService, 'url'>, path: string): Promise<Body> {
  return (await (await fetch(`${of.url}/api/v2${path}`)).json()) as Body
}

/** The hash of the newest transaction of an address for which `is` holds. */
async function find(...which: Parameters<typeof findAll>): Promise<string> {
  return (await findAll(...which))[0]!
}

async function findAll(
  of: Pick<StartedService, 'url' | 'suggestedAddresses'>,
  whose: string,
  is: (transaction: Json) => boolean,
  least = 1,
): Promise<string[]> {
  const { address } = suggestedAddress(of, whose)
  const { items } = await fetchJson<{ items: Json[] }>(
    of,
    `/addresses/${address}/transactions?items_count=100`,
  )
  const found = items.filter(is).map(({ hash }) => String(hash))
  if (found.length < least)
    throw new Error(`${whose} has ${found.length} such transactions of ${least} among its newest 100`)
  return found
}

const changesGrid = (page: Page) => new Grid(page, 'State changes')
/** The rows near the visible part. */
const changeRows = (page: Page) => changesGrid(page).rows
/** Drawn or not. */
const expectChanges = (page: Page, count: number) =>
  expect(changesGrid(page).root).toHaveAttribute('aria-rowcount', String(count + 1))

test('opened from its row: shown at once from the row, without a response of the source', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  faulty.respond(/^\/api\/v2\/transactions\//, silent)
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  const index = 12
  await expect(grid.row(index)).toBeVisible()
  const method = await (await grid.cell(index, 'Method')).textContent()
  const value = await (await grid.cell(index, 'Value, COIN')).textContent()
  await (await grid.cell(index, 'Transaction')).getByRole('link').click()
  await expect(shell.title).toHaveText(method ?? '')
  const main = page.getByRole('main')
  await expect(main.getByText('Success', { exact: true })).toBeVisible()
  await expect(main.getByRole('term').filter({ hasText: /^Fee\b/ })).toBeVisible()
  await expect(
    main.getByRole('definition').filter({ hasText: new RegExp(`^${value ?? ''} COIN`) }),
  ).toBeVisible()
  await expect(page.getByText('Reading the state changes…')).toBeVisible()
})

test('by its hash: exact state changes grouped by address, and the flows between addresses', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const hash = await find(sample, 'Harbour Exchange', ({ method }) => method === 'swapExactTokensForETH')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await expect(shell.title).toHaveText(/^(Swapped|Paid) /)
  await expect(page.locator('header').getByText('swapExactTokensForETH', { exact: true })).toBeAttached()
  await expect(page.locator(`.full[title="${hash}"]`)).toBeVisible()

  const { items } = await fetchJson<{ items: Change[] }>(sample, `/transactions/${hash}/state-changes`)
  await expect(changeRows(page)).toHaveCount(items.length)
  await expect(changesGrid(page).root.locator('[role=rowgroup][aria-owns]')).toHaveCount(
    new Set(items.map(({ address }) => address.hash)).size,
  )
  await expect(changesGrid(page).root.getByText('Validator', { exact: true })).toBeVisible()
  const exact = (amountOf: (change: Change) => Change['change']) =>
    items
      .map((change) => [amountOf(change), change.token ? change.token.decimals : 18] as const)
      .map(([amount, decimals]) => (typeof amount === 'string' ? plain(amount, decimals) : ''))
      .sort()
  const shown = (column: string) => async () => (await amounts(page, column)).sort()
  await expect.poll(shown('Before')).toEqual(exact((change) => change.balance_before))
  await expect.poll(shown('After')).toEqual(exact((change) => change.balance_after))
  await expect.poll(shown('Change')).toEqual(exact((change) => change.change))

  await expect(shell.title).toContainText(/ SUSD (for|and received) /)

  await page.keyboard.press('Alt+p')
  const flows = page.getByRole('region', { name: 'Who gave what to whom' })
  await expect(flows.getByRole('img', { name: /^The flows listed below/ })).toBeVisible()
  await expect.poll(() => flows.getByRole('listitem').count()).toBeGreaterThan(2)
  await expect(flows.getByRole('listitem').filter({ hasNotText: /\d/ })).toHaveCount(0)
  await expect(shell.status).toContainText(`All ${String(items.length)} changes loaded`)
})

// With a duration of 0.01 ms Chromium painted boxes where the layout before had them.
test('under reduced motion nothing of the picture has a transition', async ({ page, app, sample }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const hash = await find(sample, 'Whale', ({ method }) => method === 'mint')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await new AppShell(page).button('Picture').click()
  const picture = page.getByRole('img', { name: /^The flows listed below/ })
  await expect(picture).toBeVisible()
  const durations = () =>
    picture
      .locator('rect, path')
      .evaluateAll((parts) => [...new Set(parts.map((part) => getComputedStyle(part).transitionDuration))])
  await expect.poll(durations).toEqual(['0s'])
})

const plain = (amount: string, decimals: string | number | null) => formatAmount(amount, decimals, '')
/** The text that copying gives for each amount in a column of the table. */
const amounts = async (page: Page, column: string) =>
  changeRows(page).evaluateAll(
    (rows, at) =>
      rows.map(
        (row) =>
          row.querySelector<HTMLElement>(`[data-column="${String(at)}"] [data-copy]`)?.dataset.copy ?? '',
      ),
    await changesGrid(page).columnOf(column),
  )

test('changes are filtered by kind, and by the name or hash of an asset or address', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const hash = await find(sample, 'Harbour Exchange', ({ method }) => method === 'swapExactTokensForETH')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  const { items } = await fetchJson<{ items: Change[] }>(sample, `/transactions/${hash}/state-changes`)
  const coins = items.filter(({ type }) => type === 'coin').length
  await expect(changeRows(page)).toHaveCount(items.length)
  await shell.button(/^Coin/).click()
  await expect(changeRows(page)).toHaveCount(coins)
  await shell.button(/^Tokens/).click()
  await expect(changeRows(page)).toHaveCount(items.length - coins)
  await shell.button(/^NFTs/).click()
  await expect(page.getByText(/^\s*No match among/)).toBeVisible()
  await shell.button('Show all').click()
  await expect(changeRows(page)).toHaveCount(items.length)
  await page.keyboard.press('f')
  const filter = page.getByRole('searchbox', { name: 'Filter' })
  await expect(filter).toBeFocused()
  const whose = items[0]!.address.hash
  await filter.fill(whose.toLowerCase())
  await expect(changeRows(page)).toHaveCount(items.filter(({ address }) => address.hash === whose).length)
  await filter.fill('susd')
  const dollars = items.filter(({ token }) => token?.symbol === 'SUSD').length
  await expect(changeRows(page).filter({ hasText: 'SUSD' })).toHaveCount(dollars)
  await page.keyboard.press('Escape')
  await expect(changeRows(page)).toHaveCount(items.length)
})

test('state changes of more than one page are all read', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const hash = await find(sample, 'Harbour Exchange', ({ method }) => method === 'disperse')
  const count = await countChanges(sample, hash)
  expect(count).toBeGreaterThan(50)
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await expect(shell.status).toContainText(`All ${String(count)} changes loaded`)
  await expectChanges(page, count)
})

async function countChanges(of: Pick<StartedService, 'url'>, hash: string): Promise<number> {
  const { items } = await fetchJson<{ items: Json[] }>(
    of,
    `/transactions/${hash}/state-changes?items_count=100`,
  )
  return items.length
}

test('NFTs and batches: ids and counts', async ({ page, app, sample }) => {
  const hash = await find(sample, 'Harbour Exchange', ({ method }) => method === 'safeBatchTransferFrom')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await new AppShell(page).button(/^NFTs/).click()
  const { items } = await fetchJson<{ items: (Change & { token_id: string | null })[] }>(
    sample,
    `/transactions/${hash}/state-changes`,
  )
  const nfts = items.filter(({ token }) => token?.type === 'ERC-1155')
  await expect(changeRows(page)).toHaveCount(nfts.length)
  for (const { token_id: id } of nfts.filter(({ token_id: of }) => String(of).length < 12))
    await expect(
      changeRows(page)
        .filter({ hasText: `#${String(id)}` })
        .first(),
    ).toBeVisible()
})

test('transfers, calls inside, decoded and raw input, and the raw response', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const hash = await find(sample, 'Harbour Exchange', ({ method }) => method === 'swapExactTokensForETH')
  const detail = await fetchJson<Json & { token_transfers: Json[]; decoded_input: { parameters: Json[] } }>(
    sample,
    `/transactions/${hash}`,
  )
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await expect(shell.title).toHaveText(/^(Swapped|Paid) /)
  await page.keyboard.press('2')
  await expect(shell.grid('Transfers').rows).toHaveCount(detail.token_transfers.length)
  await page.keyboard.press('3')
  const { items: calls } = await fetchJson<{ items: Json[] }>(
    sample,
    `/transactions/${hash}/internal-transactions`,
  )
  await expect(shell.status).toContainText(`${String(calls.length + 1)} calls`)
  await page.getByRole('link', { name: 'As a list' }).click()
  await expect(shell.grid('Internal').rows).toHaveCount(calls.length)
  await expect(shell.status).toContainText(`All ${String(calls.length)} internal transactions loaded`)
  await page.getByRole('tab', { name: 'Input' }).click()
  const decoded = page.getByRole('region', { name: 'Decoded' })
  await expect(decoded.locator('[data-origin]')).toHaveText(/^swapExactTokensForETH/)
  await expect(decoded.getByRole('term').filter({ hasText: /^(amount|path|to|deadline)/ })).toHaveCount(
    detail.decoded_input.parameters.length,
  )
  await expect(page.getByRole('tabpanel').locator('pre')).toHaveAttribute(
    'data-copy',
    String(detail.raw_input),
  )
  await page.getByRole('tab', { name: 'Raw' }).click()
  await expect(page).toHaveURL(/\?tab=raw$/)
  const raw = page.getByLabel('Raw JSON of this transaction')
  await expect(raw).not.toBeEmpty()
  const names = async () => Object.keys(JSON.parse((await raw.textContent()) ?? '') as Json)
  await expect.poll(names).toEqual(expect.arrayContaining(Object.keys(detail)))
})

test('an approval in words: of what, how much, for whom; its input says the same', async ({
  page,
  app,
  sample,
}) => {
  const hash = await find(sample, 'Sample Dollar', ({ method }) => method === 'approve')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  const sentence = page.getByText(/^Approved unlimited SUSD for /)
  await expect(sentence).toBeVisible()
  await sentence.getByRole('link', { name: 'unlimited' }).click()
  const decoded = page.getByRole('region', { name: 'Decoded' })
  await expect(decoded.locator('[data-origin=standard], [data-origin=verified]')).toHaveText(/^approve/)
  await expect(decoded.getByText('unlimited SUSD')).toBeVisible()
})

test('a failed one shows the reason that the chain gives', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const hash = await find(
    sample,
    'Lending pool',
    ({ revert_reason: reason }) => typeof reason === 'object' && reason !== null && 'method_call' in reason,
  )
  const { revert_reason: reason } = await fetchJson<{ revert_reason: { method_call: string } }>(
    sample,
    `/transactions/${hash}`,
  )
  const name = reason.method_call.replace(/\(.*/, '')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await expect(page.getByText('Failed', { exact: true })).toBeVisible()
  await expect(shell.title).toContainText(`ailed: ${name}`)
  const failure = page.getByRole('region', { name: 'Why it failed' })
  await expect(failure.getByRole('heading')).toContainText(name)
  await expect(failure).toContainText(/Thrown by \S+/)
  // Once the calls are read, every tab has it at the same place.
  await expect.poll(() => failure.boundingBox()).toMatchObject({ height: 70 })
  const box = await failure.boundingBox()
  await shell.tab('State changes').click()
  await expect(shell.tab('State changes')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => failure.boundingBox()).toEqual(box)
  await failure.getByRole('link', { name: 'Go to the call' }).click()
  await expect(page.locator('[role=treeitem][aria-selected=true]')).toContainText(name)
  await shell.expectNoOverflow()
})

/** What each tab shows for a transaction whose details are not known. */
const SHOWN_WITHOUT_DETAILS: Readonly<Record<string, (page: Page) => Locator>> = {
  // With the names of both, which come after the calls and are wider than hashes.
  calls: (page) => page.getByRole('treeitem', { name: /^call (?!0x).+ to (?!0x)/ }),
  changes: (page) => changeRows(page).first(),
  transfers: (page) => page.getByRole('tabpanel').getByText('This transaction moved no tokens.'),
  logs: (page) => page.getByRole('tabpanel').getByText('No contract logged an event'),
  input: (page) => page.getByRole('tabpanel').getByText('Loading…'),
  raw: (page) => page.getByRole('tabpanel').getByText('Loading…'),
}

test('a failed one opened by link whose details come late: each tab shows what is known, and nothing moves then', async ({
  page,
  app,
  sample,
  faulty,
}) => {
  // Details that were read once are in the archive: each tab is opened of another transaction.
  const tabs = Object.entries(SHOWN_WITHOUT_DETAILS)
  const hashes = await findAll(sample, 'Lending pool', ({ status }) => status === 'error', tabs.length)
  for (const [tab, shown] of tabs) {
    const hash = hashes.pop()!
    const [late, later] = [holdBack(faulty.passThrough()), holdBack(faulty.passThrough())]
    faulty.respond(new RegExp(`/api/v2/transactions/${hash}$`), late.behaviour)
    // The tab of calls reads them before.
    if (tab !== 'calls')
      faulty.respond(
        new RegExp(`/api/v2/transactions/${hash}/(raw-trace|internal-transactions)`),
        later.behaviour,
      )
    await page.goto(appUrl(app, `/s/${faulty.source}/tx/${hash}?tab=${tab}`))
    await expect(shown(page), tab).toBeVisible()
    await expect(page.locator('.page-header .wait').first()).toBeVisible()
    const shifts = await recordLayoutShifts(page, 'main')
    late.release()
    const failure = page.getByRole('region', { name: 'Why it failed' })
    await expect(failure).toBeInViewport({ ratio: 1 })
    await expect(page.locator('.page-header .wait')).toHaveCount(0)
    later.release()
    await expect(failure).toContainText('Thrown by')
    expect(await shifts(), tab).toEqual([])
  }
})

test('a pending one says that its changes come with its block', async ({ page, app, sample }) => {
  const hash = await find(sample, 'Harbour Exchange', ({ block_number: block }) => block === null)
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await expect(page.getByText(/It is not in a block yet\./)).toBeVisible()
  await expect(new AppShell(page).alert).toHaveCount(0)
})

test('a source without the transaction’s details still gives its state changes', async ({
  page,
  app,
  sample,
  faulty,
}) => {
  const shell = new AppShell(page)
  const hash = await find(sample, 'Harbour Exchange', ({ method }) => method === 'swapExactTokensForETH')
  faulty.respond(/^\/api\/v2\/transactions\/0x[0-9a-f]+$/, json({ message: 'Not found' }, 404))
  await page.goto(appUrl(app, `/s/${faulty.source}/tx/${hash}`))
  await expect(changeRows(page).first()).toBeVisible()
  await expect(shell.title).toHaveText(`${hash.slice(0, 6)}…${hash.slice(-4)}`)
  await expect(shell.alert).toHaveCount(0)
})

test('state changes that fail: an error beside the rest of the page, and a retry on demand', async ({
  page,
  app,
  sample,
  faulty,
}) => {
  const shell = new AppShell(page)
  const hash = await find(sample, 'Harbour Exchange', ({ method }) => method === 'swapExactTokensForETH')
  faulty.respond(/state-changes/, json('Internal server error', 500))
  await page.goto(appUrl(app, `/s/${faulty.source}/tx/${hash}`))
  await expect(shell.title).toHaveText('swapExactTokensForETH')
  await expect(shell.alert).toContainText('reports an error (500)')
  faulty.recover()
  await shell.button('Try again').click()
  await expect(changeRows(page).first()).toBeVisible()
  await expect(shell.alert).toHaveCount(0)
})

test('export of state changes: exact amounts, every field', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const hash = await find(sample, 'NFT collector', ({ status }) => status === 'ok')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${hash}`))
  await expect(changesGrid(page).root).toBeVisible()
  await expect(page.getByText(/^All \d+ changes loaded/)).toBeVisible()
  const { items } = await fetchJson<{ items: Json[] }>(sample, `/transactions/${hash}/state-changes`)
  const save = async (format: string) => {
    const saving = page.waitForEvent('download')
    await shell.button('Export').click()
    await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click()
    return readFile(await (await saving).path(), 'utf8')
  }
  const [heads, ...lines] = (await save('CSV')).trimEnd().split('\r\n')
  expect(heads).toMatch(/^Transaction,Time \(UTC\),Address,Address name,Asset,.*,Chain,Chain id$/)
  await expectChanges(page, lines.length)
  const saved = JSON.parse(await save('JSON')) as Json[]
  expect(saved).toHaveLength(items.length)
  for (const [at, item] of items.entries())
    for (const name of Object.keys(item)) expect(saved[at], name).toHaveProperty([name])
})

test('from a bundle to what its account called, by keyboard alone', async ({ page, app, sample }) => {
  const { address } = suggestedAddress(sample, 'Delegated account')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${await findBundle(sample.url, address)}`))
  const tab = page.getByRole('tab', { name: 'Operations' })
  await expect(tab).toBeVisible()
  await page.keyboard.press('2')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  const operation = page.getByRole('tabpanel').getByRole('listitem')
  await expect(operation).toContainText(/succeeded.*post/s)
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('1 user operation')
  await tab.focus()
  const links = operation.getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const last = paths.findLastIndex((path) => path.includes('/address/'))
  expect(last).toBeGreaterThan(1)
  for (let nth = 0; nth <= last; nth += 1) {
    await page.keyboard.press('Tab')
    await expect(links.nth(nth)).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.pathname === paths[last])
})
