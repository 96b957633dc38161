/** What comes before others begins at most by so much earlier: nothing waits for long because of it. */
const MAX_AHEAD_MS = 60
/** Of a kind whose requests take less time now than they did. */
const DECAY = 0.95

interface Waiting {
  readonly due: number
  readonly begin: () => void
}

export interface Turns {
  /**
   * Resolves when a request of this kind may begin, with what is to be called at its end. There are few kinds: what the time
   * of an answer depends on.
   */
  begin(kind: string): Promise<() => void>
}

/**
 * Requests begin one at a time, each in a turn of the event loop of its own: what else waits there, a node's response above
 * all, waits for one request and not for all that came together. They begin in the order in which they can be answered:
 * those of a kind that took long, because it asks the node, as much earlier, so that the node is asked while others wait.
 */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const waiting: Waiting[] = []
  const longest = new Map<string, number>()
  let isBusy = false
  const next = () => {
    const first = waiting.shift()
    isBusy = first !== undefined
    if (first === undefined) return
    setImmediate(next)
    first.begin()
  }
  const add = (added: Waiting) => {
    let at = waiting.length
    while (at > 0 && (waiting[at - 1]?.due ?? 0) > added.due) at -= 1
    waiting.splice(at, 0, added)
  }
  return {
    begin: (kind) =>
      new Promise((resolve) => {
        const begin = () => {
          const began = now()
          resolve(() => {
            longest.set(kind, Math.max(now() - began, (longest.get(kind) ?? 0) * DECAY))
          })
        }
        add({ due: now() - Math.min(longest.get(kind) ?? 0, MAX_AHEAD_MS), begin })
        if (!isBusy) next()
      }),
  }
}
