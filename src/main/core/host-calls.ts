/** Functions that only the host has, run when the core calls them. Each checks its input. */
import { app, dialog, shell } from 'electron'
import type { CoreLinkOptions } from '#host/core-link.ts'
import type { HostLimit } from '#shared/rpc/contract/app.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { openExternal } from '../security/navigation.ts'
import { isSandboxOff } from '../security/sandbox.ts'
import type { KeyringVault } from '../system/keyring-vault.ts'
import type { Notifications } from '../system/notifications.ts'

export function createHostCalls(deps: {
  readonly vault: KeyringVault
  readonly notifications: Pick<Notifications, 'show' | 'areShown'>
  readonly dataDir: string
}): CoreLinkOptions['onHostCall'] {
  return async (name, input) => {
    switch (name) {
      case 'open-link':
        return typeof input === 'string' && openExternal(input)
      case 'open-folder':
        // Only our own folder: another path could name a program.
        return (await shell.openPath(deps.dataDir)) === ''
      case 'choose-folder': {
        // Without a folder of ours, the dialog begins in the downloads.
        const { canceled, filePaths } = await dialog.showOpenDialog({
          ...(input === 'export'
            ? {
                title: $gettext('Where to save the file'),
                defaultPath: app.getPath('home'),
                properties: ['openDirectory', 'createDirectory'],
              }
            : {
                title: $gettext('A data folder of Chainglass'),
                defaultPath: app.getPath('appData'),
                properties: ['openDirectory', 'dontAddToRecent', 'showHiddenFiles'],
              }),
        })
        return canceled ? null : (filePaths[0] ?? null)
      }
      case 'offer-file':
        throw new Error('A window saves its files itself.')
      case 'limits':
        return [
          ...(isSandboxOff() ? (['no_sandbox'] as const) : []),
          ...(deps.notifications.areShown() ? [] : (['no_notifications'] as const)),
        ] satisfies readonly HostLimit[]
      case 'notify':
        return deps.notifications.show(input)
      case 'vault.kind':
        return deps.vault.kind()
      case 'vault.get':
        return deps.vault.get(input)
      case 'vault.set':
        return deps.vault.set(input)
      case 'vault.remove':
        return deps.vault.remove(input)
    }
  }
}
