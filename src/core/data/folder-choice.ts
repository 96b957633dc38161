/** The folder that the person has chosen last: where there is a dialog, a page can't name another one. */
import type { AppInfo } from '#shared/rpc/contract/app.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'

export interface FolderChoice {
  /** Asks the person; null where they called it off. Rejects with `not_found` where there is no dialog. */
  choose(): Promise<string | null>
  /** Throws `invalid_input` where it was not chosen, but has to be. */
  check(folder: string): void
}

/** `showDialog`: the system's dialog; gives null where it was called off. */
export function createFolderChoice(host: AppInfo['host'], showDialog: () => Promise<unknown>): FolderChoice {
  const hasDialog = host === 'electron'
  let chosen: string | null = null
  return {
    async choose() {
      if (!hasDialog) throw new ChainglassFailure({ code: 'not_found', reason: 'no_folder_dialog' })
      const folder = await showDialog()
      chosen = typeof folder === 'string' ? folder : null
      return chosen
    },
    check(folder) {
      if (hasDialog && folder !== chosen)
        throw new ChainglassFailure({ code: 'invalid_input', field: 'folder', reason: 'folder_not_chosen' })
    },
  }
}
