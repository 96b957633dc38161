/** The host's state between two runs, in a small file beside the core's: the window's bounds, theme and language. */
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { makeDataFolder, readPrivateFile, writePrivateFile } from '#platform/private-files.ts'

const pixels = z.number().check(z.int(), z.minimum(-100_000), z.maximum(100_000))
const hostState = z.object({
  bounds: z.optional(z.object({ x: pixels, y: pixels, width: pixels, height: pixels })),
  maximized: z.optional(z.boolean()),
  /** The last known theme of the settings: the core does not run yet when the window is created. */
  theme: z.optional(z.enum(['system', 'light', 'dark'])),
  /** The last known language of the settings. */
  language: z.optional(z.string()),
  /** Whether to check for a newer version at the start; only if a person has turned it on. */
  checksForUpdates: z.optional(z.boolean()),
})
type HostState = z.infer<typeof hostState>

export interface HostStateFile {
  read(): HostState
  /** Changes only the given fields. If the disk can't be written, the change is in memory only. */
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
        // The change stays in memory: the next one tries again.
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
