/** When the program ended last. */
import type { KeyValueStore } from '../store/key-value-store.ts'

export interface LastSession {
  /** ISO; null on the first run, and where the clock was set back since. */
  readonly endedAt: string | null
  close(): void
}

/** Written this often, so that a crash loses little. */
const INTERVAL_MS = 300_000
const NAME = 'lastHere'

export function trackLastSession(store: KeyValueStore, now: () => number = Date.now): LastSession {
  const last = store.read(NAME)
  const write = () => {
    try {
      store.write(NAME, now())
    } catch {
      // A disk that can't be written costs this note only.
    }
  }
  const timer = setInterval(write, INTERVAL_MS).unref()
  return {
    endedAt: typeof last === 'number' && last > 0 && last <= now() ? new Date(last).toISOString() : null,
    close() {
      clearInterval(timer)
      write()
    },
  }
}
