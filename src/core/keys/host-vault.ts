/** The vault of the host: the system's keyring, through calls to the host. */
import type { Vault } from './vault.ts'

type CallHostVault = (name: 'vault.get' | 'vault.set' | 'vault.remove', input: unknown) => Promise<unknown>

export const hostVault = (callHost: CallHostVault): Vault => ({
  kind: 'keyring',
  async get(id) {
    const secret = await callHost('vault.get', { id })
    return typeof secret === 'string' ? secret : undefined
  },
  async set(id, secret) {
    await callHost('vault.set', { id, secret })
  },
  async remove(id) {
    await callHost('vault.remove', { id })
  },
})
