/** Lists that a person keeps: read to their end by jobs in the background, and kept whatever else is read. */
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
 * `waiting`: for its turn. `budget`: until there are credits or requests to spend again. `source`: until the source
 * answers; it is asked again by itself.
 */
export type KeepState = 'waiting' | 'running' | 'paused' | 'budget' | 'source' | 'done' | 'failed'

interface KeepListProgress extends KeptList {
  /** Held now. */
  readonly rows: number
  /** As the source counted when the job was started; null where it does not. */
  readonly total: number | null
  readonly isDone: boolean
}

export interface KeepJob {
  readonly id: number
  readonly source: string
  readonly lists: readonly KeepListProgress[]
  readonly state: KeepState
  readonly problem?: KeepProblem
  /** What it took so far; no credits where the source takes none. */
  readonly requests: number
  readonly credits: number
  /** At the pace of now; null where it is not running, or the source does not say how many rows there are. */
  readonly secondsLeft: number | null
  /** Ms since 1970: when all of its lists were there to the end last. */
  readonly doneAt: number | null
  /** What is new is read again and again. */
  readonly isFollowed: boolean
}

/** What jobs may take in a day of what one key, or one instance, gives. */
export interface KeepBudget {
  /** The id of an account, or of an instance. */
  readonly holder: string
  readonly unit: 'credits' | 'requests'
  /** Null: as much as there is. */
  readonly amount: number | null
  readonly isDefault: boolean
  readonly spent: number
}

export interface KeepView {
  /** The one started last comes first. */
  readonly jobs: readonly KeepJob[]
  readonly budgets: readonly KeepBudget[]
}

/** What keeping a list takes, as far as it can be known before. */
export interface KeepEstimate extends KeptList {
  readonly loaded: number
  readonly isComplete: boolean
  /** Rows that there are; null where the source does not count them. */
  readonly total: number | null
  /** There are more than `total`. */
  readonly isAtLeast: boolean
  /** Of a page; 0 where requests cost nothing. */
  readonly creditsEach: number
}

export interface KeptCoverage extends KeptList {
  readonly rows: number
  readonly isComplete: boolean
  /** From the newest to the oldest; blocks are null in a list that is not in their order. */
  readonly intervals: readonly {
    readonly top: number | null
    readonly bottom: number | null
    readonly rows: number
  }[]
  /** Compressed, on the disk. */
  readonly bytes: number
  /** Ms since 1970: when its head was read last. */
  readonly readAt: number | null
}

/** Lists of one job. */
const MAX_KEPT_LISTS = 20
const { source: _source, ...ofSource } = listFields
const list = z.object(ofSource)
const lists = z.array(list).check(z.minLength(1), z.maxLength(MAX_KEPT_LISTS))
const count = z.int().check(z.minimum(0))
const job = z.object({ id: count })

export const keepCalls = {
  /** `asksSource`: counters that are not known are asked for. */
  'keep.estimate': call<readonly KeepEstimate[]>().with(
    z.object({ source: sourceId, lists, asksSource: z.optional(z.boolean()) }),
  ),
  /** Gives the job of the same lists where there is one; it goes on. */
  'keep.start': call<KeepJob>().with(
    z.object({
      source: sourceId,
      lists: z
        .array(z.extend(list, { total: z.nullable(count) }))
        .check(z.minLength(1), z.maxLength(MAX_KEPT_LISTS)),
      isFollowed: z.optional(z.boolean()),
    }),
  ),
  'keep.pause': call<null>().with(job),
  /** Also of one that is done: what is new is read. */
  'keep.resume': call<null>().with(job),
  'keep.readAgain': call<null>().with(job),
  'keep.follow': call<null>().with(z.extend(job, { isFollowed: z.boolean() })),
  /** With everything it kept that no other job keeps. */
  'keep.forget': call<null>().with(job),
  'keep.coverage': call<readonly KeptCoverage[]>().with(job),
  /** `amount`: null for as much as there is, absent for what it is at first. */
  'keep.setBudget': call<null>().with(z.object({ holder: sourceId, amount: z.optional(z.nullable(count)) })),
} as const

export const keepEvents = {
  'keep.changed': event<KeepView>().with(z.object({})),
} as const
