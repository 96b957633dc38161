/** What only a host can do, done when the core asks for it; each input is checked where it is used. */
import { dialog, shell } from 'electron'
import type { CoreLinkOptions } from '#host/core-link.ts'
import { openExternal } from '../security/navigation.ts'
import type { Notifications } from '../system/notifications.ts'
import type { HostVault } from '../system/keyring-vault.ts'

export function createHostCalls(deps: {
  readonly vault: HostVault | undefined
  readonly notifications: Pick<Notifications, 'show'>
  readonly dataDir: string
}): CoreLinkOptions['asked'] {
  return async (what, input) => {
    switch (what) {
      case 'open-link':
        return typeof input === 'string' && openExternal(input)
      case 'open-folder':
        // Only our own: a path from elsewhere could name a program.
        return (await shell.openPath(deps.dataDir)) === ''
      case 'choose-folder': {
        const { canceled, filePaths } = await dialog.showOpenDialog({
          title: 'A data folder of Chainglass',
          properties: ['openDirectory', 'dontAddToRecent', 'showHiddenFiles'],
        })
        return canceled ? null : (filePaths[0] ?? null)
      }
      case 'notify':
        return deps.notifications.show(input)
      case 'vault.get':
        return keyring(deps.vault).get(input)
      case 'vault.set':
        return keyring(deps.vault).set(input)
      case 'vault.remove':
        return keyring(deps.vault).remove(input)
    }
  }
}

function keyring(vault: HostVault | undefined): HostVault {
  if (!vault) throw new Error('This system has no keyring.')
  return vault
}
