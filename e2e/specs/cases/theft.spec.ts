/** A theft is followed over three hops into a case, by keyboard alone, and is the same elsewhere without a network. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import {
  ELSEWHERE,
  EXCHANGE,
  MULE,
  SECOND_MULE,
  THEFT,
  theftChain,
  THIEF,
  VICTIM,
} from '#core/flow/testing/theft-chain.ts'
import { createService } from '../../../src/service/http/server.ts'
import { expectNoViolation } from '../../accessible.ts'
import { expect, startApp, test } from '../../app.ts'
import { savedCase } from '../../case-file.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { sourceIdOf } from '../../service.ts'

// Drawing without a graphics card makes this message.
test.use({ pageErrors: { expected: [/GPU stall due to ReadPixels/] } })

const graphOf = (page: Page) => page.getByRole('listbox', { name: 'Addresses of the graph' })
const tableOf = (page: Page) => page.getByRole('grid', { name: 'What went between them' })
const sideOf = (page: Page) => page.getByRole('complementary', { name: 'Address of the graph' })

/** All it was asked for is there. */
async function settle(page: Page, rows: number) {
  await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(rows + 1))
  await expect(tableOf(page)).toHaveAttribute('aria-busy', 'false')
}
async function run(page: Page, command: string) {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(command)
  await expect(page.getByRole('option').filter({ hasText: command }).first()).toBeVisible()
  await page.keyboard.press('Enter')
}
/** As a person comes to it: by Tab, from where the focus is. */
async function tabTo(page: Page, to: Locator) {
  await expect(to).toBeVisible()
  for (let nth = 0; nth < 120; nth += 1) {
    if (await to.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${String(to)}`)
}
/** To the node of the graph that is called so. */
async function goTo(page: Page, key: string, described: string | RegExp) {
  await page.keyboard.press(key)
  await expect(graphOf(page).getByRole('option')).toContainText(described)
}

/** All that is seen of a graph: its picture with whole addresses and exact sums, its table, and how large it is. */
async function seen(page: Page) {
  const download = page.waitForEvent('download')
  await run(page, 'Save the graph as SVG')
  const svg = (await readFile(await (await download).path())).toString()
  const table = await tableOf(page).locator('[role=row][data-index]').allTextContents()
  const counts = await page
    .getByText(/^\d+ addresses, \d+ sums$/)
    .first()
    .textContent()
  return { svg, table, counts }
}

test('a theft over three hops, a note, a case, its file, and the same without a network @loopback', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const service = await createService({
    reader: theftChain({ hasCalls: true }),
    dialect: 'v12',
    log: () => undefined,
  })
  const first = await startApp({ dataDir: makeFolder(), source: service.url })
  await page.goto(first.url)
  await expect(new AppShell(page).searchButton).toBeVisible()
  await run(page, 'New case')
  await expect(page.getByRole('textbox', { name: 'Name of the case' })).toBeFocused()
  await page.keyboard.type('The theft')
  await page.keyboard.press('Enter')
  const open = page.getByRole('article', { name: 'Open case: The theft' })
  await expect(open).toBeVisible()

  // From the transaction to what it moved.
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(THEFT)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/s/${sourceIdOf(service.url)}/tx/${THEFT}`))
  await tabTo(page, page.getByRole('link', { name: 'Flow', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/flow\\?from=${THEFT}$`))
  await settle(page, 1)

  // The thief, those who got it from there, and the exchange where it ends.
  await run(page, 'Go to the graph')
  await expect(graphOf(page)).toBeFocused()
  await page.keyboard.press('Home')
  await goTo(page, 'ArrowRight', '1 hop on')
  await page.keyboard.press('+')
  // To each of the two coins, to one of them a token as well.
  await settle(page, 4)
  await goTo(page, 'ArrowRight', '2 hops on')
  await page.keyboard.press('+')
  await settle(page, 6)
  await goTo(page, 'ArrowDown', '2 hops on')
  await page.keyboard.press('+')
  await settle(page, 8)
  await goTo(page, 'ArrowRight', '3 hops on')
  await page.keyboard.press('Home')
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(graphOf(page).getByRole('option')).toContainText('3 hops on')
  await page.keyboard.press('+')
  await expect(graphOf(page).getByRole('option')).toContainText('stopped here')
  await expectNoViolation(page)

  // The kind beside it, and a note.
  await page.keyboard.press('Enter')
  await expect(sideOf(page)).toBeFocused()
  await tabTo(page, sideOf(page).getByRole('button', { name: 'Add a note' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Note about this address' })).toBeFocused()
  await page.keyboard.type('Ask the exchange <i>first</i>')
  await page.keyboard.press('Control+Enter')
  await expect(sideOf(page).getByText('Ask the exchange <i>first</i>')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(graphOf(page)).toBeFocused()
  const before = await seen(page)
  for (const address of [VICTIM, THIEF, MULE, SECOND_MULE, EXCHANGE, ELSEWHERE])
    expect(before.svg).toContain(address)
  // Neither what failed nor what was undone is in it; the call that stands is.
  expect(before.svg).toContain('39 ')
  expect(before.table.join('\n')).not.toMatch(/\b[57] COIN/)
  expect(before.svg).toContain('Ask the exchange &lt;i&gt;first&lt;/i&gt;')
  expect(before.counts).toBe('6 addresses, 8 sums')
  const path = new URL(page.url())

  // The case, as a file.
  await run(page, 'Cases')
  await tabTo(page, open.getByRole('button', { name: 'Save as file' }))
  await page.keyboard.press('Enter')
  await tabTo(page, open.getByRole('button', { name: 'Save', exact: true }))
  const file = await savedCase(page, first, { name: 'The theft', folder: makeFolder() }, () =>
    page.keyboard.press('Enter'),
  )
  const content = await readFile(file)
  await page.goto('about:blank')
  await first.stop()
  await service.close()

  // Another folder, and nobody to ask.
  const second = await autoClose(startApp({ dataDir: makeFolder() }))
  await page.goto(second.url)
  await expect(new AppShell(page).searchButton).toBeVisible()
  // Asked for long before the key: the browser is told of it by then.
  const chooser = page.waitForEvent('filechooser')
  await run(page, 'Cases')
  await tabTo(page, page.getByRole('button', { name: 'Open a case file' }))
  await page.keyboard.press('Enter')
  await (
    await chooser
  ).setFiles({ name: 'The theft.chainglass', mimeType: 'application/octet-stream', buffer: content })
  await expect(page.getByRole('link', { name: 'Case: The theft' })).toBeVisible()
  await settle(page, 8)
  await expect(page).toHaveURL(({ search }) => search === path.search)
  expect(await seen(page)).toEqual(before)
  await expectNoViolation(page)

  // The parts of a sum are there, too.
  const edge = page.getByRole('complementary', { name: 'Between two addresses' })
  await tabTo(page, tableOf(page))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(edge.getByText(/Moved by/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(graphOf(page)).toBeFocused()
  await tabTo(page, tableOf(page))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(edge.getByText(/movements?, the newest first/)).toBeVisible()
  await page.keyboard.press('Escape')
  await run(page, 'Cases')
  await expect(open.getByText('Ask the exchange <i>first</i>')).toBeVisible()
  await expect(open).toContainText('not among your sources')
})
