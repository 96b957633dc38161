import { TokenBucket, type Rate } from './token-bucket.ts'

/**
 * Decides when the next request to a server may start: at the server's rate, and after the pause that it asked for.
 */
export class RateLimiter {
  readonly #bucket: TokenBucket
  readonly #now: () => number
  #pausedUntil = 0

  /** `now` is in ms and monotonic. */
  constructor(rate: Rate, now: () => number) {
    this.#bucket = new TokenBucket(rate, now)
    this.#now = now
  }

  setRate(rate: Rate) {
    this.#bucket.setRate(rate)
  }

  /** Blocks starts for `ms`. A longer earlier pause remains. */
  pause(ms: number) {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + ms)
  }

  /** The remaining ms of a pause; 0 if there is none. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - this.#now())
  }

  /** Returns 0 if a request may start now, which it then counts. Otherwise returns the ms until one may. */
  take(): number {
    const delay = Math.max(this.pausedMs, this.#bucket.msUntil(1))
    if (delay === 0) this.#bucket.take()
    return delay
  }
}
