import { dialog } from 'electron'

/** The core could not start: says why, in the only way there is without it. */
export async function showStartupError(why: string): Promise<void> {
  await dialog.showMessageBox({
    type: 'error',
    message: 'Chainglass could not start',
    detail: why,
    buttons: ['Quit'],
  })
}
