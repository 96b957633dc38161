/** Address poisoning on the sample chain: folded with its count, and marked where it is shown. */
import { expect, appUrl, test } from '../app.ts'
import { AppShell } from '../pages/app-shell.ts'
import { landmark } from '../service.ts'

test('imitations of those an account pays are folded with a count, and marked where they are shown', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  const { address } = landmark(sample, 'Poisoned account')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}`))
  const fold = shell.button('8 imitations hidden')
  await expect(fold).toBeVisible()
  await expect(grid.rows).toHaveCount(8)
  await fold.click()
  await expect(grid.rows).toHaveCount(16)
  const mark = grid.root.getByTitle(/^Looks like 0x/)
  await expect(mark).toHaveCount(8)
  await expect(mark.first()).toBeVisible()
})
