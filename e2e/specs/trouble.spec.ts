/** Everything a source, or the way to it, is known to do wrong: said in words, beside what is loaded, with the way on. */
import { cutByLength, endless, html, json, reset, silent, text } from '#core/testing/behaviours.ts'
import { LISTS } from '../../src/shared/lists/list-table.ts'
import { expect, placeUrl, test } from '../app.ts'
import { ADDRESS_LISTS, Frame } from '../pages/frame.ts'
import { late, pathOf, type WirePage } from '../troubled-instance.ts'
import { landmark } from '../service.ts'

const TRANSACTIONS = /^\/api\/v2\/addresses\/0x[0-9a-fA-F]+\/transactions/
const SECOND_PAGE = /^\/api\/v2\/addresses\/0x[0-9a-fA-F]+\/transactions\?.*block_number=/

const REFUSALS = [
  {
    what: '400 with a message',
    answer: json({ message: 'Invalid parameter(s)' }, 400),
    says: /can’t be asked.*Invalid parameter/i,
  },
  {
    what: '401 without a key',
    answer: json({ error: 'Unauthorized' }, 401),
    says: /asks for a key.*Add one of your own/i,
    way: 'Add a key',
  },
  {
    what: '402 that wants a key or a payment',
    answer: json({ error: 'Proceed with API key or make a X402 payment to continue' }, 402),
    says: /asks for a key/i,
    way: 'Add a key',
  },
  {
    what: '402 out of credits',
    answer: json({ error: 'Out of credits' }, 402),
    says: /credits of this key are used up/i,
    way: 'Add a key',
  },
  {
    what: '403 of the instance',
    answer: json({ message: 'Restricted access' }, 403),
    says: /does not allow this.*Restricted access/i,
    way: 'Sources',
  },
  {
    what: '403 with a page of HTML on the way',
    answer: html(403, '<!doctype html><title>Attention required</title><h1>Blocked</h1>'),
    says: /The way to 127\.0\.0\.1:\d+ is blocked/,
    way: 'Sources',
  },
  {
    what: '404',
    answer: json({ message: 'Not found' }, 404),
    says: /Not known here/,
  },
  {
    what: '404 as a bare string',
    answer: json('Page not found', 404),
    says: /Not known here.*Page not found/,
  },
  {
    what: '410',
    answer: json({ message: 'Gone' }, 410),
    says: /does not offer this any more.*Pro/,
  },
  {
    what: '422 that names the parameter',
    answer: json(
      {
        errors: [{ title: 'Invalid value', source: { pointer: '/sort' }, detail: 'Unexpected field: sort' }],
      },
      422,
    ),
    says: /Sort is not right.*Unexpected field: sort/,
  },
  {
    what: '500 as a bare string, again and again',
    answer: json('Internal server error', 500),
    says: /is in trouble \(500\).*Internal server error/,
  },
  {
    what: '501',
    answer: json({ message: 'Service is disabled' }, 501),
    says: /is in trouble \(501\).*Service is disabled/,
  },
  {
    what: 'HTML instead of data',
    answer: html(),
    says: /answered with a web page, not with data/,
    way: 'Sources',
  },
  { what: 'an empty answer', answer: text(''), says: /answered with nothing/ },
  {
    what: 'an answer cut in the middle',
    answer: cutByLength(JSON.stringify({ items: [], next_page_params: null })),
    says: /was cut off/,
  },
  {
    what: 'data that is no list',
    answer: json({ jsonrpc: '2.0', result: '0x1' }),
    says: /data that is no list/,
  },
  { what: 'a connection broken off', answer: reset, says: /can’t be reached/ },
  {
    what: 'a redirect to another host',
    answer: text('', 302, { location: 'https://example.org/' }),
    says: /sends requests elsewhere/,
  },
] as const

for (const { what, answer, says, ...refusal } of REFUSALS) {
  test(`${what}: said in place of the list, and read on Retry`, async ({ page, app, troubled }) => {
    const frame = new Frame(page)
    troubled.meet(TRANSACTIONS, answer)
    await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
    await expect(frame.alert).toContainText(says)
    await expect(frame.grid().rows).toHaveCount(0)
    await expect(frame.title).toBeVisible()
    if ('way' in refusal) await expect(frame.alert.getByRole('link', { name: refusal.way })).toBeVisible()
    await frame.expectNoOverflow()

    troubled.recover()
    await frame.alert.getByRole('button', { name: /Retry|Try now/ }).click()
    await expect(frame.grid().row(0)).toBeVisible()
    await expect(frame.alert).toHaveCount(0)
  })
}

test('an error in the middle keeps what is loaded, and Retry goes on from there', async ({
  page,
  app,
  troubled,
}) => {
  const frame = new Frame(page)
  const grid = frame.grid('Transactions')
  troubled.meet(SECOND_PAGE, json({ message: 'Restricted access' }, 403))
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await expect(frame.alert).toContainText('does not allow this')
  await expect(grid.row(0)).toBeVisible()
  const loaded = await grid.rowCount()
  expect(loaded).toBeGreaterThan(40)
  await expect(grid.root.getByText('50 rows so far')).toBeAttached()

  troubled.recover()
  await frame.button('Retry').click()
  await expect(frame.alert).toHaveCount(0)
  await expect.poll(() => grid.rowCount()).toBeGreaterThan(loaded)
  await expect(grid.row(0)).toBeVisible()
})

test('429: says when it goes on, counts down, and goes on by itself', async ({ page, app, troubled }) => {
  const frame = new Frame(page)
  const grid = frame.grid('Transactions')
  troubled.meet(
    SECOND_PAGE,
    json({ message: 'Too many requests' }, 429, { 'retry-after': '6' }),
    troubled.passOn(),
  )
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await expect(frame.alert).toContainText(/Too many requests to 127\.0\.0\.1:\d+\./)
  await expect(frame.alert).toContainText(/Going on by itself in [56] s\./)
  await expect(frame.alert).toContainText(/in 3 s\./)
  await expect(grid.row(0)).toBeVisible()
  const refused = troubled.requests.filter((seen) => SECOND_PAGE.test(pathOf(seen))).length

  await expect(frame.alert).toHaveCount(0)
  await expect.poll(() => grid.rowCount()).toBeGreaterThan(60)
  expect(refused, 'nothing is asked while it waits').toBe(1)
})

test('a cursor that repeats ends the list, and says so', async ({ page, app, troubled }) => {
  const frame = new Frame(page)
  let first: WirePage['next_page_params'] = null
  troubled.meet(
    TRANSACTIONS,
    troubled.passOn((answer) => {
      first ??= answer.next_page_params
      answer.next_page_params = first
    }),
  )
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await expect(page.getByText('The source sends the same place in the list again')).toBeVisible()
  const grid = frame.grid('Transactions')
  await grid.scrollToEnd()
  expect(await grid.wholeCount()).toBe(100)
})

test('offline: said, what is loaded stays, and it goes on by itself when it is back', async ({
  page,
  app,
  troubled,
}) => {
  const frame = new Frame(page)
  const grid = frame.grid('Transactions')
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await expect.poll(() => grid.rowCount()).toBeGreaterThan(80)
  await troubled.goOffline()
  await grid.root.hover()
  await page.mouse.wheel(0, 3_000)
  await expect(frame.alert).toContainText(/127\.0\.0\.1:\d+ can’t be reached\./)
  await expect(frame.alert).toContainText(/Going on by itself/)
  await expect(frame.alert).toContainText('What is loaded stays.')
  const loaded = await grid.rowCount()
  expect(loaded).toBeGreaterThan(80)

  await troubled.comeBack()
  await expect(frame.alert).toHaveCount(0)
  await expect.poll(() => grid.rowCount()).toBeGreaterThan(loaded)
})

test('one unreadable row among fifty: the others are shown, and it with its reason and its JSON', async ({
  page,
  app,
  troubled,
}) => {
  const frame = new Frame(page)
  const grid = frame.grid('Withdrawals')
  troubled.meet(
    /\/withdrawals$/,
    troubled.passOn((answer) => {
      answer.items[3] = { ...answer.items[3], index: { not: 'a number' }, note: 'broken here' }
    }),
  )
  const { address } = landmark(troubled, 'Validator')
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${address}?tab=withdrawals`))
  await expect(grid.row(3)).toContainText(/This row could not be read: index /)
  await expect(grid.row(2).getByRole('gridcell')).toHaveCount((await grid.columnNames()).length)
  await expect(page.getByText('This row could not be read')).toHaveCount(1)
  await page.setViewportSize({ width: 420, height: 700 })
  await expect(grid.row(3).getByRole('button', { name: 'Copy report' })).toBeInViewport({ ratio: 1 })
  await grid.row(3).getByRole('button', { name: 'Raw JSON' }).click()
  await expect(frame.drawer).toContainText('"note": "broken here"')
})

test('an empty address says so in a sentence, in each of its lists', async ({ page, app, sample }) => {
  const { address } = landmark(sample, 'Nobody')
  await page.goto(placeUrl(app, `/s/${sample.source}/address/${address}`))
  const frame = new Frame(page)
  for (const { title, empty } of ADDRESS_LISTS.map((list) => LISTS[list])) {
    await frame.tab(title).click()
    await expect(page.getByText(empty)).toBeVisible()
    await expect(frame.grid().rows).toHaveCount(0)
    await expect(frame.alert).toHaveCount(0)
  }
})

for (const [kind, place, says] of [
  ['address', '/address/0x1234', 'This is not an address'],
  ['transaction', '/tx/0x1234', 'This is not a transaction'],
  ['token', '/token/0x1234', 'This is not a token'],
  ['NFT', `/token/0x${'1'.repeat(40)}/instance/abc`, 'This is not an NFT'],
  ['page', '/there/is/none', 'There is no such page'],
] as const) {
  test(`a wrong ${kind} is told at once; nothing is asked`, async ({ page, app, troubled }) => {
    const frame = new Frame(page)
    const before = troubled.requests.length
    await page.goto(placeUrl(app, `/s/${troubled.source}${place}`))
    await expect(frame.title).toHaveText(says)
    await frame.expectNoOverflow()
    expect(troubled.requests.slice(before)).toEqual([])
  })
}

test('a transaction the source does not know', async ({ page, app, troubled }) => {
  const frame = new Frame(page)
  const hash = `0x${'ab'.repeat(32)}`
  await page.goto(placeUrl(app, `/s/${troubled.source}/tx/${hash}`))
  await expect(frame.title).toHaveText('This transaction is not known here')
  await expect(frame.alert).toContainText(hash)
  await expect(frame.button('Try again')).toBeVisible()
})

test('a page of 10 MB is read and painted, and scrolls', async ({ page, app, troubled }) => {
  const grid = new Frame(page).grid('Transactions')
  troubled.meet(
    /\/transactions$/,
    troubled.passOn((answer) => {
      for (const item of answer.items) item.raw_input = `0x${'ab'.repeat(100_000)}`
    }),
    troubled.passOn(),
  )
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  await grid.scrollTo(34 * 30)
  await expect.poll(() => grid.rowCount()).toBeGreaterThan(60)
})

test('a page above what is read at all is refused in words', async ({ page, app, troubled }) => {
  const frame = new Frame(page)
  troubled.meet(/\/transactions$/, endless)
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await expect(frame.alert).toContainText('is too large to read')
})

test('a source that never answers: the frame is there at once, and leaving cancels the question', async ({
  page,
  app,
  troubled,
}) => {
  const frame = new Frame(page)
  troubled.meet(TRANSACTIONS, silent)
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await expect(frame.tab('Withdrawals')).toBeVisible()
  await expect(frame.grid('Transactions').root).toHaveAttribute('aria-busy', 'true')
  await troubled.until((requests) => requests.some((seen) => TRANSACTIONS.test(pathOf(seen))))

  await frame.tab('Withdrawals').click()
  await troubled.until((requests) =>
    requests.filter((seen) => TRANSACTIONS.test(pathOf(seen))).every((seen) => seen.hungUp),
  )
  await expect(frame.grid('Withdrawals').root).toHaveAttribute('aria-busy', 'false')
  await expect(frame.alert).toHaveCount(0)
})

test('a slow answer of a list that was left does not appear in the next one', async ({
  page,
  app,
  troubled,
}) => {
  const frame = new Frame(page)
  const { address } = landmark(troubled, 'Whale')
  troubled.meet(TRANSACTIONS, late(600, troubled.passOn()), troubled.passOn())
  await page.goto(placeUrl(app, `/s/${troubled.source}/address/${troubled.busiest}`))
  await troubled.until((requests) => requests.some((seen) => TRANSACTIONS.test(pathOf(seen))))
  await frame.omnibox.fill(address)
  await frame.omnibox.press('Enter')
  await expect(page).toHaveURL(new RegExp(address, 'i'))
  const grid = frame.grid('Transactions')
  await expect(grid.row(0)).toBeVisible()
  const parties = await grid.rows.evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll<HTMLElement>('[data-address]')].map((cell) => cell.dataset.address),
    ),
  )
  for (const party of parties) expect(party).toContain(address.toLowerCase())
})
