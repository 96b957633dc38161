/** The main journeys by keyboard, as a screen reader has them: what it finds on each page, and what it is told. */
import type { Locator, Page } from '@playwright/test'
import { expect, appUrl, startApp, test } from '../app.ts'
import { AddAnything } from '../pages/add-anything.ts'
import { AppShell } from '../pages/app-shell.ts'
import { suggestedAddress, sourceIdOf, startService } from '../service.ts'

/** The sentence of the page's region that tells which page came. */
const told = (page: Page) => page.locator('.app > p[role=status]')

/** Moves the focus on, key by key, to an element that can be reached so. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  const isThere = () => to.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await page.keyboard.press('Tab')
  await expect(to).toBeFocused()
}

test('home, search, address, tabs, transaction, state changes, and back', async ({ page, app, sample }) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}`))
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Sample chain" [level=1]
    - button "Suggested addresses"
    - button "Address, transaction, name or explorer link"
    - tablist "Latest on this chain":
      - tab "Overview" [selected]
      - tab "Blocks"
      - tab "Transactions"
      - tab "Transfers"
    - tabpanel "Overview":
      - group "Overview":
        - term: Head block
        - definition:
          - link /\\d+/
        - definition:
          - img /Gas used of the newest blocks/
        - region "Blocks":
          - heading "Blocks" [level=2]
          - 'link "All: Blocks"'
          - list "50 blocks":
            - listitem:
              - link /Block \\d+/
        - region "Transactions":
          - heading /Transactions/ [level=2]
          - list /\\d+ transactions/:
            - listitem:
              - link /Transaction 0x/
        - region "Transfers":
          - heading /Transfers/ [level=2]
          - list /\\d+ transfers/:
            - listitem:
              - link /Transaction 0x/
  `)

  await page.keyboard.press('/')
  await page.keyboard.type(sample.busiest)
  await expect(page.getByRole('dialog', { name: 'Search' })).toMatchAriaSnapshot(`
    - dialog "Search":
      - combobox "Search" [expanded]: "${sample.busiest}"
      - listbox "Results":
        - group "Address":
          - option "${sample.busiest} on Sample chain" [selected]
          - option "Open as a token on Sample chain"
      - status: /\\d+ results\\./
  `)

  await page.keyboard.press('Enter')
  await expect(told(page)).toHaveText('harbour.sample.eth')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "harbour.sample.eth" [level=1]
    - term: Balance
    - definition: /COIN/
    - button "Watch"
    - button "More actions"
    - term: address
    - definition:
      - button "Copy address"
    - term: Transactions
    - definition: 1,234
    - button /Details, \\d+ facts/
    - tablist "Lists of this address":
      - tab "Transactions 1,234" [selected]
      - tab "Transfers 847"
      - tab "Internal 50+"
      - tab "Tokens 22"
      - tab "NFTs"
    - tabpanel "Transactions 1,234":
      - region "Transactions":
        - 'toolbar "Transactions: filters and tools"':
          - group "Direction"
          - combobox "Filter"
          - button /\\d+ of 1,234 here/
          - button "Keep all"
          - button "View"
          - button "Export"
          - status: /Transactions. \\d+ rows loaded\\./
        - grid "Transactions":
          - rowgroup:
            - row "Status Transaction Method Block Age Direction With Value, COIN Fee, COIN"
  `)
  await expect(shell.grid('Transactions').root).toHaveAttribute('aria-rowcount', '1235')

  await page.keyboard.press('4')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - tablist "Lists of this address":
      - tab "Tokens 22" [selected]
    - tabpanel "Tokens 22":
      - region "Tokens":
        - 'toolbar "Tokens: filters and tools"':
          - button /All 22 here/
          - button "View, some rows are hidden"
          - status: "Tokens: all 22 rows loaded."
        - grid "Tokens"
  `)

  await page.keyboard.press('1')
  const row = shell.grid('Transactions').row(5)
  await expect(row).toBeVisible()
  for (let nth = 0; nth <= 5; nth += 1) await page.keyboard.press('j')
  await expect(row).toHaveClass(/active/)
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading [level=1]
    - tablist "Parts of this transaction":
      - tab /State changes \\d+/ [selected]
      - tab /^Transfers/
      - tab "Calls"
      - tab "Logs"
      - tab "Input"
      - tab "Raw"
    - tabpanel /State changes/:
      - 'toolbar "State changes: filters and tools"'
      - grid "State changes"
  `)

  await page.keyboard.press('[')
  await expect(told(page)).toHaveText('harbour.sample.eth')
  await expect(shell.grid('Transactions').root).toBeFocused()
  await expect(row).toHaveClass(/active/)
})

test('settings: choices are named and described, keys can be changed by keyboard', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  await expect(shell.title).toBeVisible()
  await page.keyboard.press(',')
  await expect(told(page)).toHaveText('Settings')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Settings" [level=1]
    - searchbox "Find a setting"
    - navigation "Groups of settings"
    - region "Display":
      - heading "Display" [level=2]
      - group "Theme":
        - paragraph: Light, dark, or the same as your system.
        - radio "System"
        - radio "Light" [checked]
        - radio "Dark"
      - group "Times"
      - group "Time zone"
      - group "Remote images"
      - group "Suspicious rows"
    - region "Keyboard":
      - group "Single-key shortcuts":
        - radio "On" [checked]
        - radio "Off"
      - region "Keys":
        - button "Change keys"
  `)
  await shell.button('Change keys').press('Enter')
  await shell.button('Watch this address: W').press('Enter')
  await page.keyboard.press('y')
  const keys = page.getByRole('region', { name: 'Keys' })
  await expect(keys).toMatchAriaSnapshot(`
    - region "Keys":
      - list:
        - listitem:
          - text: Watch this address
          - button "Reset Watch this address"
          - 'button "Watch this address: Y"'
      - button "Reset all keys"
      - status: "Watch this address: Y."
  `)
  await expect
    .poll(async () => (await app.core.read('settings.changed', {})).shortcuts)
    .toEqual({ watch: 'y' })

  await page.keyboard.press('[')
  await expect(shell.title).toHaveText('harbour.sample.eth')
  await page.keyboard.press('w')
  await page.keyboard.press('y')
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Watch an address":
      - banner:
        - heading "Watch an address" [level=2]
      - textbox "Label"
  `)
})

test('a source is added: what is asked, what it answers, and that it is in use', async ({
  page,
  app,
  faulty,
}) => {
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources?add=1'))
  const add = new AddAnything(page)
  await expect(add.dialog).toMatchAriaSnapshot(`
    - dialog "Add anything":
      - banner:
        - heading "Add anything" [level=2]
        - button "Close"
      - textbox "Add anything"
      - list:
        - listitem:
          - status: An explorer By its address, as in eth.blockscout.com, or by the name of its chain.
        - listitem:
          - status: "/A node of yours anvil, Hardhat, geth: where it listens/"
        - listitem:
          - status: "/Pro: one key, every chain By its key/"
      - textbox "Name"
      - button "Only add" [disabled]
  `)
  await expect(add.field).toBeFocused()
  await page.keyboard.type(faulty.url)
  await expect(add.says('explorer')).toContainText(
    /It answers in \d+ ms\..* This is already one of your sources\./,
  )
  await page.keyboard.press('Enter')
  await expect(shell.switcher).toHaveAccessibleName(new RegExp(new URL(faulty.url).host))
})

test.describe('in a window of 400 x 800', () => {
  test.use({ viewport: { width: 400, height: 800 } })

  // The menu of the tabs that have no space has the name of the open one.
  const inMenu: Readonly<Record<string, string>> = {
    internal: 'Internal',
    tokens: 'Tokens',
    blocks: 'Blocks',
  }
  for (const tab of ['transactions', 'transfers', 'internal', 'tokens', 'blocks'])
    test(`at least eight rows of ${tab} are seen`, async ({ page, app, sample }) => {
      const shell = new AppShell(page)
      await page.goto(
        appUrl(
          app,
          `/s/${sample.source}/address/${sample.suggestedAddresses[tab === 'blocks' ? 3 : 0]!.address}?tab=${tab}`,
        ),
      )
      await expect(shell.grid().row(7).getByRole('gridcell').first()).toBeInViewport({ ratio: 1 })
      const panel = page.getByRole('tabpanel')
      const name = inMenu[tab]
      await expect(
        name === undefined
          ? panel.getByRole('tab', { selected: true })
          : panel.getByRole('button', { name, exact: true }),
      ).toBeInViewport({ ratio: 1 })
      await shell.expectNoOverflow()
    })
})

test('at 200 % of zoom seven rows of two lines are seen once the page is scrolled to them', async ({
  page,
  app,
  sample,
}) => {
  await page.setViewportSize({ width: 720, height: 450 })
  const shell = new AppShell(page)
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  const grid = shell.grid()
  await expect(grid.row(1)).toBeVisible()
  await shell.title.hover()
  // The header becomes higher when what is loaded after the first rows comes: then it is scrolled a little further.
  await expect(async () => {
    await page.mouse.wheel(0, 1_000)
    for (const row of [0, 6])
      await expect(grid.row(row).getByRole('gridcell').first()).toBeInViewport({ ratio: 1, timeout: 500 })
  }).toPass()
  await shell.expectNoOverflow()
})

test('with text of twice the size nothing lies over something else, and rows are whole', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}`))
  const grid = shell.grid('Transactions')
  await expect(grid.row(3)).toBeVisible()
  // Each row is as high as its text needs, and stands below the one before.
  const readBoxes = () =>
    grid.rows.evaluateAll((rows) =>
      rows.slice(0, 4).map((row) => ({
        top: row.getBoundingClientRect().top,
        bottom: row.getBoundingClientRect().bottom,
        needed: Math.max(
          ...[...row.querySelectorAll('[role=gridcell] *')].map((one) => one.getBoundingClientRect().height),
        ),
      })),
    )
  await expect(async () => {
    const boxes = await readBoxes()
    for (const [at, { top, bottom, needed }] of boxes.entries()) {
      expect(bottom - top).toBeGreaterThanOrEqual(needed)
      if (at > 0) expect(top).toBeGreaterThanOrEqual(boxes[at - 1]!.bottom)
    }
    // Each half has a row of two lines, as there is half the room.
    expect(boxes[0]!.bottom - boxes[0]!.top).toBe(100)
  }).toPass()
  await shell.expectNoOverflow()
})

test('the welcome stays over reloads, wherever they are, until it is closed; the palette leads to its field', async ({
  page,
  autoClose,
}) => {
  const app = await autoClose(startApp())
  const welcome = page.getByRole('region', { name: 'Welcome' })
  await page.goto(app.url)
  await expect(welcome).toBeVisible()
  await page.goto(`${app.origin}/s/sample?tab=blocks`)
  await expect(welcome).toBeVisible()

  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('add a source')
  await page.getByRole('option', { name: 'Add anything', selected: true }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Add anything' })).toBeFocused()
  await page.keyboard.press('Escape')

  await welcome.getByRole('button', { name: 'Close welcome' }).click()
  await expect(welcome).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expect(welcome).toHaveCount(0)
})

test('a newcomer by keyboard alone: from the first start to a watched address on a source of their own', async ({
  page,
  autoClose,
}) => {
  const service = await autoClose(startService({ transactions: 200 }))
  const app = await autoClose(startApp())
  const shell = new AppShell(page)
  await page.goto(app.url)
  const welcome = page.getByRole('region', { name: 'Welcome' })
  await tabTo(page, welcome.getByRole('textbox', { name: 'Add anything' }))
  await page.keyboard.type(service.url)
  await page.keyboard.press('Enter')
  const add = new AddAnything(page)
  await expect(add.says('explorer')).toContainText(/It answers in \d+ ms/)
  await page.keyboard.press('Enter')
  await expect(shell.switcher).toHaveAccessibleName(new RegExp(new URL(service.url).host))
  await expect(welcome).toHaveCount(0)

  await page.keyboard.press('/')
  await expect(shell.omnibox).toBeFocused()
  const { address } = suggestedAddress(service, 'Whale')
  await page.keyboard.type(address)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/s/${sourceIdOf(service.url)}/address/${address}$`, 'i'))
  await expect(shell.grid('Transactions').row(0)).toBeVisible()
  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: 'Watch an address' })
  await expect(dialog.getByRole('textbox', { name: 'Label' })).toBeFocused()
  await page.keyboard.type('Our whale')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(shell.title).toHaveText('Our whale')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Our whale').first()).toBeVisible()
  // The element that was focused before has the focus again.
  await page.keyboard.press('j')
  await expect(shell.grid('Transactions').row(0)).toHaveClass(/active/)
})

test('an auditor by keyboard alone: from the failed transactions of an address to the cause of one', async ({
  page,
  app,
  sample,
}) => {
  const shell = new AppShell(page)
  await page.goto(
    appUrl(app, `/s/${sample.source}/address/${suggestedAddress(sample, 'Lending pool').address}`),
  )
  const grid = shell.grid('Transactions')
  await expect(grid.row(0)).toBeVisible()
  await page.keyboard.press('f')
  await page.keyboard.type('failed')
  await page.keyboard.press('Enter')
  await expect(grid.rows.filter({ hasNot: page.getByRole('img', { name: /^Failed/ }) })).toHaveCount(0)
  await grid.root.focus()
  await page.keyboard.press('Home')
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(shell.tab('Calls')).toHaveAttribute('aria-selected', 'true')
  const failure = page.getByRole('region', { name: 'Why it failed' })
  await tabTo(page, failure.getByRole('link', { name: 'Go to the call' }))
  await page.keyboard.press('Enter')
  const tree = page.getByRole('tree', { name: 'Calls' })
  await expect(tree).toBeFocused()
  await expect(tree.locator('[aria-selected=true]')).toContainText('failed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: 'Call details' })).toContainText('Failed')
  await page.keyboard.press('Escape')
  await expect(tree).toBeFocused()
})

test('a chain is switched in place by keyboard alone: address and tab stay, and the keys go on there', async ({
  page,
  app,
  sample,
  autoClose,
}) => {
  const other = await autoClose(startService({ transactions: 200 }))
  const shell = new AppShell(page)
  await page.goto(appUrl(app, '/sources?add=1'))
  await new AddAnything(page).use(other.url, { as: 'explorer', name: 'The other' })
  await page.goto(appUrl(app, `/s/${sample.source}/address/${sample.busiest}?tab=internal`))
  await expect(shell.grid('Internal').row(0)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('switch to the oth')
  await expect(page.getByRole('option', { name: 'Switch to The other', selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    `${app.origin}/s/${sourceIdOf(other.url)}/address/${sample.busiest}?tab=internal`,
  )
  await expect(shell.tab('Internal')).toHaveAttribute('aria-selected', 'true')
  await expect(shell.status).toContainText(new URL(other.url).host)
  await page.keyboard.press('1')
  const transactions = shell.grid('Transactions')
  await expect(transactions.row(0)).toBeVisible()
  await page.keyboard.press('j')
  await expect(transactions.row(0)).toHaveClass(/active/)
})
