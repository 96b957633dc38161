/** The host's keyring, asked over the port that carries what only a host can do. */
import type { Vault } from './vault.ts'

export type AskVault = (what: 'vault.get' | 'vault.set' | 'vault.remove', input: unknown) => Promise<unknown>

export const hostVault = (ask: AskVault): Vault => ({
  kind: 'keyring',
  async get(id) {
    const secret = await ask('vault.get', { id })
    return typeof secret === 'string' ? secret : undefined
  },
  async set(id, secret) {
    await ask('vault.set', { id, secret })
  },
  async remove(id) {
    await ask('vault.remove', { id })
  },
})
