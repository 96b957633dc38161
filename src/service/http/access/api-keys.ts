/** The keys of the Pro form: where a request holds one, whether it is known, and the credits it is said to have left. */
import type { IncomingHttpHeaders } from 'node:http'
import { isSameSecret } from '#platform/same-secret.ts'

export interface ApiKeys {
  /** Whose key this is, as a name that is not the key; null for a wrong one. */
  account(key: string): string | null
  /** False where any key is taken. */
  readonly areOurs: boolean
  /** Takes the credits of a request, and gives what is left. */
  spend(account: string, credits: number): number
}

/** Far more than a server of one machine can use: its clients read the header, and nothing is refused. */
const CREDITS = 1_000_000_000

/** Of a service that others reach: wrong keys can be tried without an end, and a short one would be found. */
export const MIN_KEY_LENGTH = 16

/** Without keys of its own the Pro form takes any key: such a service is on loopback, where there is nothing to protect. */
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

/** The key of a request: `Authorization: Bearer`, `x-api-key`, or `apikey` in the query; null where there is none. */
export function readApiKey(headers: IncomingHttpHeaders, query: ReadonlyMap<string, string>): string | null {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const header = headers['x-api-key']
  const key = bearer ?? (typeof header === 'string' ? header : undefined) ?? query.get('apikey')
  return key === undefined || key === '' ? null : key
}
