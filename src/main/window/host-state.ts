/** State of the host between two runs, in a small file beside the core's: the window's bounds, theme and language. */
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { makeDataFolder, readPrivateFile, writePrivateFile } from '#platform/private-files.ts'

const pixels = z.number().check(z.int(), z.minimum(-100_000), z.maximum(100_000))
const hostState = z.object({
  bounds: z.optional(z.object({ x: pixels, y: pixels, width: pixels, height: pixels })),
  maximized: z.optional(z.boolean()),
  /** The last known setting of the core, which does not run yet when the window is created. */
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  /** The same of the language. */
  language: z.optional(z.string()),
  /** Check for a newer version at start: only where a person has switched it on. */
  checksForUpdates: z.optional(z.boolean()),
})
type HostState = z.infer<typeof hostState>

export interface HostStateFile {
  read(): HostState
  /** Only the given keys are changed. Where the disk can't be written, the change is kept in memory only. */
  change(changes: HostState): void
}

export function openHostState(path: string): HostStateFile {
  let state = load(path)
  return {
    read: () => state,
    change(changes) {
      state = { ...state, ...changes }
      try {
        makeDataFolder(dirname(path))
        writePrivateFile(path, JSON.stringify(state))
      } catch {
        // Kept in memory: the next change tries again.
      }
    },
  }
}

function load(path: string): HostState {
  try {
    const read = hostState.safeParse(JSON.parse(readPrivateFile(path)))
    return read.success ? read.data : {}
  } catch {
    return {}
  }
}
