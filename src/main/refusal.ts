import { dialog } from 'electron'
import type { ChainglassError } from '#shared/errors.ts'

/** The core could not start: says why, in the only way there is without a window. */
export async function showRefusal(error: ChainglassError): Promise<void> {
  await dialog.showMessageBox({
    type: 'error',
    message: 'Chainglass could not start',
    detail: 'detail' in error && error.detail ? error.detail : error.code,
    buttons: ['Quit'],
  })
}
