/** What checks of new transactions found, in the stored result of a poll. */
import * as z from 'zod/mini'
import { countRows, stateOfRow } from '#shared/check/check-words.ts'
import { MAX_DIFFERING, type ActivityCheck } from '#shared/rpc/contract/activity.ts'
import type { CheckedNode, CheckedRow, CheckProblem } from '#shared/rpc/contract/check.ts'

/** The result of one check. */
export interface CheckRound {
  /** Null if none of the chain is followed. */
  readonly node: CheckedNode | null
  readonly problem: CheckProblem | null
  readonly rows: readonly CheckedRow[]
  /** Number of rows that were not compared, and will not be. */
  readonly unchecked: number
}

const stored = z.object({
  proven: z.number(),
  agrees: z.number(),
  differs: z.number(),
  unchecked: z.number(),
  node: z.nullable(z.custom<CheckedNode>()),
  problem: z.nullable(z.custom<CheckProblem>()),
  /** Those that differ, newest first. */
  rows: z.array(z.custom<CheckedRow>()),
})
export type StoredCheck = z.infer<typeof stored>

/** Undefined if nothing was checked. */
export function readStoredCheck(text: string): StoredCheck | undefined {
  if (text === '') return undefined
  const read = z.safeParse(stored, JSON.parse(text))
  return read.success ? read.data : undefined
}

export function withRound(
  before: StoredCheck | undefined,
  { node, problem, rows, unchecked }: CheckRound,
): StoredCheck {
  const counts = countRows(rows)
  const differing = rows.filter(({ findings }) => stateOfRow(findings) === 'differs')
  return {
    proven: (before?.proven ?? 0) + counts.proven,
    agrees: (before?.agrees ?? 0) + counts.agrees,
    differs: (before?.differs ?? 0) + counts.differs,
    unchecked: (before?.unchecked ?? 0) + counts.unchecked + unchecked,
    ...{ node, problem },
    rows: [...differing, ...(before?.rows ?? [])].slice(0, MAX_DIFFERING),
  }
}

/** What is left once new activity was seen: the transactions that differ. */
export const onlyDiffering = ({ differs, node, rows }: StoredCheck): StoredCheck | undefined =>
  rows.length === 0
    ? undefined
    : { ...{ proven: 0, agrees: 0, unchecked: 0, differs, node, rows }, problem: null }

export const toActivityCheck = ({ rows, ...check }: StoredCheck): ActivityCheck => ({
  ...check,
  differing: rows.map(({ key }) => key),
})
