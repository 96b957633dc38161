/** A list on the screen, as a person and a screen reader know it. */
import { expect, type Locator, type Page } from '@playwright/test'

export class Grid {
  readonly root: Locator
  readonly rows: Locator
  /** The last line of a list that is whole. */
  readonly end: Locator

  private readonly page: Page

  constructor(page: Page, name?: string) {
    this.page = page
    this.root = name === undefined ? page.getByRole('grid') : page.getByRole('grid', { name })
    this.rows = this.root.locator('[role=row][aria-rowindex]:not([aria-rowindex="1"])')
    this.end = this.page.getByText(/that is all/i)
  }

  /** Data rows, by what the grid tells assistive technology; the head row is not counted. */
  async rowCount(): Promise<number> {
    return Number(await this.root.getAttribute('aria-rowcount')) - 1
  }

  /** Scrolls like a person with a wheel, until the list says it is whole. */
  async scrollToEnd(): Promise<void> {
    await expect(this.rows.first()).toBeVisible()
    await this.root.hover()
    await expect(async () => {
      await this.page.mouse.wheel(0, 12_000)
      await expect(this.end).toBeVisible({ timeout: 100 })
    }).toPass({ timeout: 45_000, intervals: [20] })
  }
}
