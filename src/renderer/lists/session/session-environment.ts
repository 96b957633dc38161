import type { PageVisibility } from './follow-first-page.ts'

/** What a session needs of the window; tests bring their own. */
export interface SessionEnvironment {
  readonly page: PageVisibility
  /** Monotonic, in ms: the time of day can be set. */
  readonly now: () => number
  /** Runs later; returns how to cancel it. */
  later(run: () => void, ms: number): () => void
  /** Calls back when the machine is online again; returns how to stop. */
  onOnline(listener: () => void): () => void
}

export const browserEnvironment = (): SessionEnvironment => ({
  get page() {
    return document
  },
  now: () => performance.now(),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => {
      clearTimeout(timer)
    }
  },
  onOnline(listener) {
    window.addEventListener('online', listener)
    return () => {
      window.removeEventListener('online', listener)
    }
  },
})
