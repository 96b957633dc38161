/** A graph of money by keyboard alone: from an address, over hops, what a sum is made of, back again, and as files. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { Resvg } from '@resvg/resvg-js'
import { appUrl, expect, test } from '../../app.ts'
import { expectNoViolation } from '../../accessible.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress } from '../../service.ts'

// Drawing without a graphics card makes this message.
test.use({ pageErrors: { expected: [/GPU stall due to ReadPixels/] } })

const graphOf = (page: Page) => page.getByRole('listbox', { name: 'Addresses of the graph' })
const tableOf = (page: Page) => page.getByRole('grid', { name: 'What went between them' })
const rowsOf = async (page: Page) => Number(await tableOf(page).getAttribute('aria-rowcount'))
/** Everything that was asked for is there. */
async function settle(page: Page) {
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false')
  await expect(page.getByText(/Reading rows|reading the lists/)).toBeHidden()
}

test('money is followed from an address by keyboard alone, and a reload shows the same graph', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}`))
  await expect(page.getByRole('link', { name: 'Flow', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('flow of money')
  await expect(
    page.getByRole('option', { name: /Flow of money of this address/, selected: true }),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/flow\\?from=${address}$`, 'i'))
  await expect.poll(() => rowsOf(page)).toBeGreaterThan(2)
  await settle(page)
  await expectNoViolation(page)
  await new AppShell(page).expectNoOverflow()

  // To the start, on along the thickest edge, one hop further, and what is known there.
  await graphOf(page).focus()
  await expect(graphOf(page).getByRole('option')).toContainText('where it begins')
  await page.keyboard.press('ArrowRight')
  await expect(graphOf(page).getByRole('option')).toContainText('1 hop on')
  await page.keyboard.press('ArrowUp')
  const before = await rowsOf(page)
  await page.keyboard.press('+')
  await expect.poll(() => rowsOf(page)).toBeGreaterThan(before)
  await settle(page)
  const grown = await rowsOf(page)
  await page.keyboard.press('Enter')
  const side = page.getByRole('complementary', { name: 'Address of the graph' })
  await expect(side).toBeFocused()
  await expect(side.getByRole('button', { name: 'Fold back' })).toBeVisible()
  await expectNoViolation(page)
  await page.keyboard.press('Escape')
  await expect(graphOf(page)).toBeFocused()

  // Back and on again; then the same place anew.
  await page.keyboard.press('Control+z')
  await expect.poll(() => rowsOf(page)).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => rowsOf(page)).toBe(grown)
  await page.reload()
  await expect.poll(() => rowsOf(page)).toBe(grown)

  // The table: Enter shows the movements of a sum, each leads to its transaction.
  await tableOf(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const edge = page.getByRole('complementary', { name: 'Between two addresses' })
  await expect(edge).toBeFocused()
  await expect(edge.getByText(/[\d,]+ movements?, the newest first/)).toBeVisible()
  await expect(edge.getByRole('listitem').getByRole('link').first()).toHaveAttribute('href', /\/tx\/0x/)
  await expectNoViolation(page)
})

test('one asset is followed from an amount on; what is removed comes back', async ({ page, app, sample }) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/flow?from=${address}`))
  await expect.poll(() => rowsOf(page)).toBeGreaterThan(2)
  await settle(page)
  const ofAllAssets = await rowsOf(page)
  await page.getByLabel('Asset').selectOption('COIN')
  await expect(page).toHaveURL(/asset=coin/)
  await expect.poll(() => rowsOf(page)).toBeLessThan(ofAllAssets)
  await settle(page)
  const all = await rowsOf(page)
  await page.getByLabel('At least').fill('100')
  await page.getByLabel('At least').blur()
  await expect(page).toHaveURL(/min=100000000000000000000/)
  await expect.poll(() => rowsOf(page)).toBeLessThan(all)
  await settle(page)
  const left = await rowsOf(page)
  await graphOf(page).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Delete')
  await expect.poll(() => rowsOf(page)).toBeLessThan(left)
  await page.getByRole('button', { name: /Bring back/ }).click()
  await expect.poll(() => rowsOf(page)).toBe(left)
})

test('a graph is saved as SVG with whole addresses, as PNG and as CSV; and begins at a transaction too', async ({
  page,
  app,
  sample,
}) => {
  const { address } = suggestedAddress(sample, 'Whale')
  await page.goto(appUrl(app, `/s/${sample.source}/flow?from=${address}`))
  await expect.poll(() => rowsOf(page)).toBeGreaterThan(1)
  await settle(page)
  const save = async (what: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: what }).click()
    return readFile(await (await download).path())
  }
  const svg = (await save('Picture as SVG')).toString()
  // A file that can be drawn is well formed; nothing in it runs.
  expect(new Resvg(svg).width).toBeGreaterThan(300)
  expect(svg).not.toMatch(/<script|<foreignObject|href=|url\(/i)
  expect(svg.toLowerCase()).toContain(address.toLowerCase())
  expect((await save('Picture as PNG')).subarray(1, 4).toString()).toBe('PNG')
  const [head, ...lines] = (await save('Table as CSV')).toString().trim().split('\r\n')
  expect(head).toBe('from,to,sum,asset,token,movements,first,last')
  expect(lines.length).toBe((await rowsOf(page)) - 1)

  // From one of its movements to the transaction, and what that moved.
  await tableOf(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const edge = page.getByRole('complementary', { name: 'Between two addresses' })
  await edge.getByRole('listitem').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/tx\/0x/)
  await page.getByRole('link', { name: 'Flow', exact: true }).click()
  await expect(page).toHaveURL(/\/flow\?from=0x[0-9a-f]{64}$/)
  await expect.poll(() => rowsOf(page)).toBeGreaterThan(1)

  // A text that is no address and no transaction begins nothing.
  await page.goto(appUrl(app, `/s/${sample.source}/flow?from=0x12`))
  await expect(page.getByRole('heading', { name: 'Nothing to begin with' })).toBeVisible()
})
