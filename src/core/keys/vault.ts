import type { ChainglassFailure } from '#shared/errors/failure.ts'
import { createStorageError } from '#platform/sqlite/storage-error.ts'

/** `keyring`: kept by the system between two runs. `session`: in memory, gone with the process. */
export type Kept = 'keyring' | 'session'

/** Storage for secrets. A host that may have a keyring gives one; the session vault is for a host that has none. */
export interface Vault {
  /** Where a secret that is set now is kept. The system may ask a person first. */
  kind(): Promise<Kept>
  /** Where the secret of this id is, as far as it was read or set. */
  keptIn(id: string): Kept
  get(id: string): Promise<string | undefined>
  set(id: string, secret: string): Promise<void>
  remove(id: string): Promise<void>
}

/** Why a secret was not kept. Of what a host's vault throws only the message comes here. */
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
