/** Draws SVG to pixels in a separate thread, so that it is never shown as a document. */
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { findProgramFile } from '../abi/find-program-file.ts'
import type { DrawnSvg } from './svg-worker.ts'

export interface SvgImages {
  /** Returns a PNG; undefined if the SVG can't be drawn within the limits. Never rejects. */
  draw(this: void, bytes: Uint8Array): Promise<Uint8Array | undefined>
  close(this: void): void
}

/**
 * Limits of one picture: its text, and the time for drawing. SVGs stored on a chain are about a hundredth of this
 * size.
 */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_MS = 3_000
/** An idle thread uses about 15 MB. */
const MAX_IDLE_MS = 30_000
/** The number of elements and texts between them. */
const MAX_TAGS = 100_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** `maxMs`: the time limit of one picture. */
export function createSvgImages({ maxMs = MAX_MS } = {}): SvgImages {
  const thread = new WorkerThread<string, DrawnSvg>({
    file: () => findProgramFile('svg-worker.js', 'media/svg-worker.ts'),
    resourceLimits: RESOURCE_LIMITS,
    maxIdleMs: MAX_IDLE_MS,
    maxMs,
  })
  return {
    async draw(bytes) {
      if (bytes.length > MAX_BYTES) return undefined
      const svg = new TextDecoder().decode(bytes)
      // Custom entities only serve to expand a short text to a long one.
      if (/<!ENTITY/i.test(svg) || svg.split('<', MAX_TAGS + 2).length > MAX_TAGS) return undefined
      return (await thread.ask(svg).catch(() => null)) ?? undefined
    },
    close() {
      void thread.end()
    },
  }
}

/** Parts that may precede the first element. Each pattern matches at one position, so no text is scanned twice. */
const BEFORE = [/[\s\ufeff]+/y, /<\?xml[^>]*>/iy, /<!--[^]*?-->/y, /<!DOCTYPE[^>[]*>/iy]
const ROOT = /<(?:\w{1,20}:)?svg[\s>/]/iy
const MAX_START = 8 * 1024

/** Recognized by its beginning, whatever type the server names. */
export function isSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_START))
  const endOf = (form: RegExp, at: number) => {
    form.lastIndex = at
    return form.test(text) ? form.lastIndex : undefined
  }
  for (let at = 0; ;) {
    if (endOf(ROOT, at) !== undefined) return true
    const next = BEFORE.map((form) => endOf(form, at)).find((end) => end !== undefined)
    if (next === undefined) return false
    at = next
  }
}
