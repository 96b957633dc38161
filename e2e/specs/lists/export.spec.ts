/** A whole list as a file: begun above it by mouse or keyboard, downloaded by the browser, found again on its page. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { appUrl, CLI, expect, NODE, startApp, test } from '../../app.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress } from '../../service.ts'

interface Item {
  readonly index: string | number
  readonly amount: string
  readonly timestamp: string
}

async function save(page: Page, format: RegExp): Promise<{ readonly name: string; readonly text: string }> {
  const saving = page.waitForEvent('download')
  await new AppShell(page).button('Export').click()
  await page.getByRole('menuitem', { name: format }).click()
  const download = await saving
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('CSV with exact amounts, JSON Lines with every field, of all rows and not only the loaded ones', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Validator')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=withdrawals`))
  await expect.poll(() => new AppShell(page).grid('Withdrawals').loadedCount()).toBeGreaterThanOrEqual(50)
  const { items } = (await (await fetch(`${sample.url}/api/v2/addresses/${address}/withdrawals`)).json()) as {
    items: Item[]
  }
  const csv = await save(page, /^CSV/)
  expect(csv.name).toMatch(
    new RegExp(`^chainglass-address-withdrawals-${address.slice(0, 10)}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  )
  await expect(page.getByText(/rows exported to .*\.csv$/)).toBeVisible()
  const [heads, ...lines] = csv.text.trimEnd().split('\r\n')
  expect(heads).toMatch(
    /^index,validator_index,block_number,timestamp,receiver,receiver_name,amount,amount_approx,/,
  )
  expect(lines.length).toBeGreaterThan(items.length)
  for (const [at, item] of items.entries()) {
    const [index, , , time, , , amount] = lines[at]!.split(',')
    expect(index).toBe(String(item.index))
    expect(time).toBe(new Date(item.timestamp).toISOString())
    expect(amount).toBe(item.amount)
  }
  const jsonl = await save(page, /^JSON Lines/)
  const saved = jsonl.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Item)
  expect(saved).toHaveLength(lines.length)
  for (const [at, item] of items.entries())
    for (const name of Object.keys(item)) expect(saved[at], name).toHaveProperty([name])
})

/** The fields of an item that identify it, and its amounts. */
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const item = JSON.parse(line) as Readonly<Record<string, unknown>>
      return [
        'hash',
        'transaction_hash',
        'index',
        'log_index',
        'block_number',
        'timestamp',
        'value',
        'amount',
      ]
        .filter((name) => name in item)
        .map((name) => [name, String(item[name])])
    })

for (const [list, whose, where] of [
  ['transactions', 'Harbour Exchange'],
  ['transfers', 'Harbour Exchange'],
  ['transactions', 'Harbour Exchange', 'failed'],
  ['internal', 'Harbour Exchange'],
  ['withdrawals', 'Validator'],
] as const)
  test(`the command line has the same ${where ? `${where} ` : ''}${list}, CSV byte for byte`, async ({
    page,
    sample,
    autoClose,
    makeFolder,
  }) => {
    // A host of its own: what others have learnt of contracts names their calls.
    const app = await autoClose(startApp({ source: sample.url }))
    const dataDir = makeFolder()
    const commandLine = async (...args: string[]) => {
      const options = { maxBuffer: 256 * 1024 * 1024 }
      const of = [...args, '--source', sample.url, '--data-dir', dataDir]
      return (await promisify(execFile)(NODE, [CLI, ...of], options)).stdout
    }
    const { address } = suggestedAddress(sample, whose)
    const query = new URLSearchParams({ tab: list, ...(where && { where }) }).toString()
    await page.goto(appUrl(app, `/s/${sample.sourceId}/address/${address}?${query}`))
    for (const [format, option] of [
      [/^CSV/, 'csv'],
      [/^JSON Lines/, 'jsonl'],
    ] as const) {
      const { text } = await save(page, format)
      const args = [address, list, ...(where ? ['--where', where] : [])]
      const listed = await commandLine('list', ...args, '--all', `--${option}`)
      expect(text.length).toBeGreaterThan(1_000)
      if (option === 'csv') expect(listed === text, option).toBe(true)
      // Rows that the window keeps are in one form; those that the command line reads are the source's own letters.
      else expect(linesOf(listed)).toEqual(linesOf(text))
      // The export has the listed rows, for every list.
      if (where === undefined) continue
      const file = join(dataDir, `exported.${option}`)
      await commandLine('export', ...args, '--out', file)
      expect((await readFile(file, 'utf8')) === listed, `${option} in a file`).toBe(true)
    }
  })

test('by keyboard, what matches the filter; its page has it, and nothing is wrong there', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Validator')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=withdrawals&where=amount>0`))
  await expect.poll(() => new AppShell(page).grid('Withdrawals').loadedCount()).toBeGreaterThanOrEqual(1)
  await new AppShell(page).button('Export').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('All rows of this list that match the filter')).toBeVisible()
  await expectNoViolationInEachTheme(page, app.core)
  await page.getByRole('menuitem', { name: /^Parquet/ }).focus()
  const saving = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  // Numbered where the same app has one of this name.
  expect((await saving).suggestedFilename()).toMatch(/-matches-only(?: \(\d+\))?\.parquet$/)

  await page.goto(appUrl(app, '/exports'))
  const job = page.getByRole('article', { name: /^Withdrawals of 0x/ }).first()
  await expect(job.getByText('Rows that match amount>0')).toBeVisible()
  await expect(job.getByText(/rows of .* looked at/)).toBeVisible()
  const again = page.waitForEvent('download')
  await job.getByRole('button', { name: 'Download' }).click()
  expect((await again).suggestedFilename()).toMatch(/\.parquet$/)
  await expectNoViolationInEachTheme(page, app.core)
  await page.screenshot({ path: test.info().outputPath('exports.png') })
})
