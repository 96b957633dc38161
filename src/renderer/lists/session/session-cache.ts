import { defineStore } from 'pinia'
import { markRaw } from 'vue'
import type { RpcClient } from '#shared/rpc/client.ts'
import { queryKey, type ListQuery } from './list-query.ts'
import { ListSession } from './list-session.ts'

/** Lists read lately stay as they were left: at most so many, and so many rows together. */
const MAX_SESSIONS = 24
const MAX_ROWS = 250_000

/** The LRU cache of the lists of this window, and what else one list passes on to the next. */
export const useSessionCache = defineStore('list-sessions', () => {
  const sessions = new Map<string, ListSession>()

  /** The session of this list: the one that was left, or a new one. The same address in another case is the same list. */
  function open(core: RpcClient, query: ListQuery): ListSession {
    const key = queryKey(query)
    const session = sessions.get(key) ?? new ListSession(core, query)
    sessions.delete(key)
    sessions.set(key, session)
    dropOldest(sessions)
    return session
  }

  /** The lists of a source that are kept, the one opened last first. */
  const ofSource = (source: string): readonly ListSession[] =>
    [...sessions.values()].filter(({ query }) => query.source === source).reverse()

  /** Size of the last grid, px: the next one mostly has the same. */
  const gridSize = markRaw({ height: 600, width: 0 })

  /** The list that was shown last had the focus in its rows: the next one gets it. */
  const focus = markRaw({ inRows: false })

  return { open, ofSource, gridSize, focus }
})

/** Those on screen stay. The rows of a session grow while it is in the cache, so they are counted anew each time. */
function dropOldest(sessions: Map<string, ListSession>): void {
  let rows = [...sessions.values()].reduce((sum, session) => sum + session.rows.count, 0)
  for (const [key, session] of sessions) {
    if (sessions.size <= 1 || (sessions.size <= MAX_SESSIONS && rows <= MAX_ROWS)) return
    if (session.isShown) continue
    rows -= session.rows.count
    sessions.delete(key)
  }
}
