/** Every known failure of a source or of the network: what is said, what stays loaded, and what to do next. */
import type { Behaviour } from '#platform/testing/hostile-server.ts'
import { cutByLength, endless, html, json, reset, silent, text } from '#platform/testing/behaviours.ts'
import { LIST_WORDS } from '../../src/renderer/lists/columns/list-words.ts'
import { listEndpoint } from '../../src/shared/lists/list-table.ts'
import { expect, appUrl, test } from '../app.ts'
import { ADDRESS_LISTS, AppShell } from '../pages/app-shell.ts'
import { holdBack, pathOf, type WirePage } from '../faulty-instance.ts'
import { suggestedAddress } from '../service.ts'

const TRANSACTIONS = /^\/api\/v2\/addresses\/0x[0-9a-fA-F]+\/transactions/
const SECOND_PAGE = /^\/api\/v2\/addresses\/0x[0-9a-fA-F]+\/transactions\?.*block_number=/

const REFUSALS = [
  {
    what: '400 with a message',
    response: json({ message: 'Invalid parameter(s)' }, 400),
    says: /request is not possible.*Invalid parameter/i,
  },
  {
    what: '401 without a key',
    response: json({ error: 'Unauthorized' }, 401),
    says: /asks for a key.*It says: “Unauthorized”/i,
    link: 'Add a key',
  },
  {
    what: '402 that wants a key or a payment',
    response: json({ error: 'Proceed with API key or make a X402 payment to continue' }, 402),
    says: /asks for a key/i,
    link: 'Add a key',
  },
  {
    what: '402 out of credits',
    response: json({ error: 'Out of credits' }, 402),
    says: /has no free credits left/i,
    link: 'Add a key',
  },
  {
    what: '403 of the instance',
    response: json({ message: 'Restricted access' }, 403),
    says: /does not allow this.*Restricted access/i,
    link: 'Sources',
  },
  {
    what: '403 with a page of HTML on the way',
    response: html(403, '<!doctype html><title>Attention required</title><h1>Blocked</h1>'),
    says: /Access to 127\.0\.0\.1:\d+ is blocked/,
    link: 'Sources',
  },
  {
    what: '404',
    response: json({ message: 'Not found' }, 404),
    says: /does not have this list/,
    link: 'Sources',
  },
  {
    what: '404 as a bare string',
    response: json('Page not found', 404),
    says: /does not have this list.*Page not found/,
    link: 'Sources',
  },
  {
    what: '410',
    response: json({ message: 'Gone' }, 410),
    says: /no longer offers this.*Pro/,
    link: 'Add a key',
  },
  {
    what: '422 that names the parameter',
    response: json(
      {
        errors: [{ title: 'Invalid value', source: { pointer: '/sort' }, detail: 'Unexpected field: sort' }],
      },
      422,
    ),
    says: /Sort is not valid.*Unexpected field: sort/,
  },
  {
    what: '500 as a bare string, again and again',
    response: json('Internal server error', 500),
    says: /reports an error \(500\).*Internal server error/,
  },
  {
    what: '501',
    response: json({ message: 'Service is disabled' }, 501),
    says: /does not offer this.*Service is disabled/,
  },
  {
    what: 'HTML instead of data',
    response: html(),
    says: /returned a web page instead of data/,
    link: 'Sources',
  },
  { what: 'an empty response', response: text(''), says: /returned an empty response/ },
  {
    what: 'a response cut in the middle',
    response: cutByLength(JSON.stringify({ items: [], next_page_params: null })),
    says: /was cut off/,
  },
  {
    what: 'data that is no list',
    response: json({ jsonrpc: '2.0', result: '0x1' }),
    says: /data that is not a list/,
  },
  { what: 'a connection broken off', response: reset, says: /can’t be reached/ },
  {
    what: 'a redirect to another host',
    response: text('', 302, { location: 'https://example.org/' }),
    says: /redirects to another host, example\.org/,
  },
] as const

for (const { what, response, says, ...refusal } of REFUSALS) {
  test(`${what}: shown in place of the list, which Retry loads`, async ({ page, app, faulty }) => {
    const shell = new AppShell(page)
    faulty.respond(TRANSACTIONS, response)
    await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
    await expect(shell.alert).toContainText(says)
    await expect(shell.grid().rows).toHaveCount(0)
    await expect(shell.title).toBeVisible()
    if ('link' in refusal) await expect(shell.alert.getByRole('link', { name: refusal.link })).toBeVisible()
    await shell.expectNoOverflow()

    faulty.recover()
    const retry = shell.alert.getByRole('button', { name: /Retry|Try now/ })
    // A list whose source can't be reached retries by itself too, on a slow machine before the button is reached.
    await expect(async () => {
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(shell.grid().row(0)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(shell.alert).toHaveCount(0)
  })
}

test('an instance that asks for a key where it did not before says so, and takes one there', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  faulty.respond(/./, json({ message: 'Proceed with API key' }, 402))
  await shell.tab('Internal').click()
  await expect(shell.alert).toContainText(/now asks for a key.*answered without one before/)
  await shell.alert.getByRole('link', { name: 'Add a key' }).click()
  const key = page.getByRole('form', { name: /^Key for/ })
  await expect(key.getByLabel(/^Key of/)).toBeFocused()

  faulty.recover()
  await page.keyboard.type('a-key-for-this-test')
  await page.keyboard.press('Enter')
  await key.getByRole('button', { name: 'Back to where you were' }).click()
  await expect(page).toHaveURL(/tab=internal/)
  await expect(shell.grid('Internal').row(0)).toBeVisible()
})

test('an error in the middle of a list keeps what is loaded, and Retry continues from there', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  faulty.respond(SECOND_PAGE, json({ message: 'Restricted access' }, 403))
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(shell.alert).toContainText('does not allow this')
  await expect(grid.row(0)).toBeVisible()
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(40)
  const loaded = await grid.loadedCount()
  await expect(grid.root.getByText('50 rows loaded')).toBeAttached()

  faulty.recover()
  await shell.button('Retry').click()
  await expect(shell.alert).toHaveCount(0)
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(loaded)
  await expect(grid.row(0)).toBeVisible()
})

/** Runs in the page: keeps what alerts say, in order. */
function noteAlerts() {
  const said: string[] = []
  Object.assign(globalThis, { said })
  new MutationObserver(() => {
    const text = document.querySelector('[role=alert]')?.textContent
    if (text && text !== said.at(-1)) said.push(text)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

test('429: counts down, and continues by itself', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  const refuse = json({ message: 'Too many requests' }, 429, { 'retry-after': '6' })
  const askedAt: number[] = []
  const noting =
    (behaviour: Behaviour): Behaviour =>
    (response, seen) => {
      askedAt.push(performance.now())
      return behaviour(response, seen)
    }
  faulty.respond(SECOND_PAGE, noting(refuse), noting(faulty.passThrough()))
  await page.addInitScript(noteAlerts)
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(60)
  await expect(shell.alert).toHaveCount(0)

  // Noted in the page: on a slow machine the countdown is over before it is looked at from outside.
  const said = (await page.evaluate(() => (globalThis as unknown as { said: string[] }).said)).filter(
    (text) => /Too many requests to 127\.0\.0\.1:\d+\./.test(text),
  )
  const seconds = said.map((text) => Number(/Retrying in (\d+) s\./.exec(text)?.[1] ?? 0))
  expect(Math.max(...seconds)).toBeLessThanOrEqual(6)
  expect(new Set(seconds).size, 'it counts').toBeGreaterThan(1)
  expect(seconds, 'it counts down').toEqual(seconds.toSorted((a, b) => b - a))
  expect(askedAt[1]! - askedAt[0]!, 'nothing is requested during the countdown').toBeGreaterThanOrEqual(5_900)
})

test('a cursor that repeats stops the list, and Retry continues from there', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  let first: WirePage['next_page_params'] = null
  faulty.respond(
    TRANSACTIONS,
    faulty.passThrough((page) => {
      first ??= page.next_page_params
      page.next_page_params = first
    }),
  )
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(shell.alert).toContainText('sends the same page again and again')
  const grid = shell.grid('Transactions')
  const loaded = await grid.loadedCount()
  expect(loaded).toBeLessThanOrEqual(100)
  faulty.recover()
  await shell.button('Retry').click()
  await expect(shell.alert).toHaveCount(0)
  await grid.scrollToEnd()
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(loaded)
})

test('offline: what is loaded stays, and the list continues by itself when the source is back', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Transactions')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(80)
  await faulty.goOffline()
  await grid.root.hover()
  // To the end: how many pages were loaded ahead depends on the machine.
  await page.mouse.wheel(0, 12_000)
  await expect(shell.alert).toContainText(/127\.0\.0\.1:\d+ can’t be reached\./)
  await expect(shell.alert).toContainText(/Retrying/)
  await expect(shell.alert).toContainText('Loaded rows are kept.')
  const loaded = await grid.loadedCount()
  expect(loaded).toBeGreaterThan(80)

  await faulty.goOnline()
  await expect(shell.alert).toHaveCount(0)
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(loaded)
})

test('one unreadable row among fifty: the others are shown, and this one with its reason and its JSON', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  const grid = shell.grid('Withdrawals')
  faulty.respond(
    /\/withdrawals$/,
    faulty.passThrough((page) => {
      page.items[3] = { ...page.items[3], index: { not: 'a number' }, note: 'broken here' }
    }),
  )
  const { address } = suggestedAddress(faulty, 'Validator')
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${address}?tab=withdrawals`))
  await expect(grid.row(3)).toContainText(/This row could not be read: index /)
  await expect(grid.row(2).getByRole('gridcell')).toHaveCount((await grid.columnNames()).length)
  await expect(page.getByText('This row could not be read')).toHaveCount(1)
  await page.setViewportSize({ width: 420, height: 700 })
  await expect(grid.row(3).getByRole('button', { name: 'Copy report' })).toBeInViewport({ ratio: 1 })
  await grid.row(3).getByRole('button', { name: 'Raw JSON' }).click()
  await expect(shell.drawer).toContainText('"note": "broken here"')
})

test('an empty address: each list says so', async ({ page, app, sample }) => {
  const { address } = suggestedAddress(sample, 'Nobody')
  await page.goto(appUrl(app, `/s/${sample.source}/address/${address}`))
  const shell = new AppShell(page)
  for (const list of ADDRESS_LISTS) {
    const { title, empty } = LIST_WORDS[list]
    // An address without code has the tab only where the URL names it.
    const { extension, slug } = listEndpoint(list)
    if (extension) await page.goto(appUrl(app, `/s/${sample.source}/address/${address}?tab=${slug}`))
    else await shell.tab(title).click()
    await expect(page.getByText(empty)).toBeVisible()
    await expect(shell.grid().rows).toHaveCount(0)
    await expect(shell.alert).toHaveCount(0)
  }
})

for (const [kind, path, says] of [
  ['address', '/address/0x1234', 'This is not an address'],
  ['transaction', '/tx/0x1234', 'This is not a transaction'],
  ['token', '/token/0x1234', 'This is not a token'],
  ['NFT', `/token/0x${'1'.repeat(40)}/instance/abc`, 'This is not an NFT'],
  ['page', '/there/is/none', 'There is no such page'],
] as const) {
  test(`a wrong ${kind} is recognised at once; nothing is requested`, async ({ page, app, faulty }) => {
    const shell = new AppShell(page)
    const before = faulty.requests.length
    await page.goto(appUrl(app, `/s/${faulty.source}${path}`))
    await expect(shell.title).toHaveText(says)
    await shell.expectNoOverflow()
    expect(faulty.requests.slice(before)).toEqual([])
  })
}

test('a transaction the source does not know', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  const hash = `0x${'ab'.repeat(32)}`
  await page.goto(appUrl(app, `/s/${faulty.source}/tx/${hash}`))
  await expect(shell.title).toHaveText('This transaction is not known here')
  await expect(shell.alert).toContainText(hash)
  await expect(shell.button('Try again')).toBeVisible()
})

test('a page of 10 MB is read, shown and scrolled', async ({ page, app, faulty }) => {
  const grid = new AppShell(page).grid('Transactions')
  faulty.respond(
    /\/transactions$/,
    faulty.passThrough((page) => {
      for (const item of page.items) item.raw_input = `0x${'ab'.repeat(100_000)}`
    }),
    faulty.passThrough(),
  )
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(grid.row(0)).toBeVisible()
  await grid.scrollTo(34 * 30)
  await expect.poll(() => grid.loadedCount()).toBeGreaterThan(60)
})

test('a page above the size limit is refused', async ({ page, app, faulty }) => {
  const shell = new AppShell(page)
  faulty.respond(/\/transactions$/, endless)
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(shell.alert).toContainText('is too large')
})

test('a source that never responds: the page is shown at once, and leaving it cancels the request', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  faulty.respond(TRANSACTIONS, silent)
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await expect(shell.tab('Withdrawals')).toBeVisible()
  await expect(shell.grid('Transactions').root).toHaveAttribute('aria-busy', 'true')
  await faulty.until((requests) => requests.some((seen) => TRANSACTIONS.test(pathOf(seen))))

  await shell.tab('Withdrawals').click()
  await faulty.until((requests) =>
    requests.filter((seen) => TRANSACTIONS.test(pathOf(seen))).every((seen) => seen.hungUp),
  )
  await expect(shell.grid('Withdrawals').root).toHaveAttribute('aria-busy', 'false')
  await expect(shell.alert).toHaveCount(0)
})

test('a late response to a list that was left does not appear in the next one', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  // With both sides of each row, one of which is the address whose list it is.
  await app.core.call('settings.change', { columns: { 'address-transactions': { hidden: [] } } })
  const { address } = suggestedAddress(faulty, 'Whale')
  const late = holdBack(faulty.passThrough())
  faulty.respond(TRANSACTIONS, late.behaviour, faulty.passThrough())
  await page.goto(appUrl(app, `/s/${faulty.source}/address/${faulty.busiest}`))
  await faulty.until((requests) => requests.some((seen) => TRANSACTIONS.test(pathOf(seen))))
  await shell.search(address)
  await shell.omnibox.press('Enter')
  await expect(page).toHaveURL(new RegExp(address, 'i'))
  const grid = shell.grid('Transactions')
  await expect(grid.row(0)).toBeVisible()
  late.release()
  await late.sent
  const parties = await grid.rows.evaluateAll((rows) =>
    rows.map((row) =>
      [...row.querySelectorAll<HTMLElement>('[data-address]')].map((cell) => cell.dataset.address),
    ),
  )
  for (const party of parties) expect(party).toContain(address.toLowerCase())
})
