/** Lists in panes of any width: rows of two lines where there is no room for columns, and nothing that scrolls sideways. */
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { appUrl, expect, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { Grid } from '../../pages/grid.ts'
import { furtherViews, views, type View } from '../../views.ts'

/** Px: of the pane, and of the window that gives it. The sidebar takes 240, 56 or nothing of that. */
const PANES = [
  { pane: 320, window: 320, row: 50 },
  { pane: 400, window: 400, row: 50 },
  { pane: 580, window: 636, row: 50 },
  { pane: 700, window: 756, row: 50 },
  { pane: 900, window: 956, row: 34 },
  { pane: 1_200, window: 1_440, row: 34 },
]

/**
 * The most elements of a row: each is styled and laid out while a list is scrolled. On two lines it has two more, which
 * are its lines. A row that warns has more, since its warning has a sign, words and the picture of what is imitated.
 */
const MAX_ELEMENTS = 20
const WARNING = '.scam, .doubt'

/** Whether it scrolls sideways, numbers that are not seen whole, and how high its rows are. */
function measure(root: Element) {
  const edges = root.getBoundingClientRect()
  const end = edges.left + root.clientWidth
  const rows = [...root.querySelectorAll<HTMLElement>('[role=row][data-index]')]
  const isCut = (amount: Element) => {
    const cell = amount.closest('[role=gridcell]')!.getBoundingClientRect()
    const texts = document.createTreeWalker(amount, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement?.closest('.visually-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0) continue
      if (left < Math.max(cell.left, edges.left) - 1 || right > Math.min(cell.right, end) + 1) return true
    }
    return false
  }
  return {
    isWide: root.scrollWidth > root.clientWidth,
    // An argument of an event is there whole or not at all.
    cut: [...root.querySelectorAll('[data-index] .amount:not(.decoded-line *)')]
      .filter(isCut)
      .map((amount) => amount.textContent),
    heights: [...new Set(rows.map((row) => row.getBoundingClientRect().height))],
  }
}

const LISTS = [
  ...['address', 'transfers', 'internal', 'tokens', 'blocks', 'withdrawals', 'address-logs', 'balance'],
  ...['dates', 'holders', 'collections', 'nft-rows', 'nft-transfers', 'transaction-transfers', 'logs'],
  ...['token', 'block', 'blocks-latest', 'chain-tokens', 'search-results', 'ledger'],
]
for (const list of LISTS)
  test(`rows of ${list}: no pane scrolls them sideways or cuts a number`, async ({ page, app, sample }) => {
    const view = [...views(sample.url), ...furtherViews(sample.url)].find(({ name }) => name === list)!
    await page.goto(appUrl(app, await view.path(sample, sample.source)))
    await view.ready(page)
    const grid = new Grid(page)
    for (const { pane, window, row } of PANES) {
      await page.setViewportSize({ width: window, height: 800 })
      await expect
        .poll(() => grid.root.evaluate(measure), `a pane of ${String(pane)} px`)
        .toEqual({ isWide: false, cut: [], heights: [row] })
    }
  })

const CHAIN_TRANSFERS: View = {
  name: 'transfers of a chain',
  path: (_, source) => `/s/${source}?tab=transfers`,
  ready: (page) => page.locator('[role=row][data-index]').first().waitFor(),
}

/** Scrolls through the list, and gives the rows with more elements than there may be. */
function findLargeRows(root: Element, { max, warning }: { max: number; warning: string }) {
  const large = new Map<string, string>()
  const note = () => {
    for (const row of root.querySelectorAll<HTMLElement>('[role=row][data-index]')) {
      const count = 1 + row.querySelectorAll('*').length
      // The number of zeros of an amount such as 0.0₁₇1 is two elements: one for the eye, one for the ear.
      const more = row.querySelectorAll('.line').length + 2 * row.querySelectorAll('.amount sub').length
      if (count - more > max && !row.querySelector(warning))
        large.set(row.dataset.index!, `${String(count)}: ${row.textContent}`)
    }
  }
  const drawn = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))))
  return (async () => {
    for (let screens = 0; screens < 8; screens += 1) {
      await drawn()
      note()
      root.scrollTop += root.clientHeight
    }
    root.scrollTop = 0
    await drawn()
    return [...large.values()]
  })()
}

/** Rows of several sources have a column more, which names the source. */
const maxOf = (list: string) => (list === 'kept-search' ? MAX_ELEMENTS + 1 : MAX_ELEMENTS)

for (const list of [...LISTS, 'transfers of a chain', 'transaction', 'kept-search'])
  test(`rows of ${list}: few elements, on one line and on two`, async ({ page, app, sample }) => {
    const view = [...views(sample.url), ...furtherViews(sample.url), CHAIN_TRANSFERS].find(
      ({ name }) => name === list,
    )!
    await view.prepare?.(app.core, { ...sample, sourceId: sample.source })
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto(appUrl(app, await view.path(sample, sample.source)))
    await view.ready(page)
    for (const width of [1_440, 756]) {
      await page.setViewportSize({ width, height: 900 })
      for (const grid of await page.getByRole('grid').all())
        expect(await grid.evaluate(findLargeRows, { max: maxOf(list), warning: WARNING })).toEqual([])
    }
  })

const addressOf = ({ source, busiest }: { source: string; busiest: string }) =>
  `/s/${source}/address/${busiest}`

test('two panes side by side have rows of two lines each, in both themes', async ({ page, app, sample }) => {
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto(appUrl(app, addressOf(sample)))
  const grids = page.getByRole('grid', { name: 'Transactions' })
  await expect(grids.locator('[data-index="0"]')).toBeVisible()
  await page.keyboard.press('Control+\\')
  await expect(grids.locator('[data-index="0"]')).toHaveCount(2)
  for (const grid of await grids.all())
    await expect.poll(() => grid.evaluate(measure)).toEqual({ isWide: false, cut: [], heights: [50] })
  await expectNoViolationInEachTheme(page)
})

test('by keyboard in rows of two lines: rows and cells as they are read, what is copied, one in full', async ({
  page,
  app,
  sample,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 636, height: 800 })
  await page.goto(appUrl(app, addressOf(sample)))
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  const received = grid.rows.filter({ hasText: 'In, from' }).first()
  await expect(received.getByRole('gridcell')).toHaveText([
    '',
    /^In, from.+/,
    /^[+][0-9,.…]+$/,
    'Coin transfer',
    /^0x.+…/,
    /^[0-9,]+$/,
    / (s|min)$/,
  ])
  const index = Number(await received.getAttribute('data-index'))
  // The heads are for screen readers: the first row has none above it to go to.
  await expect(grid.headers.first()).not.toBeInViewport()
  await grid.root.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  await expect(grid.row(0)).toHaveClass(/active/)
  for (let down = 0; down < index; down += 1) await page.keyboard.press('j')
  for (let right = 0; right < 3; right += 1) await page.keyboard.press('ArrowRight')
  const amount = (await received.locator('.active[data-copy]').getAttribute('data-copy')) ?? ''
  expect(amount).toMatch(/^[0-9]+[.]?[0-9]*$/)
  expect(await shell.copiedBy(() => page.keyboard.press('c'))).toBe(amount)
  expect(
    await shell.copiedBy(async () => {
      for (let left = 0; left < 3; left += 1) await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('c')
    }),
    'a row with the columns there is no room for',
  ).toContain(`\tin\t`)
  await page.keyboard.press('Enter')
  await expect(shell.drawer).toContainText(amount)
})

test('the row at the top stays there when a pane gets wide and narrow again, among more than 1,000 rows', async ({
  page,
  app,
  sample,
}) => {
  await page.setViewportSize({ width: 636, height: 800 })
  await page.goto(appUrl(app, addressOf(sample)))
  const grid = new Grid(page, 'Transactions')
  await grid.scrollToEnd()
  await grid.root.evaluate((root) => {
    root.scrollTop = 600 * 50 + 20
  })
  const rowAtTop = () =>
    grid.root.evaluate((root) => {
      const { left, top } = root.getBoundingClientRect()
      const head = root.querySelector('.head')!.getBoundingClientRect()
      const below = document.elementFromPoint(left + 20, Math.max(top, head.bottom) + 4)
      return below?.closest<HTMLElement>('[data-index]')?.dataset.index
    })
  await expect.poll(rowAtTop).toBe('600')
  for (const width of [1_440, 400, 956, 636]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(rowAtTop, `a window of ${String(width)} px`).toBe('600')
  }
})
