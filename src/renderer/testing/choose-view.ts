import { page, userEvent, type Locator } from 'vitest/browser'

/** Opens the view menu of a list and chooses an item by its text. */
export async function chooseView(item: string | RegExp, within?: Locator): Promise<void> {
  await userEvent.click((within ?? page).getByRole('button', { name: /^View/ }))
  await userEvent.click((within ?? page).getByRole('menu').getByText(item, { exact: true }))
}
