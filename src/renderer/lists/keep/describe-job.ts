/** A keep job in words. */
import type { KeepJob, KeepProblem } from '#shared/rpc/contract/keep.ts'
import { describeError } from '#renderer/lib/format-error.ts'
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
  return job.problem && describeProblem(job.problem, job.state === 'source' || job.state === 'budget')
}

function describeProblem(problem: KeepProblem, goesOn: boolean): string {
  switch (problem.kind) {
    case 'source': {
      const { title, text } = describeError(problem.error)
      return [title, text, ...(goesOn ? ['It is asked again by itself.'] : [])].join(' ')
    }
    case 'not_kept':
      return 'Nothing is kept on this machine now: see “Keep what is read” in the settings.'
    case 'no_room':
      return 'Kept lists fill the room there is: raise “Up to” in the settings, or forget some.'
    case 'notice':
      return `The source says that rows are missing: “${problem.message}”`
    case 'unsteady':
      return 'The pages of this list do not fit together, so nobody can say what is missing.'
  }
}
