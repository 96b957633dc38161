/** The toolbar of a list: one line at every width of its pane, one control for how much is here, one menu for its view. */
import type { Locator } from '@playwright/test'
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'

/** Px: of the window. The sidebar takes 240, 56 or nothing of it. */
const WIDTHS = [320, 375, 460, 505, 600, 759, 761, 900, 1_079, 1_100, 1_264, 1_439, 1_441, 1_680]
const NARROW = 44 * 16

for (const tab of ['transactions', 'transfers', 'internal', 'nfts'])
  test(`the toolbar of ${tab} is one line of its height in every pane, and nothing in it is cut`, async ({
    page,
    app,
    sample,
  }) => {
    const shell = new AppShell(page)
    await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=${tab}`))
    await expect(shell.here).toHaveAccessibleName(/here|so far|none/)
    const measured = () =>
      page.locator('.list-toolbar').evaluate((toolbar) => {
        const { width, height, left, right, top, bottom } = toolbar.getBoundingClientRect()
        const parts = [...toolbar.querySelectorAll<HTMLElement>(':is(button, input, .here, .seg)')].filter(
          (part) => part.checkVisibility(),
        )
        return {
          width,
          height,
          outside: parts
            .filter((part) => {
              const at = part.getBoundingClientRect()
              return at.left < left || at.right > right + 0.5 || at.top < top || at.bottom > bottom
            })
            .map((part) => part.outerHTML.slice(0, 120)),
          cut: parts
            .filter((part) => part.tagName !== 'INPUT' && part.scrollWidth > part.clientWidth + 1)
            .map((part) => part.outerHTML.slice(0, 120)),
          field: toolbar.querySelector('.filter-field')?.getBoundingClientRect().width ?? 0,
        }
      })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 })
      await expect
        .poll(
          async () => {
            const { width: pane, height, outside, cut, field } = await measured()
            const hasField = field >= 72
            return { height, isRight: height === (pane < NARROW ? 34 : 42), outside, cut, field, hasField }
          },
          `a window of ${String(width)} px`,
        )
        .toMatchObject({ isRight: true, outside: [], cut: [], hasField: true })
    }
  })

for (const theme of ['light', 'dark'] as const)
  test.describe(`in the ${theme} theme`, () => {
    test.use({ settings: { theme } })

    test('by keyboard: how much is here, what the rest takes, and how the list is shown', async ({
      page,
      app,
      sample,
    }) => {
      const shell = new AppShell(page)
      const grid = shell.grid('Transactions')
      await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
      await expect(shell.here).toHaveAccessibleName(/^\d+ of 1,234 here$/)
      await grid.root.focus()
      await page.keyboard.press('h')
      const card = page.getByRole('dialog')
      await expect(card).toContainText(/About \d+ requests, .*for 1,[01]\d\d more rows\./)
      await expectNoViolation(page)
      await page.keyboard.press('Escape')
      await expect(card).toHaveCount(0)
      await expect(grid.root).toBeFocused()

      await page.keyboard.press('v')
      await expect(page.getByRole('menuitemcheckbox', { name: /^Totals/ })).toBeVisible()
      await expectNoViolation(page)
      await page.getByRole('menuitemradio', { name: 'Exact, UTC' }).click()
      await expect.poll(() => grid.columnNames()).toContain('Time, UTC')
      await page.keyboard.press('Escape')
      await page.keyboard.press('x')
      await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeVisible()
    })
  })

test('all of a list is kept by one click, which pauses it then, and it is told that all of it is here', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await shell.button('Keep all').click()
  await expect(shell.here).toHaveAccessibleName('All 1,234 here, live')
  await expect(shell.button('Keep all')).toHaveCount(0)
})

test('choices without room stand behind the button in the field of the filter', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.setViewportSize({ width: 400, height: 800 })
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=transfers`))
  await expect(shell.grid('Transfers').row(0)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Direction' })).toHaveCount(0)
  await shell.button('More filters').click()
  await page.getByRole('group', { name: 'Direction' }).getByRole('button', { name: 'In' }).click()
  await expect(page).toHaveURL(/filter=to/)
  await expectNoViolation(page)
})

test('totals and chart stand beside the rows, over them in a narrow pane, and move none', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.setViewportSize({ width: 1_440, height: 900 })
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  const box = async (of: Locator) => (await of.boundingBox())!
  const before = await box(grid.root)
  await page.keyboard.press('Alt+c')
  await page.keyboard.press('Alt+s')
  const panel = page.getByRole('group', { name: 'Totals and chart' })
  await expect(panel.getByRole('region', { name: 'Totals' }).getByRole('table').first()).toBeVisible()
  await expect.poll(async () => (await box(panel)).width).toBe(352)
  await expect.poll(() => box(grid.root)).toEqual({ ...before, width: before.width - 352 })
  const beside = await box(grid.root)
  expect((await box(panel)).x).toBe(beside.x + beside.width)
  await expectNoViolation(page)

  await page.setViewportSize({ width: 900, height: 700 })
  await expect.poll(async () => (await box(grid.root)).width).toBe(900 - 56)
  expect((await box(grid.root)).y).toBe(before.y)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)
  await expect(grid.root).toBeFocused()
})

test('Escape closes the drawer of a row from anywhere in the pane, and first what is open on top of it', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await (await grid.cell(3, 'Method')).click({ position: { x: 8, y: 8 } })
  await expect(shell.drawer).toBeVisible()
  await shell.viewButton.click()
  await expect(page.getByRole('menuitemcheckbox', { name: /^Totals/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(shell.drawer).toBeVisible()
  await shell.tab('Transactions').focus()
  await page.keyboard.press('Escape')
  await expect(shell.drawer).toHaveCount(0)
})
