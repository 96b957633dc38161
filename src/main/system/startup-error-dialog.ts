import { dialog } from 'electron'
import { $gettext } from '#shared/text/gettext.ts'

/** Shows why the core could not start, in a dialog of the system: without a core there is no window. */
export async function showStartupError(reason: string): Promise<void> {
  await dialog.showMessageBox({
    type: 'error',
    message: $gettext('Chainglass could not start'),
    detail: reason,
    buttons: [$gettext('Quit')],
  })
}
