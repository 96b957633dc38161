/** A list on the screen, as a person and a screen reader know it. */
import { expect, type Locator, type Page } from '@playwright/test'

export class Grid {
  readonly root: Locator
  readonly rows: Locator
  /** Names of the columns; one without a visible name gives its spoken one. */
  readonly heads: Locator
  /** The last line of a list that is whole. */
  readonly end: Locator

  private readonly page: Page

  constructor(page: Page, name?: string) {
    this.page = page
    this.root = name === undefined ? page.getByRole('grid') : page.getByRole('grid', { name, exact: true })
    this.rows = this.root.locator('[role=row][data-index]')
    this.heads = this.root.getByRole('columnheader')
    this.end = this.root.getByText(/that is all/i)
  }

  /** Rows that were read so far: drawn or not, folded away or not. */
  async rowCount(): Promise<number> {
    return Number(await this.root.getAttribute('data-loaded'))
  }

  /** Rows of a whole list that are not folded away, as a screen reader is told. */
  async shownCount(): Promise<number> {
    await expect(this.root).not.toHaveAttribute('aria-rowcount', '-1')
    return Number(await this.root.getAttribute('aria-rowcount')) - 1
  }

  /** How many rows a whole list has, folded ones too, as its last line says. */
  async wholeCount(): Promise<number> {
    const [, count = ''] = /([\d,]+) rows?\b/.exec((await this.end.textContent()) ?? '') ?? []
    return Number(count.replaceAll(',', ''))
  }

  /** The row at this place of the list, from 0, if it is drawn. */
  row(index: number): Locator {
    return this.root.locator(`[role=row][data-index="${String(index)}"]`)
  }

  /** A cell by the name of its column. */
  async cell(index: number, column: string): Promise<Locator> {
    return this.row(index)
      .getByRole('gridcell')
      .nth(await this.columnOf(column))
  }

  async columnOf(name: string): Promise<number> {
    const names = await this.columnNames()
    expect(names, `a column ${name}`).toContain(name)
    return names.indexOf(name)
  }

  columnNames(): Promise<string[]> {
    return this.heads.evaluateAll((heads) =>
      heads.map((head) => head.getAttribute('aria-label') ?? head.textContent.trim()),
    )
  }

  /** Scrolls like a person with a wheel, until the list says it is whole. */
  async scrollToEnd(): Promise<void> {
    await expect(this.rows.first()).toBeVisible()
    await this.root.hover()
    // The last line is in the document as soon as the list is whole: it counts when it is in sight.
    await expect(async () => {
      await this.page.mouse.wheel(0, 12_000)
      await expect(this.end).toBeInViewport({ timeout: 100 })
    }).toPass({ timeout: 45_000, intervals: [10] })
  }

  /** Scrolls to a place of what is loaded, px of rows; the row there is then drawn. */
  async scrollTo(top: number): Promise<void> {
    await this.root.evaluate((grid, to) => {
      grid.scrollTop = to
    }, top)
    await expect(this.row(Math.ceil(top / 34))).toBeVisible()
  }

  scrollTop(): Promise<number> {
    return this.root.evaluate((grid) => grid.scrollTop)
  }
}
