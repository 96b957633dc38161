/** The maximal time by which a request can overtake others, so that none waits long because of it. */
const MAX_AHEAD_MS = 60
/** The factor by which the longest time of a kind decreases with each faster request. */
const DECAY = 0.95

/** More requests than are answered while a client waits. */
const MAX_WAITING = 1_000

interface Waiting {
  readonly due: number
  readonly isGone: () => boolean
  /** Called with whether it is the request's turn; false if nobody waits for it. */
  readonly resolve: (isTurn: boolean) => void
}

export interface RequestQueue {
  /** Whether the maximal number of requests is waiting: another one must be refused. */
  readonly isFull: boolean
  /**
   * Resolves when a request of this kind may begin, with a function to call at its end; or with null if `isGone` says
   * that nobody waits for it. There are few kinds: each has its typical response time.
   */
  begin(kind: string, isGone?: () => boolean): Promise<(() => void) | null>
}

/**
 * Starts requests one at a time, each in its own turn of the event loop: other work, such as a node's response, waits
 * for one request only and not for all that arrived together. Requests are ordered by when they can be answered: slow
 * kinds, which need the node, start earlier, so that the node works while others wait.
 */
export function createRequestQueue(now: () => number = () => performance.now()): RequestQueue {
  /** Sorted: the last one is the next to begin. */
  const waiting: Waiting[] = []
  const longest = new Map<string, number>()
  let isBusy = false
  const next = () => {
    let first = waiting.pop()
    for (; first?.isGone(); first = waiting.pop()) first.resolve(false)
    isBusy = first !== undefined
    if (first === undefined) return
    setImmediate(next)
    first.resolve(true)
  }
  const add = (added: Waiting) => {
    let at = 0
    while (at < waiting.length && (waiting[at]?.due ?? 0) > added.due) at += 1
    waiting.splice(at, 0, added)
  }
  return {
    get isFull() {
      return waiting.length >= MAX_WAITING
    },
    async begin(kind, isGone = () => false) {
      const turn = Promise.withResolvers<boolean>()
      add({ due: now() - Math.min(longest.get(kind) ?? 0, MAX_AHEAD_MS), isGone, resolve: turn.resolve })
      if (!isBusy) next()
      if (!(await turn.promise)) return null
      const began = now()
      return () => {
        longest.set(kind, Math.max(now() - began, (longest.get(kind) ?? 0) * DECAY))
      }
    },
  }
}
