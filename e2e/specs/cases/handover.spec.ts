/** A case by keyboard alone: made, noted in, saved as a file, and opened in another data folder without a network. */
import { readFileSync } from 'node:fs'
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, startApp, test } from '../../app.ts'
import { savedCase } from '../../case-file.ts'
import { connectCore } from '../../core-client.ts'
import { sourceIdOf, startService } from '../../service.ts'

test('a case is made and noted in by keyboard, saved, and shows the same elsewhere without a network', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const service = await startService({ transactions: 600 })
  const id = sourceIdOf(service.url)
  const first = await startApp({ dataDir: makeFolder(), source: service.url })
  const place = `/s/${id}/address/${service.busiest}?tab=transactions`
  const grid = page.getByRole('grid')
  const firstRow = grid.getByRole('row').nth(1)
  const palette = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
    await expect(page.getByRole('option', { selected: true }).filter({ hasText: text })).toBeVisible()
    await page.keyboard.press('Enter')
  }

  await page.goto(appUrl(first, place))
  await expect(firstRow).toContainText('0x')
  await expect(page.getByRole('link', { name: /^Case:/ })).toHaveCount(0)
  await palette('New case')
  const name = page.getByRole('textbox', { name: 'Name of the case' })
  await expect(name).toBeFocused()
  await page.keyboard.type('The theft')
  await page.keyboard.press('Enter')
  const open = page.getByRole('article', { name: 'Open case: The theft' })
  await expect(open).toBeVisible()
  await expectNoViolation(page)

  // A note about the address, and one about a row.
  await open.getByRole('list').first().getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(firstRow).toContainText('0x')
  await palette('Add a note to this address')
  const note = page.getByRole('textbox', { name: 'Note about this address' })
  await expect(note).toBeFocused()
  await page.keyboard.type('Where it went <b>first</b>')
  await page.keyboard.press('Control+Enter')
  await expect(
    page.getByRole('button', { name: 'Note about this address: Where it went <b>first</b>' }),
  ).toBeVisible()
  // Pending ones are in no case.
  const hashes = () =>
    grid
      .locator('[role="row"] .hash[data-copy^="0x"]')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-copy')))
  await expect.poll(async () => (await hashes()).length).toBeGreaterThan(5)
  const shown = await hashes()

  await palette('Cases')
  await expect(open.getByText('Where it went <b>first</b>')).toBeVisible()
  await open.getByRole('button', { name: 'Save as file' }).press('Enter')
  await expect(open.getByRole('checkbox', { name: /With the rows/ })).toBeChecked()
  await expectNoViolation(page)
  const file = await savedCase(page, first, { name: 'The theft', folder: makeFolder() }, () =>
    open.getByRole('button', { name: 'Save', exact: true }).press('Enter'),
  )
  if (!('electron' in first)) await page.goto('about:blank')
  await first.stop()
  await service.close()

  const second = await autoClose(startApp({ dataDir: makeFolder() }))
  const core = await connectCore(second)
  await page.goto(appUrl(second, '/cases'))
  await page.getByLabel('File of a case').setInputFiles({
    name: 'The theft.chainglass',
    mimeType: 'application/octet-stream',
    buffer: readFileSync(file),
  })
  await expect(firstRow).toContainText('0x')
  await expect
    .poll(async () => {
      const first = (await hashes()).slice(0, 4)
      return first.length === 4 && first.every((hash) => shown.includes(hash))
    }, 'the same rows')
    .toBe(true)
  await expect(
    page.getByRole('button', { name: 'Note about this address: Where it went <b>first</b>' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Case: The theft' })).toBeVisible()
  await expectNoViolation(page)
  const found = async () => (await core.read('cases.changed', {}))[0]
  await expect.poll(found).toMatchObject({ name: 'The theft', notes: 1 })
  await expect.poll(async () => (await found())?.sources[0]?.rows).toBeGreaterThan(20)
  core.close()

  await page.getByRole('link', { name: 'Case: The theft' }).press('Enter')
  await expect(open).toContainText('not among your sources')
  await expectNoViolation(page)
})
