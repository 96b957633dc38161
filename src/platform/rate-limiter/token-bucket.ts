/** The rate at which requests may start. */
export interface Rate {
  /** On average; `Infinity` for no limit. */
  readonly perSecond: number
  /** The number that may start at once after a pause. */
  readonly burst: number
}

/** A token bucket: it holds up to `burst` tokens and gets `perSecond` new ones a second. A request takes one. */
export class TokenBucket {
  #rate: Rate
  #tokens: number
  #filledAt: number
  readonly #now: () => number

  /** The bucket starts full. `now` is in ms. */
  constructor(rate: Rate, now: () => number) {
    this.#rate = rate
    this.#now = now
    this.#tokens = rate.burst
    this.#filledAt = now()
  }

  /** Changes the rate. The bucket keeps its tokens, up to the new burst. */
  setRate(rate: Rate) {
    if (rate.perSecond === this.#rate.perSecond && rate.burst === this.#rate.burst) return
    this.#fill()
    this.#rate = rate
    this.#tokens = Math.min(this.#tokens, rate.burst)
  }

  /** Takes a token if there is one. */
  take(): boolean {
    this.#fill()
    if (!Number.isFinite(this.#rate.perSecond)) return true
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  /** The number of tokens, with the fraction of the next one. */
  get tokens(): number {
    this.#fill()
    return this.#tokens
  }

  /** The ms until there are `tokens` tokens; 0 if there are. */
  msUntil(tokens: number): number {
    this.#fill()
    if (!Number.isFinite(this.#rate.perSecond) || this.#tokens >= tokens) return 0
    return ((tokens - this.#tokens) / this.#rate.perSecond) * 1000
  }

  #fill() {
    const now = this.#now()
    if (Number.isFinite(this.#rate.perSecond)) {
      const added = (Math.max(0, now - this.#filledAt) / 1000) * this.#rate.perSecond
      this.#tokens = Math.min(this.#rate.burst, this.#tokens + added)
    }
    this.#filledAt = now
  }
}
