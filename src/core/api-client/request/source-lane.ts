/**
 * The way to one server: a token bucket, a bound on requests at once, and an order: what a person looks at goes before
 * background work, and some places are kept free for it.
 */
import type { Priority, Urgency } from './urgency.ts'

export interface Pace {
  /** Requests a second; `Infinity` for a server of our own. */
  readonly perSecond: number
  /** Requests that may start at once after a quiet time. */
  readonly burst: number
}

export interface Place {
  /** Resolves when the request may start. Rejects with `LanePaused`, or when the signal took it out of the queue. */
  readonly turn: Promise<void>
  /** When the request is over, or never got its turn. */
  leave(): void
}

/** The server asked for a pause of `ms` more, longer than this request is willing to wait. */
export class LanePaused extends Error {
  readonly ms: number
  constructor(ms: number) {
    super('paused')
    this.ms = ms
  }
}

const AT_ONCE = 6
const AT_ONCE_BACKGROUND = 3

interface Waiting {
  readonly urgency: Urgency
  readonly start: () => void
  readonly giveUp: (reason: Error) => void
}

export class SourceLane {
  #pace: Pace
  #tokens: number
  #filledAt: number
  #pausedUntil = 0
  #busy = 0
  #busyBackground = 0
  #timer: NodeJS.Timeout | undefined
  #waiting: Waiting[] = []
  readonly #now: () => number
  readonly #patienceMs: Readonly<Record<Priority, number>>

  constructor(pace: Pace, now: () => number, patienceMs: Readonly<Record<Priority, number>>) {
    this.#pace = pace
    this.#now = now
    this.#patienceMs = patienceMs
    this.#tokens = pace.burst
    this.#filledAt = now()
  }

  setPace(pace: Pace) {
    if (pace.perSecond === this.#pace.perSecond && pace.burst === this.#pace.burst) return
    this.#fill()
    this.#pace = pace
    this.#tokens = Math.min(this.#tokens, pace.burst)
  }

  /** Nothing starts for `ms`, because the server said so; who is not willing to wait that long is told at once. */
  pause(ms: number) {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + ms)
    this.#advance()
  }

  enter(urgency: Urgency, signal: AbortSignal): Place {
    const { promise: turn, resolve, reject } = Promise.withResolvers<undefined>()
    let startedAs: Priority | null = null
    const out = () => {
      signal.removeEventListener('abort', abandon)
      stopListening()
      this.#waiting = this.#waiting.filter((one) => one !== waiting)
    }
    const waiting: Waiting = {
      urgency,
      start: () => {
        out()
        startedAs = urgency.level
        this.#busy += 1
        if (startedAs === 'background') this.#busyBackground += 1
        resolve(undefined)
      },
      giveUp: (reason) => {
        out()
        reject(reason)
      },
    }
    const abandon = () => {
      waiting.giveUp(new Error('cancelled'))
    }
    const stopListening = urgency.onRaise(() => {
      this.#advance()
    })
    if (signal.aborted) abandon()
    else {
      signal.addEventListener('abort', abandon, { once: true })
      this.#waiting.push(waiting)
      this.#advance()
    }
    return {
      turn,
      leave: () => {
        if (startedAs === null) return
        this.#busy -= 1
        if (startedAs === 'background') this.#busyBackground -= 1
        startedAs = null
        this.#advance()
      },
    }
  }

  close() {
    clearTimeout(this.#timer)
    for (const waiting of this.#waiting) waiting.giveUp(new Error('closed'))
  }

  #advance() {
    clearTimeout(this.#timer)
    const pausedMs = Math.max(0, this.#pausedUntil - this.#now())
    for (const waiting of this.#waiting)
      if (pausedMs > this.#patienceMs[waiting.urgency.level]) waiting.giveUp(new LanePaused(pausedMs))
    this.#fill()
    while (this.#busy < AT_ONCE) {
      const next = this.#next()
      if (!next) return
      const waitMs = Math.max(pausedMs, this.#msToToken())
      if (waitMs > 0) {
        this.#timer = setTimeout(() => {
          this.#advance()
        }, Math.ceil(waitMs))
        return
      }
      if (Number.isFinite(this.#pace.perSecond)) this.#tokens -= 1
      next.start()
    }
  }

  #next(): Waiting | undefined {
    const visible = this.#waiting.find((one) => one.urgency.level === 'visible')
    if (visible) return visible
    return this.#busyBackground < AT_ONCE_BACKGROUND ? this.#waiting[0] : undefined
  }

  #fill() {
    const now = this.#now()
    if (Number.isFinite(this.#pace.perSecond))
      this.#tokens = Math.min(
        this.#pace.burst,
        this.#tokens + (Math.max(0, now - this.#filledAt) / 1000) * this.#pace.perSecond,
      )
    this.#filledAt = now
  }

  #msToToken(): number {
    if (!Number.isFinite(this.#pace.perSecond) || this.#tokens >= 1) return 0
    return ((1 - this.#tokens) / this.#pace.perSecond) * 1000
  }
}
