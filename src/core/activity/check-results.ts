/** What checks of new transactions found, in the stored result of a poll. */
import * as z from 'zod/mini'
import { stateOfRow } from '#shared/check/check-words.ts'
import { MAX_DIFFERING, type ActivityCheck } from '#shared/rpc/contract/activity.ts'
import type { CheckedNode, CheckedRow, CheckProblem, FindingState } from '#shared/rpc/contract/check.ts'

/** The result of one check. */
export interface CheckRound {
  /** Null if none of the chain is followed; undefined if none was asked. */
  readonly node?: CheckedNode | null | undefined
  readonly problem?: CheckProblem | null | undefined
  readonly rows: readonly CheckedRow[]
  /** Keys of rows that were not compared so far. */
  readonly unchecked: readonly string[]
}

/** Transactions of one address that are known by what they were counted as: more than wait at once. */
const MAX_COUNTED = 1_000

const stored = z.object({
  proven: z.number(),
  agrees: z.number(),
  differs: z.number(),
  unchecked: z.number(),
  node: z.nullable(z.custom<CheckedNode>()),
  problem: z.nullable(z.custom<CheckProblem>()),
  /** Those that differ, newest first. */
  rows: z.array(z.custom<CheckedRow>()),
  /** What transactions were counted as, by key; the last one last. */
  counted: z.array(z.tuple([z.string(), z.enum(['proven', 'agrees', 'differs', 'unchecked'])])),
})
export type StoredCheck = z.infer<typeof stored>

const NOTHING = { proven: 0, agrees: 0, unchecked: 0, problem: null }

/** Undefined if nothing was checked. */
export function readStoredCheck(text: string): StoredCheck | undefined {
  if (text === '') return undefined
  const read = z.safeParse(stored, JSON.parse(text))
  return read.success ? read.data : undefined
}

export function withRound(
  before: StoredCheck = { ...NOTHING, differs: 0, node: null, rows: [], counted: [] },
  { node = before.node, problem = before.problem, rows, unchecked }: CheckRound,
): StoredCheck {
  const { proven, agrees, differs } = before
  const counts = { proven, agrees, differs, unchecked: before.unchecked }
  const counted = new Map(before.counted)
  // One that came into another block is checked again: what was said of it before no longer counts.
  const count = (key: string, state: FindingState) => {
    const earlier = counted.get(key)
    if (earlier !== undefined) counts[earlier] -= 1
    counts[state] += 1
    counted.delete(key)
    counted.set(key, state)
  }
  for (const { key, findings } of rows) count(key, stateOfRow(findings))
  // One that differs does so until it is compared again.
  for (const key of unchecked) if (counted.get(key) !== 'differs') count(key, 'unchecked')
  const keys = new Set(rows.map(({ key }) => key))
  const differing = rows.filter(({ findings }) => stateOfRow(findings) === 'differs')
  const others = before.rows.filter(({ key }) => !keys.has(key))
  return {
    ...counts,
    ...{ node, problem, rows: [...differing, ...others].slice(0, MAX_DIFFERING) },
    counted: [...counted].slice(-MAX_COUNTED),
  }
}

/** The transactions that differ: these stay after new activity was seen. */
export const onlyDiffering = ({ differs, node, rows, counted }: StoredCheck): StoredCheck | undefined =>
  rows.length === 0
    ? undefined
    : { ...NOTHING, differs, node, rows, counted: counted.filter(([, state]) => state === 'differs') }

export const toActivityCheck = ({ rows, counted: _, ...check }: StoredCheck): ActivityCheck => ({
  ...check,
  differing: rows.map(({ key }) => key),
})
