/** Remembers the folder that the person chose last: if the host has a dialog, a page can't name another one. */
import type { AppInfo } from '#shared/rpc/contract/app.ts'
import { notFound, invalidInput } from '#shared/errors/failure.ts'

export interface FolderChoice {
  /** Asks the person; null if they cancelled. Rejects with `not_found` if the host has no dialog. */
  choose(): Promise<string | null>
  /** Throws `invalid_input` if the folder was not chosen in a dialog although the host has one. */
  check(folder: string): void
}

/** `showDialog` opens the system's dialog and returns null if the person cancelled. */
export function createFolderChoice(host: AppInfo['host'], showDialog: () => Promise<unknown>): FolderChoice {
  const hasDialog = host === 'electron'
  let chosen: string | null = null
  return {
    async choose() {
      if (!hasDialog) throw notFound('no_folder_dialog')
      const folder = await showDialog()
      chosen = typeof folder === 'string' ? folder : null
      return chosen
    },
    check(folder) {
      if (hasDialog && folder !== chosen) throw invalidInput('folder', 'folder_not_chosen')
    },
  }
}
