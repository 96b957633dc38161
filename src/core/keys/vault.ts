import type { ChainglassFailure } from '#shared/errors/failure.ts'
import { createStorageError } from '#platform/sqlite/storage-error.ts'

/** `keyring`: stored by the system between two runs. `session`: in memory, lost when the process ends. */
export type Kept = 'keyring' | 'session'

/** Storage for secrets. A host with access to a keyring provides one; the session vault is for other hosts. */
export interface Vault {
  /** Where the next secret would be stored. The system may prompt a person first. */
  kind(): Promise<Kept>
  /** Where the secret of this id is stored, as far as it was read or set. */
  keptIn(id: string): Kept
  get(id: string): Promise<string | undefined>
  set(id: string, secret: string): Promise<void>
  remove(id: string): Promise<void>
}

/** The error for a secret that could not be stored. From a host's vault, only the message arrives here. */
export const toVaultFailure = (error: unknown): ChainglassFailure =>
  createStorageError(
    error instanceof Error && /\b(ENOSPC|EDQUOT)\b/.test(error.message) ? 'full' : 'unreachable',
    'keyring',
  )

export function createSessionVault(): Vault {
  const secrets = new Map<string, string>()
  return {
    kind: () => Promise.resolve('session'),
    keptIn: () => 'session',
    get: (id) => Promise.resolve(secrets.get(id)),
    set(id, secret) {
      secrets.set(id, secret)
      return Promise.resolve()
    },
    remove(id) {
      secrets.delete(id)
      return Promise.resolve()
    },
  }
}
