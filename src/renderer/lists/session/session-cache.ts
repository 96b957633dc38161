import type { RpcClient } from '#shared/rpc/client.ts'
import { createListSession, type ListQuery, type ListSession } from './list-session.ts'

/** Lists read lately stay as they were left: at most so many, and so many rows together. */
const MAX_SESSIONS = 24
const MAX_ROWS = 250_000

const caches = new WeakMap<RpcClient, Map<string, ListSession>>()

/** The session of this list: the one that was left, or a new one. Same address in another case is the same list. */
export function sessionOf(core: RpcClient, query: ListQuery): ListSession {
  let cache = caches.get(core)
  if (!cache) caches.set(core, (cache = new Map()))
  const key = sessionKey(query)
  const session = cache.get(key) ?? createListSession(core, query)
  cache.delete(key)
  cache.set(key, session)
  forgetOldest(cache)
  return session
}

function forgetOldest(cache: Map<string, ListSession>): void {
  let rows = [...cache.values()].reduce((sum, session) => sum + session.rows.count, 0)
  for (const [key, session] of cache) {
    if (cache.size <= 1 || (cache.size <= MAX_SESSIONS && rows <= MAX_ROWS)) return
    rows -= session.rows.count
    cache.delete(key)
  }
}

const sessionKey = ({ source, list, params, filters }: ListQuery) =>
  JSON.stringify([
    source,
    list,
    sorted(params).map(([name, value]) => [name, value.toLowerCase()]),
    sorted(filters),
  ])

const sorted = <Value>(record: Readonly<Record<string, Value>>) =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
