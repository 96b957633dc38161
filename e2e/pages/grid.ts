/** Page object of a list: its rows, columns and counts. */
import { expect, type Locator, type Page } from '@playwright/test'

export class Grid {
  readonly root: Locator
  readonly rows: Locator
  readonly headers: Locator
  /** The line below the last row of a complete list. */
  readonly end: Locator

  private readonly page: Page

  constructor(page: Page, name?: string) {
    this.page = page
    this.root = name === undefined ? page.getByRole('grid') : page.getByRole('grid', { name, exact: true })
    this.rows = this.root.locator('[role=row][data-index]')
    this.headers = this.root.getByRole('columnheader')
    this.end = this.root.getByText(
      /^(All [\d,]+ (loaded )?rows|1 row in all|(No match|[\d,]+ match(es)?) in (all|[\d,]+ kept)|[\d,]+ .+ kept)/,
    )
  }

  /** Rows loaded so far, including those that are not drawn and those that are folded. */
  async loadedCount(): Promise<number> {
    return Number(await this.root.getAttribute('data-loaded'))
  }

  /** Rows of a complete list without the folded ones, from `aria-rowcount`. */
  async shownCount(): Promise<number> {
    await expect(this.end).toBeAttached()
    return Number(await this.root.getAttribute('aria-rowcount')) - 1
  }

  /** Rows of a complete list with the folded ones, from its last line. */
  async totalCount(): Promise<number> {
    const [, count = ''] = /([\d,]+) rows?\b/.exec((await this.end.textContent()) ?? '') ?? []
    return Number(count.replaceAll(',', ''))
  }

  /** The row at this index, from 0. Only rows near the visible part are drawn. */
  row(index: number): Locator {
    return this.root.locator(`[role=row][data-index="${String(index)}"]`)
  }

  /** A cell by the name of its column. */
  async cell(index: number, column: string): Promise<Locator> {
    return this.row(index)
      .getByRole('gridcell')
      .nth(await this.columnOf(column))
  }

  /** Waits for the column. */
  async columnOf(name: string): Promise<number> {
    let names: string[] = []
    await expect.poll(async () => (names = await this.columnNames()), `a column ${name}`).toContain(name)
    return names.indexOf(name)
  }

  /** The visible names; of a column without one, its `aria-label`. */
  columnNames(): Promise<string[]> {
    return this.headers.evaluateAll((headers) =>
      headers.map((header) => header.getAttribute('aria-label') ?? header.textContent.trim()),
    )
  }

  /** Turns the mouse wheel until the line below the last row is visible. */
  async scrollToEnd(): Promise<void> {
    await expect(this.rows.first()).toBeVisible()
    await this.root.hover()
    // Not by `toBeInViewport`: whenever it does not hold, Playwright reads all of the page for its report.
    await expect
      .poll(
        async () => {
          await this.page.mouse.wheel(0, 12_000)
          return this.end.evaluateAll(([end]) => {
            const { top = Infinity } = end?.getBoundingClientRect() ?? {}
            return top < innerHeight
          })
        },
        { message: 'the end of the list, in the window', intervals: [10] },
      )
      .toBe(true)
    await expect(this.end).toBeInViewport()
  }

  /** Scrolls to an offset within the loaded rows, in px, and waits until the row there is drawn. */
  async scrollTo(top: number): Promise<void> {
    // Before there are rows, the list is as long as its placeholders, and then as the first ones that came.
    await expect(this.rows.first()).toBeVisible()
    const scroll = () =>
      this.root.evaluate((grid, to) => {
        grid.scrollTop = to
        return grid.scrollTop
      }, top)
    await expect.poll(scroll).toBe(top)
    await expect(this.row(Math.ceil(top / 34))).toBeVisible()
  }

  scrollTop(): Promise<number> {
    return this.root.evaluate((grid) => grid.scrollTop)
  }
}
