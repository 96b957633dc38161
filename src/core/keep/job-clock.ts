/** Estimates the remaining time of a running job from its speed so far. */
import type { KeepJobRow } from './keep-rows.ts'

export interface JobClock {
  /** Call it after each page. */
  count(): void
  /** Null before there is a speed, or if the number of rows is unknown. */
  secondsLeft(): number | null
}

export function createJobClock(job: Pick<KeepJobRow, 'lists'>): JobClock {
  const startedAt = performance.now()
  const rowsAtStart = loadedRows(job)
  let lastAt = startedAt

  return {
    count() {
      lastAt = performance.now()
    },
    secondsLeft() {
      const read = loadedRows(job) - rowsAtStart
      if (read <= 0) return null
      let left = 0
      for (const { total, rows, step } of job.lists) {
        if (step === 'done') continue
        if (total === null) return null
        left += Math.max(0, total - rows)
      }
      return ((lastAt - startedAt) * left) / read / 1_000
    },
  }
}

const loadedRows = ({ lists }: Pick<KeepJobRow, 'lists'>) => lists.reduce((sum, { rows }) => sum + rows, 0)
