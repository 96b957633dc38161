/** Page object of the dialog that adds anything: its field, and the line of each thing that a text may be. */
import type { Locator, Page } from '@playwright/test'

const LINES = ['explorer', 'node', 'pro'] as const
type Kind = (typeof LINES)[number]

export class AddAnything {
  readonly dialog: Locator
  readonly field: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Add anything' })
    this.field = this.dialog.getByRole('textbox', { name: 'Add anything' })
  }

  /** The line about the text as an explorer, as a node, or as Pro. */
  says(what: Kind): Locator {
    return this.line(what).getByRole('status')
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** Once it has found that the text is this, it is added and gone to. */
  async use(text: string, { as, name }: { readonly as: Kind; readonly name?: string }): Promise<void> {
    await this.field.fill(text)
    const button = this.line(as).getByRole('button', { name: 'Use now' })
    await button.waitFor()
    if (name !== undefined) await this.dialog.getByLabel('Name').fill(name)
    await button.click()
    await this.dialog.waitFor({ state: 'detached' })
  }

  private line(what: Kind): Locator {
    return this.dialog.getByRole('listitem').nth(LINES.indexOf(what))
  }
}
