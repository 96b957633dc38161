/** What only a host can do, done when the core calls for it. Each input is checked where it is used. */
import { dialog, shell } from 'electron'
import type { CoreLinkOptions } from '#host/core-link.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { openExternal } from '../security/navigation.ts'
import type { KeyringVault } from '../system/keyring-vault.ts'
import type { Notifications } from '../system/notifications.ts'

export function createHostCalls(deps: {
  readonly vault: KeyringVault | undefined
  readonly notifications: Pick<Notifications, 'show'>
  readonly dataDir: string
}): CoreLinkOptions['onHostCall'] {
  return async (name, input) => {
    switch (name) {
      case 'open-link':
        return typeof input === 'string' && openExternal(input)
      case 'open-folder':
        // Only our own: a path from elsewhere could name a program.
        return (await shell.openPath(deps.dataDir)) === ''
      case 'choose-folder': {
        const { canceled, filePaths } = await dialog.showOpenDialog({
          ...(input === 'export'
            ? { title: $gettext('Where to save the file'), properties: ['openDirectory', 'createDirectory'] }
            : {
                title: $gettext('A data folder of Chainglass'),
                properties: ['openDirectory', 'dontAddToRecent', 'showHiddenFiles'],
              }),
        })
        return canceled ? null : (filePaths[0] ?? null)
      }
      case 'offer-file':
        throw new Error('A window saves its files itself.')
      case 'notify':
        return deps.notifications.show(input)
      case 'vault.get':
        return requireVault(deps.vault).get(input)
      case 'vault.set':
        return requireVault(deps.vault).set(input)
      case 'vault.remove':
        return requireVault(deps.vault).remove(input)
    }
  }
}

function requireVault(vault: KeyringVault | undefined): KeyringVault {
  if (!vault) throw new Error('This system has no keyring.')
  return vault
}
