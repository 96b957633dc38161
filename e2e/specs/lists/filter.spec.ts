/** Questions asked of a list, by keyboard alone. */
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'

test('two conditions, one of them completed; a chip removed; an error read; the link and going back keep it', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transfers')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=transfers`))
  await expect(grid.row(0)).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Filter' })
  await page.keyboard.press('f')
  await expect(field).toBeFocused()

  await page.keyboard.type('out tok')
  const completions = page.getByRole('listbox', { name: 'Completions' })
  await expect(completions.getByRole('option')).toHaveText([/^token:/])
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', /./)
  // An input method's Enter takes what that offers.
  await field.evaluate((input) => {
    const enter = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
    input.dispatchEvent(new KeyboardEvent('keydown', enter))
  })
  await expect(field).toHaveValue('out tok')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('out token:')
  await expect(completions.getByRole('option').first()).toContainText('rows')
  await expectNoViolation(page)
  await page.keyboard.press('ArrowDown')
  await expect(completions.getByRole('option', { selected: true })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(completions).toHaveCount(0)
  await expect(field).toHaveValue(/^out token:"?[^"]+"?\s*$/)
  const [, symbol = ''] = /token:"?([^"]+?)"?\s*$/.exec(await field.inputValue()) ?? []

  const line = page.locator('.filter-line')
  await expect(line).toContainText(/^.*[\d,]+ of [\d,]+ rows read match; 847 exist/)
  await expect(page).toHaveURL(/where=out\+token/)
  const at = await grid.columnOf('Token')
  await expect(grid.row(0).getByRole('gridcell').nth(at)).toContainText(symbol)
  await expect(page.getByRole('toolbar').getByRole('status')).toHaveText(/rows read match/)

  await page.getByRole('button', { name: 'Remove out' }).focus()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(new RegExp(`^token:"?${symbol}`))
  await expect(page.getByRole('list', { name: 'Conditions' }).getByRole('listitem')).toHaveCount(1)
  // The URL is written a moment after the conditions.
  await expect(page).toHaveURL(/where=token/)
  const kept = page.url()

  await field.focus()
  await page.keyboard.press('End')
  // At once: key by key, a pause after “amonut” would ask for it as a text, and put that into the URL.
  await page.keyboard.insertText(' amonut>5 ')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(
    'There is no word “amonut”. Did you mean “amount”? To search for it as text, put it in quotes.',
  )
  await expect(page.locator('.filter-mirror mark')).toHaveText('amonut')
  await expect(line).toContainText(`The rows are still those of “token:`)
  await expect(grid.root).toHaveClass(/former/)
  await expectNoViolation(page)
  expect(page.url()).toBe(kept)
  await page.keyboard.press('Escape')
  await expect(line).toHaveCount(0)
  await expect(field).toHaveValue('')
  await expect(grid.root).not.toHaveClass(/former/)
  await page.keyboard.press('Escape')
  await expect(grid.root).toBeFocused()

  await page.goto(kept)
  await expect(page.getByRole('list', { name: 'Conditions' }).getByRole('listitem')).toHaveCount(1)
  await expect(grid.row(0).getByRole('gridcell').nth(at)).toContainText(symbol)
  await (await grid.cell(0, 'Token')).getByRole('link').click()
  await expect(page).toHaveURL(/\/token\//)
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(new RegExp(`^token:"?${symbol}`))
})

test('a value becomes a condition by its menu; an example of the help runs', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  const to = await grid.cell(0, 'With')
  await to.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by this' }).click()
  const field = page.getByRole('combobox', { name: 'Filter' })
  await expect(field).toHaveValue(/^with:0x[0-9a-fA-F]{40}$/)
  await expect(grid.row(0)).toBeVisible()

  await page.getByRole('button', { name: 'How filters work' }).click()
  const help = page.getByRole('dialog', { name: 'How filters work' })
  await expect(help).toBeVisible()
  await expectNoViolation(page)
  await expect(help.getByRole('button', { name: 'token=USDC' })).toHaveAttribute('aria-disabled', 'true')
  await help.getByRole('button', { name: 'failed', exact: true }).click()
  await expect(help).toHaveCount(0)
  await expect(field).toHaveValue('failed')
  await expect(page.locator('.filter-line')).toContainText(/\d+ of [\d,]+ rows read match; 1,234 exist/)
  const failed = page.getByRole('img', { name: /^Failed/ })
  await expect(grid.rows.filter({ has: failed })).not.toHaveCount(0)
  await expect(grid.rows.filter({ hasNot: failed })).toHaveCount(0)
})

test('totals of what matches, by keyboard: sums, groups, and a group that filters', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transfers')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=transfers&where=out`))
  await expect(grid.row(0)).toBeVisible()
  await page.keyboard.press('v')
  const item = page.getByRole('menuitemcheckbox', { name: /^Totals/ })
  await expect(item).toHaveAttribute('aria-checked', 'false')
  await item.focus()
  await page.keyboard.press('Enter')
  const totals = page.getByRole('region', { name: 'Totals' })
  const line = page.locator('.filter-line')
  await expect(line).toContainText('rows read match')
  await expect(totals.locator('p').first()).toContainText('of the rows read so far')
  // Both may still grow: what is loaded after the first rows is kept too.
  await expect(async () => {
    const [matches = ''] = /[\d,]+(?= of)/.exec((await line.textContent()) ?? '') ?? []
    await expect(totals.locator('p').first()).toContainText(new RegExp(`(^|[^\\d,])${matches} rows from`), {
      timeout: 1_000,
    })
  }).toPass()
  await expect(totals.getByRole('table', { name: 'Sums by asset' }).getByRole('row').nth(1)).toContainText(
    /\d/,
  )
  await expectNoViolation(page)

  await totals.getByRole('button', { name: 'Token', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  const groups = totals.getByRole('table', { name: 'Groups by token' })
  const rows = groups.getByRole('columnheader', { name: 'Rows' })
  await expect(rows).toHaveAttribute('aria-sort', 'descending')
  await rows.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveAttribute('aria-sort', 'ascending')
  const download = page.waitForEvent('download')
  await totals.getByRole('button', { name: 'Export groups as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/address-token-transfers-by-token-.*\.csv$/)

  await groups.getByRole('rowheader').first().getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue(/^out token:0x[0-9a-fA-F]{40}$/)
  await expect(groups.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('list', { name: 'Conditions' }).getByRole('listitem')).toHaveCount(2)
})
