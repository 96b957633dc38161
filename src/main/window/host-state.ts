/** What the host itself remembers between two runs, in a small file beside the core's: where the window was, and how it looked. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'

const whole = z.number().check(z.int(), z.minimum(-100_000), z.maximum(100_000))
const hostState = z.object({
  bounds: z.optional(z.object({ x: whole, y: whole, width: whole, height: whole })),
  maximized: z.optional(z.boolean()),
  /** The last known setting of the core, which is not there yet when the window is made. */
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  /** Looking for a newer version by itself: only where a person has asked for it. */
  checksForUpdates: z.optional(z.boolean()),
})
export type HostState = z.infer<typeof hostState>

export interface HostStateFile {
  read(): HostState
  /** Only the keys given are changed. A disk that can't be written costs the memory, nothing else. */
  change(changes: HostState): void
}

export function openHostState(path: string): HostStateFile {
  let state = load(path)
  return {
    read: () => state,
    change(changes) {
      state = { ...state, ...changes }
      try {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(`${path}.new`, JSON.stringify(state))
        renameSync(`${path}.new`, path)
      } catch {
        // Kept in memory: the next change tries again.
      }
    },
  }
}

function load(path: string): HostState {
  try {
    const read = hostState.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}
