/** The keys of the Pro form: finds a request's key, validates it, and counts the credits that its headers report. */
import type { IncomingHttpHeaders } from 'node:http'
import { isSameSecret } from '#platform/same-secret.ts'

export interface ApiKeys {
  /** The account of a key, as a name that does not reveal it; null for a wrong key. */
  account(key: string): string | null
  /** False if any key is accepted. */
  readonly areOurs: boolean
  /** Subtracts the credits of a request, and returns the remaining ones. */
  spend(account: string, credits: number): number
}

/** Far more than any client uses: clients read the header, but nothing is refused. */
const CREDITS = 1_000_000_000

/** The minimal length for a service that others reach: unlimited attempts would find a short key. */
export const MIN_KEY_LENGTH = 16

/** Without keys of its own the Pro form accepts any key: such a service is on loopback, with nothing to protect. */
export function createApiKeys(keys: readonly string[]): ApiKeys {
  const left = new Map<string, number>()
  return {
    areOurs: keys.length > 0,
    account(key) {
      if (keys.length === 0) return 'anyone'
      const at = keys.findIndex((known) => isSameSecret(known, key))
      return at < 0 ? null : `key ${String(at + 1)}`
    },
    spend(account, cost) {
      const remaining = Math.max(0, (left.get(account) ?? CREDITS) - cost)
      left.set(account, remaining)
      return remaining
    },
  }
}

/** The key of a request: `Authorization: Bearer`, `x-api-key`, or `apikey` in the query; null if there is none. */
export function readApiKey(headers: IncomingHttpHeaders, query: ReadonlyMap<string, string>): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const header = headers['x-api-key']
  const key = bearer ?? (typeof header === 'string' ? header : undefined) ?? query.get('apikey')
  return key === undefined || key === '' ? null : key
}
