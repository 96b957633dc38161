/**
 * The host's vault, used through host calls: the system's keyring, or the host's memory if the keyring is not open.
 */
import * as z from 'zod/mini'
import type { Vault } from './vault.ts'

type CallHostVault = (
  name: 'vault.kind' | 'vault.get' | 'vault.set' | 'vault.remove',
  input: unknown,
) => Promise<unknown>

const kept = z.enum(['keyring', 'session'])
const found = z.nullable(z.object({ secret: z.string(), kept }))

export function hostVault(callHost: CallHostVault): Vault {
  const inSession = new Set<string>()
  const note = (id: string, where: z.infer<typeof kept>) => {
    if (where === 'session') inSession.add(id)
    else inSession.delete(id)
  }
  return {
    kind: async () => kept.parse(await callHost('vault.kind', {})),
    keptIn: (id) => (inSession.has(id) ? 'session' : 'keyring'),
    async get(id) {
      const entry = found.parse(await callHost('vault.get', { id }))
      if (entry) note(id, entry.kept)
      return entry?.secret
    },
    async set(id, secret) {
      note(id, kept.parse(await callHost('vault.set', { id, secret })))
    },
    async remove(id) {
      await callHost('vault.remove', { id })
    },
  }
}
