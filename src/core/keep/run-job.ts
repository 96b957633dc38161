/** Runs a keep job once: reads each of its lists to its end, and returns the reason if it stopped before. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Archive } from '../archive/create-archive.ts'
import { isUnavailable } from '../read/read-through.ts'
import type { Sources } from '../sources/sources.ts'
import { creditsOf, type KeepBudgets } from './keep-budgets.ts'
import type { RunEnd } from './job-state.ts'
import type { KeepJobRow, KeepListRow } from './keep-rows.ts'
import type { ListPager } from '../read/list-pager.ts'
import { PagingFailure } from '../read/page-through-list.ts'

export interface RunDeps {
  readonly pager: ListPager
  readonly budgets: KeepBudgets
  readonly archive: Pick<Archive, 'hasRoom'>
  readonly sources: Pick<Sources, 'get'>
  /** Called after each page, to store and show the job. */
  readonly onProgress: (job: KeepJobRow) => void
}

class BudgetReached extends Error {}

export async function runJob(deps: RunDeps, job: KeepJobRow, signal: AbortSignal): Promise<RunEnd> {
  try {
    for (const list of job.lists) if (list.step !== 'done') await keepList(deps, job, list, signal)
    return { is: 'done' }
  } catch (error) {
    return endOf(error)
  }
}

async function keepList(
  { pager, budgets, archive, sources, onProgress }: RunDeps,
  job: KeepJobRow,
  list: KeepListRow,
  signal: AbortSignal,
) {
  const { source } = job
  await pager.readAll({
    list: { source, list: list.list, params: list.params, filters: list.filters },
    purpose: 'keeping',
    signal,
    refreshesHead: list.step === 'head',
    readsAgainFrom: list.step === 'again' ? list.againFrom : undefined,
    beforeRequest() {
      // The archive may have been turned off meanwhile.
      if (!pager.canReadAll({ ...list, source })) throw new PagingFailure({ kind: 'not_kept' })
      if (!budgets.allows(sources.get(source), list.list)) throw new BudgetReached()
      if (!archive.hasRoom()) throw new PagingFailure({ kind: 'no_room' })
    },
    onAnswer() {
      job.requests += 1
      job.credits += creditsOf(sources.get(source), list.list)
    },
    onPage({ rows, readsAgainFrom }) {
      list.rows = rows
      list.step = readsAgainFrom ? 'again' : 'missing'
      list.againFrom = readsAgainFrom ?? { cursor: null }
      onProgress(job)
    },
  })
  list.step = 'done'
  onProgress(job)
}

function endOf(error: unknown): RunEnd {
  if (error instanceof BudgetReached) return { is: 'budget' }
  if (error instanceof PagingFailure) return { is: 'failed', problem: error.problem }
  if (!(error instanceof ChainglassFailure)) throw error
  const { error: reason } = error
  if (reason.code === 'cancelled') return { is: 'cancelled' }
  const problem = { kind: 'source', error: reason } as const
  if (reason.code === 'out_of_credits') return { is: 'budget', problem }
  return { is: goesOnLater(reason) ? 'source' : 'failed', problem }
}

/** Whether the problem is not the list's: it passes, or a person solves it elsewhere. */
const goesOnLater = (error: ChainglassError) =>
  (isUnavailable(error) && !(error.code === 'forbidden' && error.byWhom === 'chainglass')) ||
  error.code === 'rate_limited' ||
  error.code === 'storage'
