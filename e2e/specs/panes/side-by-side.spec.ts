/** Two lists beside each other, by keyboard alone: compared, scrolled together, and both again after a reload. */
import type { Page } from '@playwright/test'
import { expectNoViolation } from '../../accessible.ts'
import { appUrl, expect, startApp, test } from '../../app.ts'
import { AppShell } from '../../pages/app-shell.ts'
import { suggestedAddress, startService, type StartedService } from '../../service.ts'

const pane = (page: Page, number: number) => page.getByRole('region', { name: `Pane ${String(number)}` })
const rows = (page: Page, number: number) => pane(page, number).getByRole('grid')
const comparison = (page: Page, number: number) =>
  pane(page, number).getByRole('group', { name: 'Comparison' })
const toggle = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

interface Transaction {
  readonly hash: string
  readonly block_number: number
}
/** All transactions of an address, as the service itself gives them. */
async function transactionsOf({ url }: StartedService, address: string): Promise<Transaction[]> {
  const all: Transaction[] = []
  let next: Record<string, string> | null = {}
  while (next) {
    const query = new URLSearchParams(next)
    const answer = await fetch(`${url}/api/v2/addresses/${address}/transactions?${query.toString()}`)
    const page = (await answer.json()) as {
      items: Transaction[]
      next_page_params: Record<string, string> | null
    }
    all.push(...page.items)
    next = page.next_page_params
  }
  return all
}
/** The marks of the drawn rows, by the hash their link leads to. */
const marksIn = (page: Page, number: number) =>
  rows(page, number).evaluate((grid) =>
    [...grid.querySelectorAll('[role=row][data-index]:not(.lacking)')].map((row) => ({
      hash:
        /0x[0-9a-f]{64}/.exec(row.querySelector('a[data-to*="/tx/"]')?.getAttribute('data-to') ?? '')?.[0] ??
        '',
      // A row of both lists has no mark.
      mark: row.querySelector('[data-mark]')?.getAttribute('title') ?? 'In both lists',
    })),
  )
/** The hash of the first row that is seen. */
const topOf = (page: Page, number: number) =>
  rows(page, number).evaluate((grid) => {
    const edge = grid.getBoundingClientRect().top
    const top = [...grid.querySelectorAll<HTMLElement>('[role=row][data-index]')]
      .sort((one, other) => Number(one.dataset.index) - Number(other.dataset.index))
      .find((row) => row.getBoundingClientRect().bottom > edge + 1)
    return /0x[0-9a-f]{64}/.exec(top?.querySelector('a[data-to*="/tx/"]')?.getAttribute('data-to') ?? '')?.[0]
  })

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
}

/** The transactions of two addresses that have many in common, each in a pane. */
async function openBoth(page: Page, url: string, second: string): Promise<void> {
  const shell = new AppShell(page)
  await page.goto(url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+\\')
  await expect(pane(page, 2).getByRole('grid', { name: 'Transactions' })).toBeVisible()
  await page.keyboard.press('/')
  await expect(shell.omnibox).toBeFocused()
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/address/${second}`, 'i'))
  await expect(pane(page, 2).getByRole('row').nth(1)).toBeVisible()
}

/** Two addresses that have some transactions in common, and many that only one of them has. */
const ONE = 'Sample Portraits'
const OTHER = 'NFT collector'

test('two addresses are compared: each row says whether only this list has it', async ({
  page,
  autoClose,
}) => {
  const service = await autoClose(startService({ transactions: 600 }))
  const [one, other] = [suggestedAddress(service, ONE).address, suggestedAddress(service, OTHER).address]
  const [left, right] = await Promise.all([transactionsOf(service, one), transactionsOf(service, other)])
  const [inLeft, inRight] = [new Set(left.map(({ hash }) => hash)), new Set(right.map(({ hash }) => hash))]
  const both = right.filter(({ hash }) => inLeft.has(hash)).length
  expect(both, 'transactions of both').toBeGreaterThan(0)
  const app = await autoClose(startApp({ source: service.url }))
  await openBoth(page, appUrl(app, `/s/${service.sourceId}/address/${one}`), other)

  await expect(comparison(page, 1)).toHaveCount(0)
  await runCommand(page, 'Compare the two lists')
  await expect(toggle(page, 'Compare')).toHaveAttribute('aria-pressed', 'true')
  // Each row that is seen is known in the end: the other list is read as far as it takes.
  for (const [number, has] of [
    [1, inRight],
    [2, inLeft],
  ] as const) {
    const wrong = async () => {
      const marks = await marksIn(page, number)
      if (marks.length === 0) return 'no row is drawn'
      return marks.filter(({ hash, mark }) => mark !== (has.has(hash) ? 'In both lists' : 'Only here'))
    }
    await expect.poll(wrong).toEqual([])
  }
  // Rows of both stand beside each other; a row of one list has a hatched line beside it in the other.
  const lacking = (number: number) => rows(page, number).getByRole('row', { name: 'not in this list' })
  await expect(lacking(1).or(lacking(2)).first()).toBeVisible()
  const topsOf = (number: number) =>
    rows(page, number).evaluate((grid) =>
      [...grid.querySelectorAll('a[data-to*="/tx/"]')].map((link): [string, number] => [
        link.getAttribute('data-to') ?? '',
        Math.round(link.closest('[role=row]')!.getBoundingClientRect().top),
      ]),
    )
  await expect
    .poll(async () => {
      const [mine, theirs] = [new Map(await topsOf(1)), new Map(await topsOf(2))]
      return [...mine].filter(([to, top]) => theirs.has(to) && theirs.get(to) !== top)
    })
    .toEqual([])
  await expectNoViolation(page)

  // Read to its end, the line says what a set of all of them says.
  await rows(page, 2).focus()
  await page.keyboard.press('End')
  const all = `${String(right.length - both)} only here · ${String(both)} in both, of all ${String(right.length)} rows`
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return comparison(page, 2).locator('p').textContent()
    })
    .toBe(all)
  await comparison(page, 2).getByRole('button', { name: 'In both' }).focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => new Set((await marksIn(page, 2)).map(({ mark }) => mark)))
    .toEqual(new Set(['In both lists']))
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(comparison(page, 2).getByRole('button', { name: 'All' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => new Set((await marksIn(page, 2)).map(({ mark }) => mark)))
    .toContain('Only here')

  await page.reload()
  await expect(toggle(page, 'Compare')).toHaveAttribute('aria-pressed', 'true')
  await expect(comparison(page, 1)).toContainText('only here')
  // Lists of two kinds: there is nothing to compare.
  await page.keyboard.press('3')
  await expect(rows(page, 2)).toHaveAttribute('aria-label', 'Internal')
  await expect(toggle(page, 'Compare')).toHaveCount(0)
  await expect(comparison(page, 1)).toHaveCount(0)
})

test('two addresses are scrolled together, to the nearest block, whichever list leads', async ({
  page,
  autoClose,
}) => {
  const service = await autoClose(startService({ transactions: 600 }))
  const [one, other] = [suggestedAddress(service, ONE).address, suggestedAddress(service, OTHER).address]
  const [left, right] = await Promise.all([transactionsOf(service, one), transactionsOf(service, other)])
  const app = await autoClose(startApp({ source: service.url }))
  await openBoth(page, appUrl(app, `/s/${service.sourceId}/address/${one}`), other)
  await runCommand(page, 'Scroll together')
  await expect(toggle(page, 'Scroll together')).toHaveAttribute('aria-pressed', 'true')
  const blocks = new Map([...left, ...right].map(({ hash, block_number: block }) => [hash, block]))
  const isBeside = async (leader: number, follower: number, list: readonly Transaction[]) => {
    const wanted = blocks.get((await topOf(page, leader)) ?? '') ?? NaN
    const found = blocks.get((await topOf(page, follower)) ?? '') ?? NaN
    const nearest = Math.min(...list.map(({ block_number: block }) => Math.abs(block - wanted)))
    return Math.abs(found - wanted) === nearest
  }
  /** Scrolls the list that has the focus. The other one goes to the block nearest to it. */
  async function pageDown(leader: number, follower: number, list: readonly Transaction[]) {
    await expect(rows(page, leader)).toBeFocused()
    const before = await topOf(page, leader)
    await expect
      .poll(async () => {
        await page.keyboard.press('PageDown')
        return topOf(page, leader)
      })
      .not.toBe(before)
    await expect.poll(() => isBeside(leader, follower, list)).toBe(true)
  }
  // As high as whole rows: where the top one is seen in part, the other list stands between the places of it and the next.
  const part = await rows(page, 1).evaluate(
    (grid) => grid.clientHeight % grid.querySelector('[data-index]')!.clientHeight,
  )
  const { width, height } = page.viewportSize()!
  await page.setViewportSize({ width, height: height - part })
  await rows(page, 1).focus()
  await page.keyboard.press('Home')
  await pageDown(1, 2, right)
  await page.keyboard.press('F6')
  await pageDown(2, 1, left)

  await page.reload()
  await expect(toggle(page, 'Scroll together')).toHaveAttribute('aria-pressed', 'true')
  await expect(rows(page, 1).getByRole('row').nth(1)).toBeVisible()
  await rows(page, 1).focus()
  await pageDown(1, 2, right)
  await runCommand(page, 'Stop scrolling together')
  await expect(toggle(page, 'Scroll together')).toHaveAttribute('aria-pressed', 'false')
})

test('a strip with more tabs than have room: scrolled, faded at its edges, and all of it in a menu', async ({
  page,
  autoClose,
  host,
}) => {
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  const strip = page.getByRole('tablist', { name: 'Open places' })
  const tabs = strip.getByRole('tab')
  const front = strip.getByRole('tab', { selected: true })
  const links = shell.grid('Transactions').rows.getByRole('link')
  for (let n = 1; n < 20; n += 1) {
    await links.nth(n).click({ button: 'middle' })
    await expect(tabs).toHaveCount(n + 1)
  }
  await expect(front).toBeInViewport()
  await front.focus()
  await page.keyboard.press('End')
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true')
  await expect(tabs.last()).toBeInViewport({ ratio: 0.9 })
  await expect(tabs.first()).not.toBeInViewport()
  await expectNoViolation(page)

  await page.getByRole('button', { name: 'All tabs' }).focus()
  await page.keyboard.press('ArrowDown')
  const items = page.getByRole('menu').getByRole('menuitemradio')
  await expect(items).toHaveCount(20)
  await expect(items.last()).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Home')
  await expect(items.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  await expect(tabs.first()).toBeInViewport({ ratio: 0.9 })
  await expect(tabs.last()).not.toBeInViewport()

  await tabs.nth(2).hover()
  await page.mouse.wheel(0, 10_000)
  await expect(tabs.last()).toBeInViewport()
  // A new tab is brought into view where it stands.
  await page.keyboard.press(`${host === 'loopback' ? 'Alt' : 'ControlOrMeta'}+t`)
  await expect(tabs).toHaveCount(21)
  await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(tabs.nth(1)).toBeInViewport({ ratio: 0.9 })
})
