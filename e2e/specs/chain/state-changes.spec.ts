/** Where the changes of a transaction stand: how many are seen at once, and that each number is seen whole. */
import type { Page } from '@playwright/test'
import type { App } from '../../app-types.ts'
import { expect, appUrl, test } from '../../app.ts'
import { expectNoViolationInEachTheme } from '../../accessible.ts'
import { Grid } from '../../pages/grid.ts'
import { suggestedAddress, type StartedService } from '../../service.ts'

/** A transaction with many changes of many addresses. */
async function openMany(
  page: Page,
  app: App,
  sample: StartedService & { readonly source: string },
): Promise<void> {
  const { address } = suggestedAddress(sample, 'Harbour Exchange')
  const reply = await fetch(`${sample.url}/api/v2/addresses/${address}/transactions?items_count=100`)
  const { items } = (await reply.json()) as { items: { hash: string; method: string | null }[] }
  const many = items.find(({ method }) => method === 'disperse')
  if (!many) throw new Error('No transaction with many changes')
  await page.goto(appUrl(app, `/s/${sample.source}/tx/${many.hash}`))
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(/All \d\d changes loaded/)
}

/** Runs in the page: what is seen of the changes. */
function measure() {
  const main = document.querySelector('main')!
  const grid = main.querySelector('[role=grid]')!
  const box = grid.getBoundingClientRect()
  const rows = [...grid.querySelectorAll<HTMLElement>('[data-index]')]
  const isWhole = ({ top, bottom }: DOMRect) => top >= box.top && bottom <= box.bottom + 0.5
  const amounts = grid.querySelectorAll('.whole, .fraction, .balances > [aria-hidden]')
  return {
    below: Math.min(...rows.map((row) => row.getBoundingClientRect().top)) - main.getBoundingClientRect().top,
    whole: rows.filter((row) => isWhole(row.getBoundingClientRect())).length,
    /** Changes beyond the edge of the grid, or cut by a box around them. */
    cut: [...amounts]
      .filter((amount) => {
        if (amount.textContent === '') return false
        const range = document.createRange()
        range.selectNodeContents(amount)
        const of = range.getBoundingClientRect()
        const cell = amount.closest('[role=gridcell]')!.getBoundingClientRect()
        return of.left < cell.left - 0.5 || of.right > cell.right + 0.5 || cell.right > box.right + 0.5
      })
      .map((amount) => amount.textContent),
    /** Nothing stands over the picture, or beyond the pane's edge. */
    beyond: [...main.querySelectorAll('[role=grid], [role=toolbar] > *')]
      .filter((part) => {
        const { right } = part.getBoundingClientRect()
        const edge = part === grid ? (main.querySelector('.picture.beside') ?? main) : main
        const end = edge === main ? main.getBoundingClientRect().right : edge.getBoundingClientRect().left
        return right > end + 0.5
      })
      .map((part) => part.className),
    changes: grid.querySelectorAll('.change.at-point').length,
    /** Elements that can be scrolled. */
    scrolled: [...main.querySelectorAll('*')]
      .filter((part) => {
        const { overflowX, overflowY } = getComputedStyle(part)
        const scrolls = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
        return (
          (scrolls(overflowY) && part.scrollHeight > part.clientHeight + 1) ||
          (scrolls(overflowX) && part.scrollWidth > part.clientWidth + 1)
        )
      })
      .map(
        (part) => part.getAttribute('aria-label') ?? part.querySelector('h2')?.textContent ?? part.className,
      )
      .filter((name) => name !== 'Parts of this transaction'),
  }
}

for (const { name, width, height, whole, below } of [
  { name: '1440 x 900', width: 1440, height: 900, whole: 21, below: 227 },
  { name: '1024 x 700', width: 1024, height: 700, whole: 14, below: 227 },
  { name: '1920 x 1080, beside the picture', width: 1920, height: 1080, whole: 27, below: 227 },
  { name: 'a pane of 580', width: 636, height: 900, whole: 11, below: 183 },
  { name: '400 x 800', width: 400, height: 800, whole: 9, below: 183 },
] as const)
  test(`${name}: ${String(whole)} changes are seen whole, each with its number, and one thing scrolls`, async ({
    page,
    app,
    sample,
  }) => {
    await page.setViewportSize({ width, height })
    await openMany(page, app, sample)
    await expect(new Grid(page, 'State changes').row(0)).toBeVisible()
    // The picture beside them, and what stands above them, come a moment later.
    await expect(async () => {
      const seen = await page.evaluate(measure)
      expect(seen).toMatchObject({
        cut: [],
        beyond: [],
        scrolled: ['State changes', ...(width >= 1600 ? ['Who gave what to whom'] : [])],
      })
      expect(seen.whole).toBeGreaterThanOrEqual(whole)
      expect(seen.changes).toBeGreaterThanOrEqual(seen.whole)
      expect(Math.round(seen.below)).toBeLessThanOrEqual(below)
    }).toPass()
    // The transaction's facts fade in.
    await expect(page.locator('.page-header time')).not.toHaveCount(0)
    await expectNoViolationInEachTheme(page)
  })

test('by keyboard as any list: rows and cells, a whole number copied, a row in full; groups have names', async ({
  page,
  app,
  sample,
}) => {
  await openMany(page, app, sample)
  const grid = new Grid(page, 'State changes')
  await expect(grid.row(0)).toBeVisible()
  await expect(grid.root.getByRole('rowgroup', { name: /^harbour\.sample\.eth, \d+ changes$/ })).toHaveCount(
    1,
  )
  // The address of a group stays beside its rows when the first of them leaves.
  const belowHead = () =>
    grid.root.evaluate((root) => {
      const who = root.querySelector('.group[aria-label^="harbour"] > .in-common')!
      const head = root.querySelector('.head')!
      return Math.round(who.getBoundingClientRect().top - head.getBoundingClientRect().bottom)
    })
  await grid.root.evaluate((root) => {
    root.scrollTop = 20
  })
  await expect.poll(() => grid.scrollTop()).toBe(20)
  expect(await belowHead()).toBe(0)
  await grid.root.focus()
  await page.keyboard.press('Home')
  for (let column = 0; column <= 2; column += 1) await page.keyboard.press('ArrowRight')
  const cell = grid.root.locator('.r.active > .active')
  await expect(cell).toHaveAttribute('data-column', '2')
  const whole = (await cell.locator('[data-copy]').getAttribute('data-copy')) ?? ''
  expect((await cell.textContent())?.replace('−', '-')).toBe(whole)
  await page.keyboard.press('End')
  await expect(grid.root.locator('.r.active')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Change' })).toContainText('Balance before')
})
