/** Two watched addresses in one group, read as one by keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { formatAmount } from '../../../src/shared/units.ts'
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'
import type { Grid } from '../../pages/grid.ts'
import { readSampleRows, someSenders } from '../../sample-rows.ts'
import { suggestedAddress, type StartedService } from '../../service.ts'

const MAX_STEPS = 40

/** Presses Tab, or with Shift, until `target` has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < MAX_STEPS && !(await isFocused()); step++) await page.keyboard.press(key)
  await expect(target).toBeFocused()
}

/** Watches the address of the open page under `label`, in the group `Treasury`. */
async function watchInGroup(page: Page, label: string) {
  const dialog = page.getByRole('dialog', { name: /^Watch/ })
  await page.keyboard.press('w')
  await expect(dialog.getByLabel('Label')).toBeFocused()
  await page.keyboard.type(label)
  await tabTo(page, dialog.getByLabel('Groups'))
  await page.keyboard.type('Treasury')
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** The column's texts in the drawn rows. */
async function drawnTexts(grid: Grid, column: string): Promise<string[]> {
  const nth = await grid.columnOf(column)
  return grid.rows.evaluateAll(
    (rows, at) => rows.map((row) => row.querySelectorAll('[role=gridcell]')[at]?.textContent.trim() ?? ''),
    nth,
  )
}
const isWithin = (text: string) => text.includes('WITHIN')

interface Holding {
  readonly token: { readonly address_hash: string; readonly decimals: string | null }
  readonly value: string
}

/** The source's balances of a token for each of the addresses, and their sum, as text. */
async function holdingsOf(url: string, token: string, addresses: readonly string[]) {
  const values: bigint[] = []
  let decimals = 0
  for (const address of addresses) {
    const answer = await fetch(`${url}/api/v2/addresses/${address}/tokens?type=ERC-20`)
    const { items } = (await answer.json()) as { readonly items: readonly Holding[] }
    const holding = items.find((item) => item.token.address_hash === token)
    values.push(BigInt(holding?.value ?? 0))
    decimals = Number(holding?.token.decimals ?? decimals)
  }
  const text = (value: bigint) => formatAmount(String(value), decimals, '')
  return { values, each: values.map(text), sum: text(values.reduce((sum, value) => sum + value)) }
}

const LABELS = ['Hot wallet', 'Cold wallet'] as const
const membersOf = (sample: StartedService) =>
  ['Harbour Exchange', 'Whale'].map((name) => suggestedAddress(sample, name).address)

test('two addresses are watched, put in a group and opened from the sidebar', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const members = membersOf(sample)
  const grid = shell.grid('Transactions')
  for (const [nth, label] of LABELS.entries()) {
    await page.goto(appUrl(app, `/s/${sample.source}/address/${String(members[nth])}`))
    await expect(grid.row(0)).toBeVisible()
    await watchInGroup(page, label)
    await expect(shell.title).toHaveText(label)
  }

  const watched = page.getByRole('list', { name: 'Watched addresses' })
  const groupRow = watched.getByRole('button', { name: 'Treasury' })
  await tabTo(page, groupRow)
  await page.keyboard.press('Enter')
  const place = `${app.origin}/s/${sample.source}/group/Treasury`
  await expect(page).toHaveURL(place)
  await expect(shell.title).toHaveText('Treasury')
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('link')).toHaveText([
    'Hot wallet',
    'Cold wallet',
  ])
  await expect(page.getByText('Balance of all')).toBeVisible()

  await expect(grid.row(0)).toBeVisible()
  const within = grid.rows.filter({ hasText: 'WITHIN' })
  await expect(within.first()).toBeVisible()
  await expect
    .poll(() => drawnTexts(grid, 'Whose'))
    .toEqual(expect.arrayContaining(['Hot wallet', 'Cold wallet']))
  const readParties = async () => {
    const index = Number(await within.first().getAttribute('data-index'))
    return Promise.all(
      ['Whose', 'From', 'To'].map(async (column) => (await grid.cell(index, column)).textContent()),
    )
  }
  await expect(async () => {
    const [whose, from, to] = await readParties()
    expect(whose).toBe(`${String(from)} ⇄ ${String(to)}`)
    expect([from, to].toSorted()).toEqual(['Cold wallet', 'Hot wallet'])
  }).toPass()
  await expectNoViolation(page)
})

test('transfers within a group are told apart, its rows lead on, and its tokens add up', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const members = membersOf(sample)
  for (const [nth, label] of LABELS.entries())
    await app.core.call('watchlist.save', {
      address: members[nth]!,
      chainId: null,
      label,
      groups: ['Treasury'],
    })
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/group/Treasury`))
  await expect(grid.row(0)).toBeVisible()

  const choice = page.getByRole('group', { name: 'Transfers between these addresses' })
  const button = (name: string) => choice.getByRole('button', { name, exact: true })
  const field = page.getByRole('combobox', { name: 'Filter' })
  const marks = () => drawnTexts(grid, 'Direction')

  await tabTo(page, button('Within'))
  await page.keyboard.press('Enter')
  await expect(button('Within')).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveValue('within')
  await expect.poll(async () => (await marks()).length > 0 && (await marks()).every(isWithin)).toBe(true)
  await tabTo(page, button('Outside'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('-within')
  await expect.poll(async () => (await marks()).length > 0 && !(await marks()).some(isWithin)).toBe(true)
  await tabTo(page, button('All'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('')
  await expect.poll(async () => (await marks()).some(isWithin) && !(await marks()).every(isWithin)).toBe(true)

  // The same by the word, with what else the filter can say.
  await tabTo(page, field)
  await page.keyboard.type('within value:>1')
  await expect(button('Within')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await marks()).length > 0 && (await marks()).every(isWithin)).toBe(true)

  // A row leads to its transaction, and back to where it was.
  await page.keyboard.press('Escape')
  await tabTo(page, grid.root)
  await page.keyboard.press('j')
  await expect(grid.row(0)).toHaveClass(/active/)
  await expect(page).not.toHaveURL(/where=/)
  const before = page.url()
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(page).toHaveURL(/\/tx\/0x[0-9a-f]{64}$/)
  await expect(shell.title).toBeVisible()
  await page.keyboard.press('[')
  await expect(page).toHaveURL(before)
  await expect(grid.root).toBeFocused()
  await expect(grid.row(0)).toHaveClass(/active/)

  // The balances of the group are added up.
  await page.keyboard.press('4')
  const tokens = shell.grid('Tokens')
  const dollar = tokens.rows.filter({ hasText: 'Sample Dollar' })
  await expect(dollar).toBeVisible()
  const { values, each, sum } = await holdingsOf(
    sample.url,
    suggestedAddress(sample, 'Sample Dollar').address,
    members,
  )
  expect(values.every((value) => value > 0n)).toBe(true)
  const cellOf = async (column: string) => dollar.getByRole('gridcell').nth(await tokens.columnOf(column))
  await expect(await cellOf('Balance')).toHaveAttribute('data-copy', sum)
  const parts = (await cellOf('Whose')).locator('[title]')
  await expect
    .poll(async () => (await parts.getAttribute('title'))?.replaceAll(',', ''))
    .toBe(LABELS.map((label, nth) => `${label} ${String(each[nth])}`).join('\n'))
  await expectNoViolation(page)
})

test('three addresses as one are sorted by amount, all rows of them, without Keep all', async ({
  page,
  app,
}) => {
  const members = await someSenders(app.core, 3)
  const [first = '', ...others] = members
  const rows = (await readSampleRows(app.core, { params: { address_hash: first }, others })) ?? []
  const largest = rows.reduce((most, row) => (BigInt(row.value ?? 0) > BigInt(most.value ?? 0) ? row : most))
  const grid = new AppShell(page).grid('Transactions')
  await page.goto(appUrl(app, `/s/sample/addresses/${members.join(',')}`))
  await expect(grid.row(0)).toBeVisible()

  await grid.headers.filter({ hasText: 'Value' }).click()
  await expect(await grid.cell(0, 'Transaction')).toContainText(largest.hash.slice(0, 6))
  const rowCount = async () => Number(await grid.root.getAttribute('aria-rowcount')) - 1
  // The last ones are hidden where they are scam; pending ones stand above.
  await expect.poll(rowCount).toBeGreaterThan(rows.length / 2)
  await expect(page.getByRole('button', { name: 'Keep all' })).toHaveCount(0)
  await grid.root.press('End')
  await expect.poll(async () => (await drawnTexts(grid, 'Value, COIN')).at(-1)).toMatch(/^0\b/)
})
