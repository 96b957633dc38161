import { TokenBucket, type Rate } from './token-bucket.ts'

/** Says when the next request to a server may start: at the server's rate, and after the pause it asked for. */
export class RateLimiter {
  readonly #bucket: TokenBucket
  readonly #now: () => number
  #pausedUntil = 0

  /** `now` is in ms and never goes backwards. */
  constructor(rate: Rate, now: () => number) {
    this.#bucket = new TokenBucket(rate, now)
    this.#now = now
  }

  setRate(rate: Rate) {
    this.#bucket.setRate(rate)
  }

  /** No request starts for `ms`. A longer pause that was asked for before stands. */
  pause(ms: number) {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + ms)
  }

  /** ms that a pause still lasts; 0 where there is none. */
  get pausedMs(): number {
    return Math.max(0, this.#pausedUntil - this.#now())
  }

  /** 0: a request starts now, and has been counted. Otherwise ms until one may. */
  take(): number {
    const delay = Math.max(this.pausedMs, this.#bucket.msUntil(1))
    if (delay === 0) this.#bucket.take()
    return delay
  }
}
