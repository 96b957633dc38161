import { page, userEvent, type Locator } from 'vitest/browser'

/** Opens the menu of how a list is shown and chooses one of its items, by its words. */
export async function chooseView(item: string | RegExp, within?: Locator): Promise<void> {
  await userEvent.click((within ?? page).getByRole('button', { name: /^View/ }))
  await userEvent.click((within ?? page).getByRole('menu').getByText(item, { exact: true }))
}
