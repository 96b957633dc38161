/** Questions that are saved: by keyboard, there after a restart, with the count of what is new, opened from the sidebar. */
import type { Cursor, Page } from '../../../src/shared/lists/page.ts'
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, startApp, test } from '../../app.ts'
import { connectCore } from '../../core-client.ts'
import { sourceIdOf, startService } from '../../service.ts'

test('a question is saved by keyboard, counts what is new after a restart, and is opened, renamed and deleted', async ({
  page,
  autoClose,
  makeFolder,
}) => {
  const dataDir = makeFolder()
  const service = await autoClose(startService({ transactions: 600 }))
  const id = sourceIdOf(service.url)
  const first = await startApp({ dataDir, source: service.url })
  const list = {
    source: id,
    list: 'address-transactions',
    params: { address_hash: service.busiest },
    filters: {},
  } as const
  const place = `/s/${id}/address/${service.busiest}?tab=transactions`
  const filter = page.getByRole('combobox', { name: 'Filter' })
  const sentence = page.locator('.filter-line')
  const sidebar = page.getByRole('region', { name: 'Questions' })
  const entry = sidebar.getByRole('link')

  // Only the first page is kept.
  let core = await connectCore(first)
  let cursor: Cursor | null = ((await core.call('lists.page', { ...list, cursor: null })) as Page).next
  await page.goto(appUrl(first, place))
  await filter.fill('value>=0')
  await expect(sentence).toContainText(/[\d,]+ of [\d,]+ rows (read )?match/)
  await expect(sidebar).toHaveCount(0)
  await sentence.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.keyboard.press('Enter')
  const name = page.getByRole('textbox', { name: 'Name of the question' })
  await expect(name).toHaveValue('value>=0')
  await expect(name).toBeFocused()
  await expectNoViolation(page)
  await page.keyboard.type('All of them')
  await page.keyboard.press('Enter')
  await expect(entry).toHaveText('All of them')
  await expect(entry).toHaveAttribute('aria-current', 'page')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('?value>0')
  await page.getByRole('option', { name: /Search everything kept for/ }).click()
  // The list before has a button of this name too.
  await expect(page.getByRole('heading', { name: 'Search everything kept' })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('value>0')
  await page.keyboard.press('Enter')
  await expect(entry).toHaveText(['All of them', 'value>0'])
  const seen = async () => (await core.read('questions.changed', {})).map((question) => question.seen)
  await expect.poll(seen).toEqual([expect.any(Number), expect.any(Number)])
  await page.goto('about:blank')

  // Rows that arrive while no window is open are new.
  let added = 0
  while (cursor) {
    const { items, next }: Page = await core.call('lists.page', { ...list, cursor })
    added += items.length
    cursor = next
  }
  expect(added).toBeGreaterThan(20)
  core.close()
  await first.stop()

  const second = await autoClose(startApp({ dataDir }))
  await page.goto(appUrl(second, '/settings'))
  const all = sidebar.getByRole('link', { name: /^All of them/ })
  await expect(all).toHaveText(/^All of them(\d+|99\+) new$/)
  await expectNoViolation(page)
  await all.press('Enter')
  await expect(page).toHaveURL(/tab=transactions&where=value(>|%3E)=0$/)
  await expect(filter).toHaveValue('value>=0')
  await expect(all).toHaveText('All of them')

  await all.press('F2')
  await expect(sidebar.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Every transaction')
  await page.keyboard.press('Enter')
  const renamed = sidebar.getByRole('link', { name: 'Every transaction' })
  await expect(renamed).toBeFocused()
  await renamed.press('Delete')
  await expect(renamed).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(renamed).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Question: value>0')
  await page.getByRole('option', { name: 'Question: value>0' }).click()
  await expect(page).toHaveURL(/\/kept\?q=value(>|%3E)0$/)
  core = await connectCore(second)
  const names = async () => (await core.read('questions.changed', {})).map((question) => question.name)
  await expect.poll(names).toEqual(['Every transaction', 'value>0'])
  core.close()
})
