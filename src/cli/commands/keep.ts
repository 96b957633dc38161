/** `keep`: reads lists of an address to their end, and keeps them on this machine. */
import { addressListsToKeep } from '#shared/lists/can-be-kept.ts'
import type { KeepEstimate, KeepJob, KeepState } from '#shared/rpc/contract/keep.ts'
import { awaitEvent, readState } from '#shared/rpc/read-state.ts'
import { describeKeepProblem } from '#shared/rpc/describe-keep-problem.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CommandContext } from '../command-context.ts'
import type { Output } from '../output/output.ts'
import type { Session } from '../session.ts'
import { findAddress, findNamedList } from '../thing.ts'
import { UsageError } from '../output/failures.ts'

export async function keep(
  { session, output }: CommandContext,
  thing: string,
  names: readonly string[],
): Promise<void> {
  requireListedSource(session)
  const estimates = await estimateKeep(session, thing, names, output)
  const job = await keepAll(session, listsToKeep(estimates, names), (now) => {
    output.progress(describeJob(now))
  })
  output.note(`${describeJob(job)}.`)
}

/** Empty lists are skipped, unless they were named. */
export const listsToKeep = (estimates: readonly KeepEstimate[], names: readonly string[]) =>
  names.length > 0 ? estimates : estimates.filter(({ total }) => total !== 0)

/** Reads these lists to their end. Rejects if it ends before. */
export async function keepAll(
  session: Session,
  lists: readonly KeepEstimate[],
  onProgress: (job: KeepJob) => void,
): Promise<KeepJob> {
  const { client, source } = session
  const { jobs } = await readState(client, 'keep.changed', {})
  // Not cancelled by the session's signal: a job that began must be known, so that it can be paused.
  const started = await client.call('keep.start', {
    source: source.id,
    lists: lists.map(({ list, params, filters, total, isAtLeast }) => ({
      list,
      params,
      filters,
      total: isAtLeast ? null : total,
    })),
  })
  if (!started.ok) throw new ChainglassFailure(started.error)
  const { id } = started.data
  try {
    const job = await followJob(session, id, onProgress)
    if (job.state === 'done') return job
    throw new Error(`${describeJob(job)}. ${whyNotDone(job)}`)
  } catch (error) {
    // Where nobody waits any more, it spends no more; one that was going on before goes on.
    if (session.signal.aborted && !isRunning(jobs.find((one) => one.id === id)))
      await client.call('keep.pause', { id })
    throw error
  }
}

const ENDED: ReadonlySet<KeepState> = new Set(['paused', 'done', 'failed'])
const isRunning = (job: KeepJob | undefined) => job !== undefined && (job.isFollowed || !ENDED.has(job.state))

/** Throws `UsageError` if what is kept would end with the session. */
export function requireListedSource({ keepsNothing, source }: Session): void {
  if (keepsNothing)
    throw new UsageError(
      `Nothing of ${source.host} would stay: it is not among your sources. Add it first: chainglass sources add ${urlOf(source)}`,
    )
}

const urlOf = (source: SourceView) => ('baseUrl' in source ? source.baseUrl : source.id)

/**
 * Estimates the cost of keeping these lists of an address; if none is named, of all that each source has. Rejects for
 * a source that needs no keeping.
 */
export async function estimateKeep(
  session: Session,
  thing: string,
  names: readonly string[],
  output: Pick<Output, 'note'>,
): Promise<readonly KeepEstimate[]> {
  const { source, call } = session
  const asked = { session, output }
  const params = { address_hash: await findAddress(thing, asked) }
  if (source.kind === 'sample' || source.kind === 'node')
    throw new Error(`Lists of ${source.name} are not kept: they are on this machine already.`)
  // The remark about the address was already shown, and `--token` is not an option here.
  const quiet = { ...asked, output: { note: () => undefined } }
  const lists =
    names.length === 0
      ? addressListsToKeep()
      : await Promise.all(
          names.map(async (name) => (await findNamedList(params.address_hash, name, quiet)).list),
        )
  return call('keep.estimate', {
    source: source.id,
    lists: lists.map((list) => ({ list, params, filters: {} })),
    asksSource: true,
  })
}

/** States in which a job continues soon without a person's action. */
const GOES_ON: ReadonlySet<KeepState> = new Set(['waiting', 'running'])

/** Resolves with the job when it is done or stops, and when the command is stopped. */
const followJob = (
  { client, signal }: CommandContext['session'],
  id: number,
  onProgress: (job: KeepJob) => void,
): Promise<KeepJob> =>
  awaitEvent(
    client,
    'keep.changed',
    {},
    ({ jobs }) => {
      const job = jobs.find((one) => one.id === id)
      if (!job || !GOES_ON.has(job.state)) return job
      onProgress(job)
      return undefined
    },
    signal,
  )

/** Says how far it is, without a full stop. */
export function describeJob({ lists, requests }: KeepJob): string {
  const rows = lists.reduce((sum, list) => sum + list.rows, 0)
  return `${String(rows)} rows kept, ${String(requests)} requests`
}

function whyNotDone({ state, problem }: KeepJob): string {
  if (problem) return describeKeepProblem(problem)
  return state === 'budget'
    ? 'Today’s budget is spent. It goes on tomorrow (UTC), while Chainglass is open.'
    : 'It was paused.'
}
