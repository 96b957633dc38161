/** Records when the program last ended. */
import type { KeyValueStore } from '../store/key-value-store.ts'

export interface LastSession {
  /** ISO; null on the first run, or if the clock was set back since. */
  readonly endedAt: string | null
  close(): void
}

/** The interval between writes, so that a crash loses little. */
const INTERVAL_MS = 300_000
const NAME = 'lastHere'

export function trackLastSession(store: KeyValueStore): LastSession {
  const last = store.read(NAME)
  const write = () => {
    try {
      store.write(NAME, Date.now())
    } catch {
      // If the disk can't be written, only this record is lost.
    }
  }
  const timer = setInterval(write, INTERVAL_MS).unref()
  return {
    endedAt: typeof last === 'number' && last > 0 && last <= Date.now() ? new Date(last).toISOString() : null,
    close() {
      clearInterval(timer)
      write()
    },
  }
}
