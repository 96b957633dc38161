/** A keep job in words. */
import type { KeepJob } from '#shared/rpc/contract/keep.ts'
import { describeKeepProblem } from '#shared/rpc/describe-keep-problem.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { formatAge, formatAgo, formatDuration } from '#renderer/lib/format-time.ts'
import { rowsOf, totalOf } from './job-share.ts'

/** `1,250 of 48,211 rows`. */
export function describeRows(job: KeepJob): string {
  const total = totalOf(job)
  const rows = rowsOf(job)
  if (total === undefined || job.state === 'done') return pluralize(rows, { one: 'row', many: 'rows' })
  return `${formatCount(rows)} of ${pluralize(total, { one: 'row', many: 'rows' })}`
}

/** What it took: `25 requests, 500 credits`. */
export function describeSpent({ requests, credits }: KeepJob): string {
  const count = pluralize(requests, { one: 'request', many: 'requests' })
  return credits > 0 ? `${count}, ${formatCount(credits)} credits` : count
}

/** Where it is, in a few words. `now`: ms since 1970. */
export function describeJobState(job: KeepJob, now: number): string {
  switch (job.state) {
    case 'waiting':
      return 'Waits for its turn'
    case 'running':
      return job.secondsLeft === null ? 'Reading' : `Reading, ${formatDuration(job.secondsLeft)} left`
    case 'paused':
      return 'Paused'
    case 'budget':
      return job.problem ? 'No credits left today' : 'Today’s budget is spent'
    case 'source':
      return 'Waits for the source'
    case 'done':
      return describeAge(job.doneAt, now)
    case 'failed':
      return 'Stopped'
  }
}

export const describeAge = (at: number | null, now: number) =>
  at === null ? 'Kept' : `Kept, read ${formatAgo(formatAge(new Date(at).toISOString(), now))}`

/** What a person should know of it, or do; undefined where there is nothing. */
export function describeJobDetail(job: KeepJob): string | undefined {
  if (job.state === 'budget' && !job.problem)
    return 'It goes on by itself tomorrow (UTC), or now if you raise the budget.'
  if (!job.problem) return undefined
  const text = describeKeepProblem(job.problem)
  const isAskedAgain = job.problem.kind === 'source' && (job.state === 'source' || job.state === 'budget')
  return isAskedAgain ? `${text} It is asked again by itself.` : text
}
