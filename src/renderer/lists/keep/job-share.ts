/** Progress of a keep job. */
import type { KeepJob } from '#shared/rpc/contract/keep.ts'

export const rowsOf = ({ lists }: KeepJob) => lists.reduce((sum, { rows }) => sum + rows, 0)

/** Total rows of all lists; undefined where the source does not count one of them. */
export function totalOf({ lists }: KeepJob): number | undefined {
  let total = 0
  for (const list of lists) {
    if (list.isDone) total += list.rows
    else if (list.total === null) return undefined
    else total += Math.max(list.total, list.rows)
  }
  return total
}

/** Progress from 0 to 1; undefined where the total is unknown. */
export function shareOf(job: KeepJob): number | undefined {
  const total = totalOf(job)
  return total === undefined || total === 0 ? undefined : rowsOf(job) / total
}
