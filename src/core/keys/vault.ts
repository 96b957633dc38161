/** Where keys lie. A host gives the one it has; the session's is for a host that has none. */
export interface Vault {
  /** `keyring`: kept by the system between two runs. `session`: in memory, gone with the process. */
  readonly kind: 'keyring' | 'session'
  get(id: string): Promise<string | undefined>
  set(id: string, secret: string): Promise<void>
  remove(id: string): Promise<void>
}

export function createSessionVault(): Vault {
  const secrets = new Map<string, string>()
  return {
    kind: 'session',
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
