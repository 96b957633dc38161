/** What comes before others begins at most by so much earlier: nothing waits for long because of it. */
const MAX_AHEAD_MS = 60
/** Of a kind whose requests take less time now than they did. */
const DECAY = 0.95

/** More than are answered in the time that anybody waits for an answer. */
const MAX_WAITING = 1_000

interface Waiting {
  readonly due: number
  readonly isGone: () => boolean
  /** With whether it is its turn: else nobody waits for it. */
  readonly resolve: (isTurn: boolean) => void
}

export interface Turns {
  /** Whether as many wait as may: another one is to be refused. */
  readonly isFull: boolean
  /**
   * Resolves when a request of this kind may begin, with what is to be called at its end; with null where `isGone` says then
   * that nobody waits for it. There are few kinds: what the time of an answer depends on.
   */
  begin(kind: string, isGone?: () => boolean): Promise<(() => void) | null>
}

/**
 * Requests begin one at a time, each in a turn of the event loop of its own: what else waits there, a node's response above
 * all, waits for one request and not for all that came together. They begin in the order in which they can be answered:
 * those of a kind that took long, because it asks the node, as much earlier, so that the node is asked while others wait.
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
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
