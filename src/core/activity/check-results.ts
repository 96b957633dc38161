/** What checks of new transactions found, in the stored result of a poll. */
import * as z from 'zod/mini'
import { countRows, stateOfRow } from '#shared/check/check-words.ts'
import { MAX_DIFFERING, type ActivityCheck } from '#shared/rpc/contract/activity.ts'
import type { CheckedNode, CheckedRow, CheckProblem } from '#shared/rpc/contract/check.ts'

/** The result of one check. */
export interface CheckRound {
  /** Null if none of the chain is followed; undefined if none was asked. */
  readonly node?: CheckedNode | null | undefined
  readonly problem?: CheckProblem | null | undefined
  readonly rows: readonly CheckedRow[]
  /** Number of rows that were not compared so far, less those of earlier rounds that are now settled. */
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
  const keys = new Set(rows.map(({ key }) => key))
  // A transaction that came into another block is checked again: what was said of it before no longer counts.
  const others = (before?.rows ?? []).filter(({ key }) => !keys.has(key))
  const replaced = (before?.rows.length ?? 0) - others.length
  return {
    proven: (before?.proven ?? 0) + counts.proven,
    agrees: (before?.agrees ?? 0) + counts.agrees,
    differs: (before?.differs ?? 0) - replaced + counts.differs,
    // Less than none: they were seen meanwhile.
    unchecked: Math.max((before?.unchecked ?? 0) + counts.unchecked + unchecked, 0),
    node: node === undefined ? (before?.node ?? null) : node,
    problem: problem === undefined ? (before?.problem ?? null) : problem,
    rows: [...differing, ...others].slice(0, MAX_DIFFERING),
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
