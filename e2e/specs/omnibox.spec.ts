/** The search field: addresses, hashes, links of any explorer, recent items, commands. */
import { expect, appUrl, test, type SharedApp } from '../app.ts'
import { AddAnything } from '../pages/add-anything.ts'
import { AppShell } from '../pages/app-shell.ts'
import { json } from '#platform/testing/behaviours.ts'
import { suggestedAddress } from '../service.ts'

const HASH = `0x${'5c'.repeat(32)}`

test('an address: shown with its checksum, opened on the current source', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await page.keyboard.press('/')
  await expect(shell.omnibox).toBeFocused()
  await shell.omnibox.fill(sample.busiest.toLowerCase())
  await expect(shell.results.first()).toContainText(sample.busiest)
  await expect(shell.results.first()).toHaveAttribute('aria-selected', 'true')
  await shell.omnibox.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/s/${sample.source}/address/${sample.busiest}$`))
  await expect(shell.title).toHaveText('harbour.sample.eth')
})

test('a wrong checksum shows a warning, and can be opened all the same', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  const letter = /[a-f]/.exec(sample.busiest.slice(2))![0]
  const wrong = sample.busiest.replace(letter, letter.toUpperCase())
  await shell.search(wrong)
  await expect(page.getByText('Address with a wrong checksum')).toBeVisible()
  await shell.omnibox.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/address/${sample.busiest}$`, 'i'))
})

for (const [what, typed, opens] of [
  ['a transaction hash', HASH, `/tx/${HASH}`],
  ['a hash without 0x, with blanks around', `  ${HASH.slice(2)} `, `/tx/${HASH}`],
] as const) {
  test(`${what} opens on the current source`, async ({ page, app, sample }) => {
    const shell = new AppShell(page)
    await page.goto(appUrl(app, `/s/${sample.source}`))
    await shell.search(typed)
    await shell.omnibox.press('Enter')
    await expect(page).toHaveURL(`${app.origin}/s/${sample.source}${opens}`)
  })
}

test('two addresses that are pasted open each in a tab, the first in front, or as one', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const whale = suggestedAddress(sample, 'Whale').address
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await shell.search(`${sample.busiest}, ${whale}`)
  await expect(shell.results.first()).toContainText('Read 2 addresses as one')
  await shell.results.filter({ hasText: 'each in a tab' }).click()
  await expect(shell.title).toHaveText('harbour.sample.eth')
  const tabs = page.getByRole('tablist', { name: 'Open places' }).getByRole('tab')
  await expect(tabs).toHaveText([/./, /harbour/, /./])
  await tabs.last().click()
  await expect(page).toHaveURL(new RegExp(`/address/${whale}$`, 'i'))
  await shell.search(`${sample.busiest} ${whale}`)
  await shell.omnibox.press('Enter')
  await expect(page).toHaveURL(/\/addresses\/0x/)
  await expect(shell.title).toContainText('2 addresses')
})

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const APES = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'

test.describe('links of explorers open on the chain they name', () => {
  // Our own service is the only source of each chain, so that no test makes a request to the internet.
  test.beforeEach(async ({ app }) => {
    await hideBuiltIn(app, true)
  })
  test.afterEach(async ({ app }) => {
    await hideBuiltIn(app, false)
  })

  for (const [what, chainId, typed, opens] of [
    ['a transaction of Etherscan', '1', `https://etherscan.io/tx/${HASH}`, `/tx/${HASH}`],
    ['a token of Etherscan', '1', `etherscan.io/token/${USDC}`, `/token/${USDC}`],
    [
      'an address of a Blockscout, with its tab',
      '8453',
      `https://base.blockscout.com/address/${VITALIK}?tab=tokens`,
      `/address/${VITALIK}?tab=tokens`,
    ],
    [
      'an NFT of OpenSea',
      '1',
      `https://opensea.io/assets/ethereum/${APES}/8520`,
      `/token/${APES}/instance/8520`,
    ],
    ['an address with a chain’s short name', '10', `oeth:${VITALIK}`, `/address/${VITALIK}`],
  ] as const) {
    test(what, async ({ page, app, sample, faulty }) => {
      const shell = new AppShell(page)
      await app.core.call('sources.edit', { id: faulty.source, changes: { chainId } })
      await page.goto(appUrl(app, `/s/${sample.source}`))
      await shell.search(typed)
      await expect(shell.results.first()).toBeVisible()
      await shell.omnibox.press('Enter')
      await expect(page).toHaveURL(`${app.origin}/s/${faulty.source}${opens}`)
    })
  }
})

async function hideBuiltIn(app: SharedApp, hidden: boolean) {
  const { sources } = await app.core.read('sources.changed', {})
  for (const { id, builtIn, kind } of sources)
    if (builtIn && kind !== 'sample') await app.core.call('sources.hide', { id, hidden })
}

test('a link to a chain without a source offers to add one', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await shell.search('https://explorer.example.org/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
  await expect(page.getByText(/^No source reads explorer\.example\.org yet$/)).toBeVisible()
  await shell.omnibox.press('Enter')
  await expect(new AddAnything(page).field).toHaveValue('explorer.example.org')
})

test('the URL of an instance or a node is offered as a source, by its host alone', async ({
  page,
  app,
  sample,
  faulty,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  const { host } = new URL(faulty.url)
  await shell.search(`http://person:secret@${host}/v2/key`)
  await expect(shell.results).toHaveText(`Add ${host} as a source`)
  await shell.omnibox.press('Enter')
  const adding = new AddAnything(page)
  await expect(adding.field).toHaveValue(`http://person:secret@${host}/v2/key`)
  await adding.field.press('Escape')
  await shell.search(host)
  await expect(shell.results).toHaveText([/Switch to /, `Add ${host} as a source`])
})

test('unknown input: it says what could be typed', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await shell.searchButton.click()
  for (const typed of ['0x1234', 'zzzzzz', '<i>zzzzzz</i>']) {
    await shell.omnibox.fill(typed)
    await expect(shell.results).toHaveCount(0)
    await expect(
      page
        .getByRole('dialog', { name: 'Search' })
        .getByText(/address|digits/i)
        .first(),
    ).toBeVisible()
  }
  await shell.omnibox.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Results' })).toHaveCount(0)
})

test('recent items come first, newest on top; commands are found by their title', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  for (const [nth, name] of ['Whale', 'Validator'].entries()) {
    await page.goto(appUrl(app, `/s/${sample.source}/address/${suggestedAddress(sample, name).address}`))
    await expect(shell.title).toHaveText(/^\p{L}/u)
    await expect(page.getByRole('region', { name: 'Recent' }).getByRole('link')).toHaveCount(nth + 1)
  }
  await page.keyboard.press('Control+k')
  await expect(shell.results.nth(1)).toContainText('leviathan.sample.eth')
  await shell.omnibox.press('ArrowDown')
  await expect(shell.results.nth(1)).toHaveAttribute('aria-selected', 'true')
  await shell.omnibox.press('Enter')
  await expect(shell.title).toHaveText('leviathan.sample.eth')

  await page.keyboard.press('Control+k')
  await shell.omnibox.fill('dark')
  await expect(page.getByRole('option', { selected: true })).toContainText(/dark/i)
  await shell.omnibox.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // Until it is closed, what is typed goes into its field.
  await expect(shell.omnibox).toHaveCount(0)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toContainText('Show Transactions')
  await expect(help).toContainText('Open the row')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
})

test.describe('names', () => {
  test('a token of the chain is found by its symbol, and Enter opens it', async ({ page, app, sample }) => {
    const shell = new AppShell(page)
    await page.goto(appUrl(app, `/s/${sample.source}`))
    await page.keyboard.press('/')
    await shell.omnibox.fill('relic')
    await expect(page.getByRole('group', { name: /^On / })).toBeVisible()
    await expect(page.getByRole('option', { selected: true })).toContainText('Relics')
    await shell.omnibox.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/s/${sample.source}/token/0x`))
    await expect(shell.title).toContainText('Relics')
  })

  test('all results stand in a list, which leads on', async ({ page, app, sample }) => {
    const shell = new AppShell(page)
    await page.goto(appUrl(app, `/s/${sample.source}`))
    await shell.search('harbour')
    await page.getByRole('option', { name: /^All results on/ }).click()
    await expect(shell.tab('Search results')).toHaveAttribute('aria-selected', 'true')
    await expect(shell.grid().row(0)).toContainText('harbour.sample.eth')
    await expect(page.getByRole('gridcell', { name: /^label$/ })).toBeVisible()
  })

  test('a name made to look like another is marked, and not opened by Enter alone', async ({
    page,
    app,
    sample,
  }) => {
    const shell = new AppShell(page)
    await page.goto(appUrl(app, `/s/${sample.source}`))
    await shell.search('S\u0430mple D\u043ellar')
    await expect(
      page.getByRole('option', { name: /S.mple D.llar.*(scam|mixed letters)/ }).first(),
    ).toBeVisible()
  })

  test('an instance that can’t be searched says so once, is not asked again, and works', async ({
    page,
    app,
    faulty,
  }) => {
    const shell = new AppShell(page)
    const searches = () => faulty.requests.filter(({ path }) => path.includes('/search/')).length
    faulty.respond(/\/search\//, json({ message: 'Service is disabled' }, 501))
    await page.goto(appUrl(app, `/s/${faulty.source}`))
    await shell.search('relic')
    await expect(page.getByText(/can’t be searched by name/).first()).toBeVisible()
    await shell.omnibox.fill('dollar')
    await expect(page.getByText(/can’t be searched by name/).first()).toBeVisible()
    expect(searches()).toBe(1)
    // The answer is no fault of the source: the status line does not call it one.
    await expect(shell.status).not.toContainText('501')
    await shell.omnibox.fill(faulty.busiest)
    await shell.omnibox.press('Enter')
    await expect(shell.title).toHaveText('harbour.sample.eth')
  })

  test('what is typed goes to the source in front and to no other', async ({ page, app, sample, faulty }) => {
    const shell = new AppShell(page)
    await page.goto(appUrl(app, `/s/${sample.source}`))
    await shell.search('relic')
    await expect(page.getByRole('group', { name: /^On / })).toBeVisible()
    expect(faulty.requests.filter(({ path }) => path.includes('search'))).toEqual([])
  })
})

test('Enter while an input method composes takes what that offers, and opens nothing', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await page.keyboard.press('/')
  await shell.omnibox.fill(sample.busiest)
  await expect(shell.results.first()).toContainText(sample.busiest)
  const isHeard = await shell.omnibox.evaluate((field) => {
    const enter = new KeyboardEvent('keydown', {
      key: 'Enter',
      isComposing: true,
      bubbles: true,
      cancelable: true,
    })
    return !field.dispatchEvent(enter)
  })
  expect(isHeard).toBe(false)
  await expect(shell.results.first()).toBeVisible()
  await shell.omnibox.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/address/${sample.busiest}$`))
})
