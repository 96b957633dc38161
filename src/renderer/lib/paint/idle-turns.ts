/** One thing after another, each in an idle moment: what nobody waits for must not keep the window from answering a person. */
import { afterAwaitedRows, areRowsAwaited } from './awaited-rows.ts'
import { whenIdle } from './when-idle.ts'

/** So long after the last scroll event a person still scrolls. */
const SCROLL_REST_MS = 200
/** A person who scrolls on and on gets what is loaded meanwhile all the same. */
const MAX_WAIT_MS = 3_000

interface Turn {
  /** A person sees that it is missing. */
  readonly isVisible: boolean
  readonly askedAt: number
  readonly run: () => Promise<unknown>
}

const turns: Turn[] = []
let isUnderWay = false
let isHeld = false
let scrolledAt = -Infinity

/** To be called whenever a person has scrolled: frames are what counts now. */
export function noteScrolling(): void {
  scrolledAt = performance.now()
}

/** Nothing is loaded while the host is gone: what answers in its place may be a stranger, who must not be asked for code. */
export function holdIdleTurns(held: boolean): void {
  isHeld = held
  if (!held && !isUnderWay) next()
}

/**
 * Runs `load` when the window is idle, nobody scrolls or waits for rows, and what was asked for before is here. What is
 * visible comes before what is not.
 */
export function inIdleTurn<T>(load: () => T | Promise<T>, { isVisible = false } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    // Also where it throws before there is a promise: the next ones have their turn all the same.
    const run = () => Promise.resolve().then(load).then(resolve, reject)
    const last = isVisible ? turns.findLastIndex((turn) => turn.isVisible) : turns.length - 1
    turns.splice(last + 1, 0, { isVisible, askedAt: performance.now(), run })
    if (!isUnderWay) next()
  })
}

function next(): void {
  const [turn] = turns
  isUnderWay = turn !== undefined && !isHeld
  if (!turn || isHeld) return
  const now = performance.now()
  const restMs = Math.min(scrolledAt + SCROLL_REST_MS, turn.askedAt + MAX_WAIT_MS) - now
  if (restMs > 0) setTimeout(next, restMs)
  else
    afterAwaitedRows(() => {
      whenIdle(() => void take(), Math.max(1, turn.askedAt + MAX_WAIT_MS - now))
    })
}

async function take(): Promise<void> {
  // Somebody may have begun to scroll, or opened a list, while the window was not idle yet.
  const isScrolling = performance.now() - scrolledAt < SCROLL_REST_MS
  const [turn] = turns
  const mustWait = areRowsAwaited() || (isScrolling && turn && performance.now() - turn.askedAt < MAX_WAIT_MS)
  if (turn && !isHeld && !mustWait) {
    turns.shift()
    await turn.run()
  }
  next()
}
