/** Jobs that read lists to their end in the background and keep them, whatever else is read. */
import * as z from 'zod/mini'
import type { ListId } from '#shared/lists/list-table.ts'
import { call, event } from './definition.ts'
import type { KeepProblem } from './keep-problem.ts'
import { listFields, sourceId, type Filters } from './lists.ts'

export interface KeptList {
  readonly list: ListId
  readonly params: Readonly<Record<string, string>>
  readonly filters: Filters
}

/**
 * `waiting`: for its turn. `budget`: until credits or requests are available again. `source`: until the source
 * answers, which is retried.
 */
export type KeepState = 'waiting' | 'running' | 'paused' | 'budget' | 'source' | 'done' | 'failed'

interface KeepListProgress extends KeptList {
  /** The number of rows that are stored now. */
  readonly rows: number
  /** The source's count when the job started; null if it does not count. */
  readonly total: number | null
  readonly isDone: boolean
}

export interface KeepJob {
  readonly id: number
  readonly source: string
  readonly lists: readonly KeepListProgress[]
  readonly state: KeepState
  readonly problem?: KeepProblem
  /** The requests and credits that the job has used; credits are 0 if the source takes none. */
  readonly requests: number
  readonly credits: number
  /** At the present speed; null if the job is not running, or the source does not count the rows. */
  readonly secondsLeft: number | null
  /** When all lists were last complete, in ms since 1970. */
  readonly doneAt: number | null
  /** New rows are read again and again. */
  readonly isFollowed: boolean
}

/** The part of a key's, or an instance's, daily allowance that jobs may use. */
export interface KeepBudget {
  /** The id of an account, or of an instance. */
  readonly holder: string
  readonly unit: 'credits' | 'requests'
  /** Null for all that is available. */
  readonly amount: number | null
  readonly isDefault: boolean
  readonly spent: number
}

export interface KeepView {
  /** The most recently started job comes first. */
  readonly jobs: readonly KeepJob[]
  readonly budgets: readonly KeepBudget[]
}

/** The cost of keeping a list, as far as it can be known in advance. */
export interface KeepEstimate extends KeptList {
  readonly loaded: number
  readonly isComplete: boolean
  /** The number of rows; null if the source does not count them. */
  readonly total: number | null
  /** There are more rows than `total`. */
  readonly isAtLeast: boolean
  /** The cost of a page; 0 if requests are free. */
  readonly creditsEach: number
}

export interface KeptCoverage extends KeptList {
  readonly rows: number
  readonly isComplete: boolean
  /** From the newest to the oldest. Blocks are null if the list is not in the order of blocks. */
  readonly intervals: readonly {
    readonly top: number | null
    readonly bottom: number | null
    readonly rows: number
  }[]
  /** The compressed size on the disk. */
  readonly bytes: number
  /** When the head of the list was last read, in ms since 1970. */
  readonly readAt: number | null
}

/** The maximal number of lists of one job. */
const MAX_KEPT_LISTS = 20
const { source: _source, ...ofSource } = listFields
const list = z.object(ofSource)
const lists = z.array(list).check(z.minLength(1), z.maxLength(MAX_KEPT_LISTS))
const count = z.int().check(z.minimum(0))
const job = z.object({ id: count })

export const keepCalls = {
  /** `asksSource`: requests unknown counters. */
  'keep.estimate': call<readonly KeepEstimate[]>().with(
    z.object({ source: sourceId, lists, asksSource: z.optional(z.boolean()) }),
  ),
  /** Starts a job. If there is a job of the same lists, it continues and is returned. */
  'keep.start': call<KeepJob>().with(
    z.object({
      source: sourceId,
      lists: z
        .array(z.extend(list, { total: z.nullable(count) }))
        .check(z.minLength(1), z.maxLength(MAX_KEPT_LISTS)),
      isFollowed: z.optional(z.boolean()),
    }),
  ),
  /** Stops a job until it is resumed. */
  'keep.pause': call<null>().with(job),
  /** Resumes a job. A finished job reads new rows. */
  'keep.resume': call<null>().with(job),
  /** Reads what a job keeps from its source once more, from the start. */
  'keep.readAgain': call<null>().with(job),
  /** Whether a job that is done reads new rows as they come. */
  'keep.follow': call<null>().with(z.extend(job, { isFollowed: z.boolean() })),
  /** Removes the job and all data that no other job keeps. */
  'keep.forget': call<null>().with(job),
  /** The stored and the missing intervals of each list of a job. */
  'keep.coverage': call<readonly KeptCoverage[]>().with(job),
  /** `amount`: null for all that is available, absent for the default. */
  'keep.setBudget': call<null>().with(z.object({ holder: sourceId, amount: z.optional(z.nullable(count)) })),
} as const

export const keepEvents = {
  /** The jobs and how far they are. */
  'keep.changed': event<KeepView>().with(z.object({})),
} as const
