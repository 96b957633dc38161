/** SVG as pictures: drawn to pixels in a thread of its own, and shown as nothing else. */
import { WorkerThread } from '#platform/threads/worker-thread.ts'
import { findBeside } from '../abi/find-beside.ts'
import type { DrawnSvg } from './svg-worker.ts'

export interface SvgImages {
  /** A PNG; undefined for what can't be drawn within the bounds. Never rejects. */
  draw(this: void, bytes: Uint8Array): Promise<Uint8Array | undefined>
  close(this: void): void
}

/** Of one picture: its text, and how long it may take. Those that live on a chain are a hundredth of it. */
const MAX_BYTES = 2 * 1024 * 1024
const MAX_MS = 3_000
/** An idle thread keeps some 15 MB. */
const MAX_IDLE_MS = 30_000
/** Elements, and what stands between them. */
const MAX_TAGS = 100_000
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 16 }

/** `maxMs`: of one picture. */
export function createSvgImages({ maxMs = MAX_MS } = {}): SvgImages {
  const thread = new WorkerThread<string, DrawnSvg>({
    file: () => findBeside('svg-worker.js', 'media/svg-worker.ts'),
    resourceLimits: RESOURCE_LIMITS,
    maxIdleMs: MAX_IDLE_MS,
    maxMs,
  })
  return {
    async draw(bytes) {
      if (bytes.length > MAX_BYTES) return undefined
      const svg = new TextDecoder().decode(bytes)
      // Entities of its own are a way to write a lot with little, and nothing else.
      if (/<!ENTITY/i.test(svg) || svg.split('<', MAX_TAGS + 2).length > MAX_TAGS) return undefined
      return (await thread.ask(svg).catch(() => null)) ?? undefined
    },
    close() {
      void thread.end()
    },
  }
}

/** What may stand before the first element. Each is matched at one place, so that no text is searched twice. */
const BEFORE = [/[\s\ufeff]+/y, /<\?xml[^>]*>/iy, /<!--[^]*?-->/y, /<!DOCTYPE[^>[]*>/iy]
const ROOT = /<(?:\w{1,20}:)?svg[\s>/]/iy
const MAX_START = 8 * 1024

/** By how it begins, whatever type a server names. */
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
