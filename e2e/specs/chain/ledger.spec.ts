/** The ledger of an address: that it adds up, its statement of a period, its movements, and all of them as a file. */
import { readFile } from 'node:fs/promises'
import { appUrl, expect, test } from '../../app.ts'
import { expectNoViolation } from '../../accessible.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress } from '../../service.ts'

const day = (at: number) => new Date(at).toISOString().slice(0, 10)

test('a tab shows whether an address adds up, each asset of a period, and the movements beneath', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}`))
  await shell.tab('Ledger').click()
  await expect(page).toHaveURL(/\?tab=ledger$/)
  const proof = page.getByRole('status').filter({ hasText: 'movements' })
  await expect(proof).toHaveText(/^adds up: [\d,]+ movements, block [\d,]+$/)
  const statement = page.getByRole('table', { name: 'Each asset in the period' })
  for (const head of ['Opening', 'In', 'Out', 'Fees', 'Closing'])
    await expect(statement.getByRole('columnheader', { name: head, exact: true })).toBeVisible()
  await expect(statement.getByText('Differs')).toHaveCount(0)
  await expect(shell.grid('Movements').row(0)).toBeVisible()
  await expectNoViolation(page)
  await shell.expectNoOverflow()

  // The coin alone, then a period that nothing happened in: what it opens with is what it closes with.
  const coin = statement.getByRole('button', { name: 'COIN' })
  await coin.click()
  await expect(coin).toHaveAttribute('aria-pressed', 'true')
  await expect(shell.grid('Movements of COIN').row(0)).toBeVisible()
  await page.getByLabel('From').fill('2999-01-01')
  await page.getByLabel('From').blur()
  await expect(page).toHaveURL(/from=2999-01-01/)
  const row = statement.getByRole('row').filter({ hasText: 'COIN' })
  const cells = row.getByRole('cell')
  await expect(cells.nth(1)).toHaveText('0')
  const ends = () => Promise.all([0, 4].map((nth) => cells.nth(nth).innerText()))
  await expect
    .poll(async () => {
      const [opening, closing] = await ends()
      return opening !== '' && opening === closing
    })
    .toBe(true)
  await page.getByLabel('To', { exact: true }).fill('2998-01-01')
  await page.getByLabel('To', { exact: true }).blur()
  await expect(page.getByRole('alert')).toHaveText('The period ends before it begins.')

  // A link, or a reload, shows the same.
  await page.goto(
    appUrl(
      app,
      `/s/${sample.source}/address/${address}?tab=ledger&asset=coin&to=${day(Date.now() + 86_400_000)}`,
    ),
  )
  await expect(shell.grid('Movements of COIN').row(0)).toBeVisible()
})

test('what an address held at a moment is two keys away, and equals what the source says of now', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}`))
  await expect(page.getByRole('button', { name: 'More actions' })).toBeVisible()
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: /^End of last year/ })).toBeFocused()
  await expectNoViolation(page)
  await page.keyboard.press('Enter')
  const year = new Date().getUTCFullYear() - 1
  await expect(page).toHaveURL(new RegExp(`at=${String(year)}-12-31T23:59:59`))
  await expect(page.getByRole('status').filter({ hasText: 'adds up' })).toBeVisible()

  await expect(page.getByRole('form', { name: 'Balance at' })).toHaveCount(0)
  const moment = page.getByLabel('Balance at', { exact: true }).and(page.locator('input'))
  await moment.fill('2999-12-31T23:59:59')
  await moment.blur()
  const balances = page.getByRole('table', { name: 'Balance of each asset at 31 Dec 2999, 23:59:59 UTC' })
  const { coin_balance: balance } = (await (
    await fetch(`${sample.url}/api/v2/addresses/${address}`)
  ).json()) as { coin_balance: string }
  const cell = balances.getByRole('row').filter({ hasText: 'COIN' }).getByRole('cell').first()
  await expect
    .poll(async () => /^[\d,]+/.exec(await cell.innerText())?.[0].replaceAll(',', ''))
    .toBe(String(BigInt(balance) / 10n ** 18n))
  await expectNoViolation(page)
})

test('a movement opens beside the list and leads to its transaction', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=ledger`))
  const grid = shell.grid('Movements')
  await expect(grid.row(0)).toBeVisible()
  await page.getByRole('grid', { name: 'Movements' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(shell.drawer.filter({ hasText: 'Movement' })).toBeVisible()
  await expectNoViolation(page)
  await shell.drawer.getByRole('link', { name: 'Transaction' }).click()
  await expect(page).toHaveURL(/\/tx\/0x/)
})

test('Export writes every movement, exact', async ({ page, app, sample }) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=ledger&asset=coin`))
  const proof = page.getByRole('status').filter({ hasText: 'adds up' })
  await expect(proof).toBeVisible()
  const statement = page.getByRole('table', { name: 'Each asset in the period' })
  const count = statement.getByRole('row').filter({ hasText: 'COIN' }).getByRole('cell').nth(5)
  await expect(count).toHaveText(/\d/)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV the movements' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toMatch(/^chainglass-ledger-0x[0-9a-f]{8}-[\d-]+\.csv$/i)
  const [heads, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  const at = heads!.split(',').indexOf('Amount in smallest unit')
  // The opening balance of an address is a movement of the file, and opens its statement.
  const genesis = lines.filter((line) => line.includes('Held at first'))
  expect(lines.length - genesis.length).toBe(Number((await count.innerText()).replaceAll(',', '')))
  const { coin_balance: balance } = (await (
    await fetch(`${sample.url}/api/v2/addresses/${address}`)
  ).json()) as { coin_balance: string }
  const sum = lines.reduce((total, line) => total + BigInt(line.split(',')[at]!.replace(/[^-\d]/g, '')), 0n)
  expect(String(sum)).toBe(balance)
})

test('Export writes files for accounting programs, of the period', async ({ page, app, sample }) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=ledger`))
  await expect(page.getByRole('status').filter({ hasText: 'adds up' })).toBeVisible()
  const file = async (name: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await expectNoViolation(page)
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    const download = await saving
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const table = await file('Koinly')
  expect(table.name).toMatch(/^chainglass-ledger-0x[0-9a-f]{8}-koinly.*\.csv$/i)
  expect(table.text).toMatch(/^Date,Sent Amount,Sent Currency,/)
  const { coin_balance: balance } = (await (
    await fetch(`${sample.url}/api/v2/addresses/${address}`)
  ).json()) as { coin_balance: string }
  const journal = await file('hledger, ledger')
  expect(journal.name).toMatch(/\.journal$/)
  const [, closing = ''] =
    /Closing balances\n(?:.*\n)*? {4}Assets:\S+ {2}0 COIN = (\S+) COIN\n/.exec(journal.text) ?? []
  expect(
    closing.replace(/^(\d+)\.?(\d*)$/, (_, whole: string, part: string) => whole + part.padEnd(18, '0')),
  ).toBe(balance)
})

test('on paper a statement has whole addresses and hashes, all digits, and every movement', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.title = 'printing'
    }
  })
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=ledger&spam=counted`))
  const proof = page.getByRole('status').filter({ hasText: 'adds up' })
  await expect(proof).toBeVisible()
  const proven = await proof.innerText()
  await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
  await page.keyboard.press('ControlOrMeta+p')
  await expect(page).toHaveTitle('printing')
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('article')
  await expect(paper).toBeVisible()
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(paper.getByRole('heading', { level: 1 })).toHaveText(/^Statement of /)
  await expect(paper.getByText(address, { exact: true })).toBeVisible()
  await expect(paper).toContainText('Periodthe beginning to block')
  await expect(paper).toContainText('Time zoneUTC')
  await expect(paper).toContainText(`Proof${proven}`)
  await expect(paper).toContainText(new URL(sample.url).host)

  const { coin_balance: balance } = (await (
    await fetch(`${sample.url}/api/v2/addresses/${address}`)
  ).json()) as { coin_balance: string }
  const [, whole = '', part = ''] = /^(\d+)(\d{18})$/.exec(balance) ?? []
  const exact = `${Number(whole).toLocaleString('en')}.${part}`.replace(/\.?0+$/, '')
  await expect(paper.getByRole('cell', { name: exact, exact: true })).toBeVisible()
  const [, count = ''] = /([\d,]+) movements/.exec(proven) ?? []
  const table = paper.getByRole('table').nth(1)
  await expect(table.locator('tbody')).toHaveCount(Number(count.replaceAll(',', '')))
  await expect(table.locator('tbody').last()).toContainText(/in 0x[0-9a-f]{64}$/)

  // Afterwards it is gone, and the window as it was.
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await expect(paper).toHaveCount(0)
  await expect(page.getByRole('grid')).toBeVisible()
})

test('a chart of the coin is read by keyboard, and a point of it becomes the period', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=ledger`))
  await page.getByRole('button', { name: 'Chart' }).click()
  const chart = page.getByRole('slider', { name: /^Balance of COIN by (day|hour|minute), UTC$/ })
  const statement = page.getByRole('table', { name: 'Each asset in the period' })
  const closing = statement.getByRole('row').filter({ hasText: 'COIN' }).getByRole('cell').nth(4)
  // Until then the series is read anew with what was found.
  await expect(page.getByRole('status').filter({ hasText: 'adds up' })).toBeVisible()
  await chart.focus()
  await page.keyboard.press('End')
  const { coin_balance: balance } = (await (
    await fetch(`${sample.url}/api/v2/addresses/${address}`)
  ).json()) as { coin_balance: string }
  const whole = (text: string | null) =>
    /^[\d,]+/.exec(text?.split(': ').at(-1) ?? '')?.[0].replaceAll(',', '')
  const held = String(BigInt(balance) / 10n ** 18n)
  await expect.poll(async () => whole(await chart.getAttribute('aria-valuetext'))).toBe(held)
  await expect.poll(async () => whole(await closing.innerText())).toBe(held)
  await expectNoViolation(page)

  await page.getByText('Numbers').click()
  await expect(page.getByRole('columnheader', { name: 'At its end' })).toBeVisible()
  await page.getByRole('button', { name: 'Activity' }).click()
  await expect(page.getByRole('slider', { name: /^Activity by (day|hour|minute), UTC/ })).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('button', { name: 'Counterparties' }).click()
  const parties = page.getByRole('table', { name: 'Counterparties of COIN by volume' })
  await expect(parties).toBeVisible()
  await expectNoViolation(page)
  // A bar leads to its movements, by a filter that can be edited.
  const first = parties.getByRole('button').first()
  const dealt = await first.innerText()
  await first.click()
  await expect(page).toHaveURL(/where=with:0x[0-9a-f]{40}/i)
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(/^with:0x/)
  await expect(page.getByText(`${dealt} movements`, { exact: true }).first()).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('combobox', { name: 'Filter' }).fill('')
  await expect(page).not.toHaveURL(/where=/)
  await page.getByRole('button', { name: 'In and out' }).click()
  const flows = page.getByRole('slider', { name: /^In and out of COIN/ })
  await flows.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/)
  await expect(page.getByLabel('From')).toHaveValue(/\d{4}-\d\d-\d\d/)
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(/\d{4}-\d\d-\d\d/)
  // The movements beneath are those of the span: as many as the statement counts.
  const count = statement.getByRole('row').filter({ hasText: 'COIN' }).getByRole('cell').nth(5)
  await expect(statement.getByRole('button', { name: 'COIN' })).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => {
      const shown = new RegExp(`^${await count.innerText()} movements?$`)
      return page.getByText(shown).count()
    })
    .toBeGreaterThan(0)
})
