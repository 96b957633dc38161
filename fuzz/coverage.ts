/** Which blocks of src an input runs through, as V8 counts them: an input that reaches a new one is worth changing further. */
import { Session } from 'node:inspector'

export interface Coverage {
  /** Blocks reached since the last call that none had reached before. */
  takeNew(): number
  readonly reached: number
}

export function startCoverage(): Coverage {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const blocks = new Set<string>()
  return {
    takeNew() {
      const before = blocks.size
      // In the same thread the answer comes before `post` returns.
      session.post('Profiler.takePreciseCoverage', (_error, answer) => {
        for (const { scriptId, url, functions } of answer.result) {
          if (!url.includes('/src/')) continue
          for (const { ranges } of functions)
            for (const { startOffset, endOffset, count } of ranges)
              if (count > 0) blocks.add(`${scriptId}:${String(startOffset)}:${String(endOffset)}`)
        }
      })
      return blocks.size - before
    },
    get reached() {
      return blocks.size
    },
  }
}
