/** `keep`: reads lists of an address to their end, and keeps them on this machine. */
import { listsOf } from '#shared/lists/list-table.ts'
import type { KeepEstimate, KeepJob, KeepState } from '#shared/rpc/contract/keep.ts'
import { describeKeepProblem } from '#shared/rpc/describe-keep-problem.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { CommandContext } from '../command-context.ts'
import type { Output } from '../output/output.ts'
import type { Session } from '../session.ts'
import { findAddress, findNamedList } from '../thing.ts'
import { UsageError } from '../usage-error.ts'

export async function keep(
  { session, output }: CommandContext,
  thing: string,
  names: readonly string[],
): Promise<void> {
  if (session.keepsNothing)
    throw new UsageError(
      `Nothing of ${session.source.host} would stay: it is not among your sources. Add it first: chainglass sources add ${urlOf(session.source)}`,
    )
  const params = { address_hash: await findAddress(thing, { session, output }) }
  const estimates = await estimateKeep(session, thing, names, output)
  const { id } = await session.call('keep.start', {
    source: session.source.id,
    lists: estimates
      // Empty lists are skipped, unless they were named.
      .filter(({ total }) => total !== 0 || names.length > 0)
      .map(({ list, filters, total, isAtLeast }) => ({
        list,
        params,
        filters,
        total: isAtLeast ? null : total,
      })),
  })
  const job = await followJob(session, id, (now) => {
    output.progress(describe(now))
  })
  output.note(describe(job))
  if (job.state !== 'done') throw new Error(whyNotDone(job))
}

const urlOf = (source: SourceView) => ('baseUrl' in source ? source.baseUrl : source.id)

/**
 * Estimates the cost of keeping these lists of an address, or all if none is named. Rejects for a source that needs
 * no keeping.
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
      ? listsOf('address')
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
function followJob(
  { client, signal }: CommandContext['session'],
  id: number,
  onProgress: (job: KeepJob) => void,
): Promise<KeepJob> {
  const { promise, resolve, reject } = Promise.withResolvers<KeepJob>()
  const stop = client.subscribe(
    'keep.changed',
    {},
    ({ jobs }) => {
      const job = jobs.find((one) => one.id === id)
      if (!job) return
      if (GOES_ON.has(job.state)) onProgress(job)
      else resolve(job)
    },
    (error) => {
      reject(new ChainglassFailure(error))
    },
  )
  const cancel = () => {
    reject(new ChainglassFailure({ code: 'cancelled' }))
  }
  signal.addEventListener('abort', cancel, { once: true })
  return promise.finally(() => {
    signal.removeEventListener('abort', cancel)
    stop()
  })
}

function describe({ lists, requests }: KeepJob): string {
  const rows = lists.reduce((sum, list) => sum + list.rows, 0)
  return `${String(rows)} rows kept, ${String(requests)} requests.`
}

function whyNotDone({ state, problem }: KeepJob): string {
  if (problem) return describeKeepProblem(problem)
  return state === 'budget'
    ? 'Today’s budget is spent. It goes on tomorrow (UTC), while Chainglass is open.'
    : 'It was paused.'
}
