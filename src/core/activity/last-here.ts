/** When a person was here last: the program's last sign of life in the run before. */
import type { KeyValueStore } from '../store/key-value-store.ts'

export interface LastHere {
  /** ISO; null on the first run, and where the clock was set back since. */
  readonly since: string | null
  close(): void
}

const EVERY_MS = 300_000

/** Notes the time every five minutes, so that a crash loses little. */
export function lastHere(remembered: KeyValueStore, now: () => number = Date.now): LastHere {
  const before = remembered.read('lastHere')
  const note = () => {
    remembered.write('lastHere', now())
  }
  const timer = setInterval(note, EVERY_MS).unref()
  return {
    since:
      typeof before === 'number' && before > 0 && before <= now() ? new Date(before).toISOString() : null,
    close() {
      clearInterval(timer)
      note()
    },
  }
}
