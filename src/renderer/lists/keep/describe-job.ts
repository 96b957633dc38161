/** Text about a keep job. */
import { formatDuration } from '#shared/text/format-duration.ts'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { KeepJob } from '#shared/rpc/contract/keep.ts'
import { describeKeepProblem } from '#shared/rpc/describe-keep-problem.ts'
import { formatCount, pluralize } from '#renderer/lib/format-number.ts'
import { formatAgo } from '#renderer/lib/format-time.ts'
import { describeCredits } from '#renderer/entities/source/load-all-cost.ts'
import { rowsOf, totalOf } from './job-share.ts'

/** For example `1,250 of 48,211 rows`. */
export function describeRows(job: KeepJob): string {
  const total = totalOf(job)
  const rows = rowsOf(job)
  if (total === undefined || job.state === 'done') return pluralize(rows, $nmsgid('row', 'rows'))
  return $gettext('%{count} of %{all}', {
    count: formatCount(rows),
    all: pluralize(total, $nmsgid('row', 'rows')),
  })
}

/** Cost so far: `25 requests, 500 credits`. */
export function describeSpent({ requests, credits }: KeepJob): string {
  const count = pluralize(requests, $nmsgid('request', 'requests'))
  return credits > 0 ? `${count}, ${describeCredits(credits)}` : count
}

/** State of a job in a few words. `now`: ms since 1970. */
export function describeJobState(job: KeepJob, now: number): string {
  switch (job.state) {
    case 'waiting':
      return $gettext('Waits for its turn')
    case 'running':
      return job.secondsLeft === null
        ? $gettext('Reading')
        : $gettext('Reading, %{time} left', { time: formatDuration(job.secondsLeft) })
    case 'paused':
      return $gettext('Paused')
    case 'budget':
      return job.problem ? $gettext('No credits left today') : $gettext('Today’s budget is spent')
    case 'source':
      return $gettext('Waits for the source')
    case 'done':
      return describeAge(job.doneAt, now)
    case 'failed':
      return $gettext('Stopped')
  }
}

export const describeAge = (at: number | null, now: number) =>
  at === null
    ? $gettext('Kept')
    : $gettext('Kept, read %{age}', { age: formatAgo(new Date(at).toISOString(), now) })

/** A hint about a job's state; undefined where there is none. */
export function describeJobDetail(job: KeepJob): string | undefined {
  if (job.state === 'budget' && !job.problem)
    return $gettext('It goes on by itself tomorrow (UTC), or now if you raise the budget.')
  if (!job.problem) return undefined
  const text = describeKeepProblem(job.problem)
  const isAskedAgain = job.problem.kind === 'source' && (job.state === 'source' || job.state === 'budget')
  return isAskedAgain ? `${text} ${$gettext('It is asked again by itself.')}` : text
}
