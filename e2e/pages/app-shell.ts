/** Page object of what surrounds every view: the search, the source switcher, tabs, alerts, the drawer, the status bar. */
import { expect, type Locator, type Page } from '@playwright/test'
import { listsOf } from '../../src/shared/lists/list-table.ts'
import { copiedText, writeClipboard } from '../electron-app.ts'
import { Grid } from './grid.ts'

/** The lists of an address, in the order of its tabs. */
export const ADDRESS_LISTS = listsOf('address')

export class AppShell {
  /** Opens the palette, whose field is `omnibox`. */
  readonly searchButton: Locator
  readonly omnibox: Locator
  readonly results: Locator
  readonly switcher: Locator
  readonly alert: Locator
  readonly status: Locator
  readonly drawer: Locator
  readonly title: Locator

  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.searchButton = page.getByRole('button', { name: 'Search or paste' })
    this.omnibox = page.getByRole('combobox', { name: 'Search' })
    this.results = page.getByRole('listbox', { name: 'Results' }).getByRole('option')
    this.switcher = page.getByRole('button', { name: /^Source: / })
    this.alert = page.getByRole('alert')
    this.status = page.getByRole('contentinfo', { name: 'Status' })
    this.drawer = page.getByRole('complementary')
    this.title = page.getByRole('heading', { level: 1 })
  }

  /** Opens the palette by its button, with this text. */
  async search(text: string): Promise<void> {
    await this.searchButton.click()
    await this.omnibox.fill(text)
  }

  /** Runs a command of the palette. What has commands of its own may be loaded a moment after the first rows. */
  async run(command: string): Promise<void> {
    await this.search(command)
    await this.page.getByRole('option', { name: command }).first().click()
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}\\b`) })
  }

  grid(name?: string): Grid {
    return new Grid(this.page, name)
  }

  /** The menu of how a list is shown. */
  get viewButton(): Locator {
    return this.page.getByRole('toolbar').getByRole('button', { name: /^View/ })
  }

  /** Chooses an item of that menu, by its words; of a menu within it, by both. */
  async view(...items: (string | RegExp)[]): Promise<void> {
    await this.viewButton.click()
    for (const item of items)
      await this.page.getByRole('menu').last().getByText(item, { exact: true }).click()
  }

  /** Choices of a list that have no room in its toolbar. */
  async moreFilters(): Promise<void> {
    await this.page.getByRole('toolbar').getByRole('button', { name: 'More filters' }).click()
  }

  /** How much of a list is here, in its toolbar: a click on it shows what the rest takes. */
  get here(): Locator {
    return this.page.getByRole('toolbar').locator('.here').getByRole('button').first()
  }

  /** The rows of a column of a chain's overview. */
  latest(name: 'Blocks' | 'Transactions' | 'Transfers'): Locator {
    return this.page.getByRole('region', { name, exact: true }).getByRole('listitem')
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  /** The text that `copy` puts on the clipboard, which it does a moment later. Needs `permissions: CLIPBOARD`. */
  async copiedBy(copy: () => Promise<void>): Promise<string> {
    await writeClipboard(this.page, NOT_COPIED)
    await copy()
    let text = NOT_COPIED
    await expect.poll(async () => (text = await copiedText(this.page)), 'the clipboard').not.toBe(NOT_COPIED)
    return text
  }

  /** The page itself must not scroll: what is too wide or too long scrolls within its own part. */
  async expectNoOverflow(): Promise<void> {
    const overflow = () =>
      this.page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement
        return { wide: scrollWidth - clientWidth, high: scrollHeight - clientHeight }
      })
    await expect
      .poll(overflow, 'px by which the page is larger than the window')
      .toEqual({ wide: 0, high: 0 })
  }
}

/** Put on the clipboard before a spec copies, so that another spec's text is not taken for its own. */
const NOT_COPIED = 'nothing was copied yet'

export const CLIPBOARD = ['clipboard-read', 'clipboard-write']
