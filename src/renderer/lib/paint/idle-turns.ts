/**
 * Runs background loading one after another, each in an idle moment, so that it never delays the answer to a person.
 */
import { afterAwaitedRows, areRowsAwaited } from './awaited-rows.ts'
import { whenIdle } from './when-idle.ts'

/** A person counts as scrolling until this time after the last scroll event. */
const SCROLL_REST_MS = 200
/** Background loading runs after this time, even while a person keeps scrolling. */
const MAX_WAIT_MS = 3_000

interface Turn {
  /** A person can see that it is missing. */
  readonly isVisible: boolean
  readonly askedAt: number
  readonly run: () => Promise<unknown>
}

const turns: Turn[] = []
let isUnderWay = false
let isHeld = false
let scrolledAt = -Infinity

/** Call it on each scroll: frames matter most then. */
export function noteScrolling(): void {
  scrolledAt = performance.now()
}

/** Stops loading while the host is gone: another program may answer in its place, and must not be asked for code. */
export function holdIdleTurns(held: boolean): void {
  isHeld = held
  if (!held && !isUnderWay) next()
}

/**
 * Runs `load` in an idle moment, while nobody scrolls or waits for rows, and after the loads that were requested
 * before. Visible parts come before others.
 */
export function inIdleTurn<T>(load: () => T | Promise<T>, { isVisible = false } = {}): Promise<T> {
  return new Promise((resolve, reject) => {
    // Also catches a `load` that throws synchronously, so that the next ones still run.
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
  // Before the window became idle, a person may have scrolled or opened a list.
  const isScrolling = performance.now() - scrolledAt < SCROLL_REST_MS
  const [turn] = turns
  const mustWait = areRowsAwaited() || (isScrolling && turn && performance.now() - turn.askedAt < MAX_WAIT_MS)
  if (turn && !isHeld && !mustWait) {
    turns.shift()
    await turn.run()
  }
  next()
}
