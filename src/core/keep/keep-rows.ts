/** Keep jobs and budgets in the store. Rows that no longer fit their schema are left out. */
import { cursor } from '#shared/lists/page.ts'
import type { KeepProblem } from '#shared/rpc/contract/keep-problem.ts'
import type { KeepState, KeptList } from '#shared/rpc/contract/keep.ts'
import { filters, listId, params as listParams } from '#shared/rpc/contract/lists.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { ListRequest } from '../archive/list-name.ts'
import { problemOf, shownState, storedState, type JobState } from './job-state.ts'
import type { Place } from '../read/page-through-list.ts'

/** The next step of a list: its head, missing rows, a page of reading it again, or nothing. */
type KeepStep = 'head' | 'missing' | 'again' | 'done'

export interface KeepListRow extends KeptList {
  readonly total: number | null
  rows: number
  step: KeepStep
  againFrom: Place
}

export interface KeepJobRow {
  readonly id: number
  readonly source: string
  readonly lists: readonly KeepListRow[]
  state: JobState
  isFollowed: boolean
  requests: number
  credits: number
  doneAt: number | null
}

/** All jobs by id. */
export type KeptJobs = Map<number, KeepJobRow>

/** Removes jobs of sources that no longer exist. */
export function readKeptJobs(store: Database, isSource: (id: string) => boolean): KeptJobs {
  const jobs: KeptJobs = new Map()
  for (const job of readKeepJobs(store))
    if (isSource(job.source)) jobs.set(job.id, job)
    else deleteKeepJob(store, job.id)
  return jobs
}

export const keptLists = (jobs: KeptJobs): ListRequest[] =>
  [...jobs.values()].flatMap(({ source, lists }) => lists.map((list) => ({ ...list, source })))

const HEAD: Place = { cursor: null }

interface StoredJob {
  readonly id: number
  readonly source: string
  readonly state: KeepState
  readonly problem: string | null
  readonly isFollowed: number
  readonly requests: number
  readonly credits: number
  readonly doneAt: number | null
}
interface StoredList {
  readonly list: string
  readonly params: string
  readonly filters: string
  readonly total: number | null
  readonly rows: number
  readonly step: KeepStep
  readonly againFrom: string | null
}

function readKeepJobs(store: Database): KeepJobRow[] {
  const jobs = store.all<StoredJob>(
    `SELECT id, source, state, problem, is_followed AS isFollowed, requests, credits, done_at AS doneAt
      FROM keep_jobs ORDER BY id`,
  )
  return jobs.flatMap(({ state, problem, isFollowed, ...job }) => {
    const stored = store.all<StoredList>(
      `SELECT list, params, filters, total, rows, step, again_from AS againFrom
        FROM keep_lists WHERE job_id = ? ORDER BY position`,
      job.id,
    )
    const lists = stored.flatMap((list) => toList(list) ?? [])
    if (lists.length === 0 || lists.length < stored.length) return []
    return [
      {
        ...job,
        lists,
        isFollowed: isFollowed === 1,
        state: storedState(
          state,
          problem === null ? undefined : (parseJson(problem) as KeepProblem | undefined),
        ),
      },
    ]
  })
}

function toList({ list, params, filters: set, againFrom, ...rest }: StoredList): KeepListRow | undefined {
  const name = listId.safeParse(list)
  const parsedParams = listParams.safeParse(parseJson(params))
  const parsedFilters = filters.safeParse(parseJson(set))
  if (!name.success || !parsedParams.success || !parsedFilters.success) return undefined
  const from = againFrom === null ? undefined : cursor.safeParse(parseJson(againFrom))
  return {
    ...rest,
    list: name.data,
    params: parsedParams.data,
    filters: parsedFilters.data,
    againFrom: from?.success ? { cursor: from.data } : HEAD,
  }
}

export function insertKeepJob(
  store: Database,
  job: { readonly source: string; readonly isFollowed: boolean },
  lists: readonly (KeptList & { readonly total: number | null; readonly rows: number })[],
): KeepJobRow {
  return store.transaction(() => {
    const id = store.insert(
      "INSERT INTO keep_jobs (source, state, is_followed) VALUES (?, 'waiting', ?)",
      job.source,
      Number(job.isFollowed),
    )
    for (const [position, { list, params, filters: set, total, rows }] of lists.entries())
      store.run(
        `INSERT INTO keep_lists (job_id, position, list, params, filters, total, rows, step)
          VALUES (?, ?, ?, ?, ?, ?, ?, 'head')`,
        id,
        position,
        list,
        JSON.stringify(params),
        JSON.stringify(set),
        total,
        rows,
      )
    return {
      ...job,
      id,
      state: { is: 'waiting' },
      requests: 0,
      credits: 0,
      doneAt: null,
      lists: lists.map((list) => ({ ...list, step: 'head', againFrom: HEAD })),
    }
  })
}

/** Writes the job's present state; a running job waits for its turn after a restart. */
export function writeKeepJob(store: Database, job: KeepJobRow): void {
  const state = shownState(job.state)
  if (state === undefined) return
  const problem = problemOf(job.state)
  store.transaction(() => {
    store.run(
      `UPDATE keep_jobs SET state = ?, problem = ?, is_followed = ?, requests = ?, credits = ?, done_at = ?
        WHERE id = ?`,
      state === 'running' ? 'waiting' : state,
      problem === undefined ? null : JSON.stringify(problem),
      Number(job.isFollowed),
      job.requests,
      job.credits,
      job.doneAt,
      job.id,
    )
    for (const [position, { rows, step, againFrom }] of job.lists.entries())
      store.run(
        'UPDATE keep_lists SET rows = ?, step = ?, again_from = ? WHERE job_id = ? AND position = ?',
        rows,
        step,
        step === 'again' && againFrom.cursor ? JSON.stringify(againFrom.cursor) : null,
        job.id,
        position,
      )
  })
}

export const deleteKeepJob = (store: Database, id: number) =>
  store.run('DELETE FROM keep_jobs WHERE id = ?', id)

/** By holder; null for all that is available. */
export const readKeepBudgets = (store: Database): Map<string, number | null> =>
  new Map(
    store
      .all<{ holder: string; amount: number | null }>('SELECT holder, amount FROM keep_budgets')
      .map(({ holder, amount }) => [holder, amount]),
  )

/** Undefined restores the default. */
export function writeKeepBudget(store: Database, holder: string, amount: number | null | undefined): void {
  if (amount === undefined) store.run('DELETE FROM keep_budgets WHERE holder = ?', holder)
  else store.run('INSERT OR REPLACE INTO keep_budgets (holder, amount) VALUES (?, ?)', holder, amount)
}
