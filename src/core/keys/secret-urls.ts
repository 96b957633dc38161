/**
 * URLs that contain a secret, by the id of their source. They are only in the vault; the store has scheme and host.
 */
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { toVaultFailure, type Vault } from './vault.ts'

export interface SecretUrls {
  /** Undefined until it was read or set. */
  known(id: string): string | undefined
  /** Undefined if the vault has none, or is locked. */
  read(id: string): Promise<string | undefined>
  /**
   * Stores a URL, which is known at once. Throws `storage` if the vault fails; the URL is then known until the
   * program ends.
   */
  keep(id: string, url: string): Promise<void>
  remove(id: string): Promise<void>
  /** Every secret of a URL that is known now or was before. */
  secrets(): Iterable<string>
}

export function createSecretUrls(vault: Vault): SecretUrls {
  const urls = new Map<string, string>()
  /** Never removed while the process runs: a line about an old URL may still be on its way to the log. */
  const secrets = new Set<string>()

  function add(id: string, url: string) {
    urls.set(id, url)
    for (const secret of [url, ...splitSecretUrl(url).secrets]) secrets.add(secret)
  }

  return {
    known: (id) => urls.get(id),
    async read(id) {
      const url = urls.get(id) ?? (await vault.get(vaultId(id)).catch(() => undefined))
      if (url !== undefined) add(id, url)
      return url
    },
    async keep(id, url) {
      add(id, url)
      try {
        await vault.set(vaultId(id), url)
      } catch (error) {
        throw toVaultFailure(error)
      }
    },
    async remove(id) {
      urls.delete(id)
      await vault.remove(vaultId(id)).catch(() => undefined)
    },
    secrets: () => secrets,
  }
}

/** Differs from every key's vault id, which consists of an id and an origin. */
const vaultId = (id: string) => `${id} url`
