import { onScopeDispose, shallowRef } from 'vue'
import { MAX_LIST_ROWS } from '#shared/check/checked-rows.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { CheckedNode, CheckProblem } from '#shared/rpc/contract/check.ts'
import type { MarkedRow } from '#renderer/entities/cell-context.ts'
import type { ShownList } from '../model/use-shown-list.ts'

/** Rows of one call: few enough for a progress that moves, and for a stop that is soon. */
const ROWS_PER_CALL = 25

interface RowCheckResult {
  /** The node; of another source its name alone. */
  readonly node: CheckedNode
  readonly problem: CheckProblem | undefined
  /** Rows that could not be read. */
  readonly unread: number
  /** Some shown rows were not checked: a person stopped, or there are too many. */
  readonly isPart: boolean
  /** Set for another source. */
  readonly compared?: ComparedWith
}

export interface ComparedWith {
  /** Names of rows that it alone has. */
  readonly missing: readonly string[]
  /** Rows that it may have, too. */
  readonly notCompared: number
  /** Both lists were read to their end, and nothing in between is missing. */
  readonly isWhole: boolean
}

/** A transfer of several ids is a row for each of them, of one key. */
function joinedByKey(rows: readonly MarkedRow[]): ReadonlyMap<string, MarkedRow> {
  const joined = new Map<string, MarkedRow>()
  for (const row of rows) {
    const findings = [...(joined.get(row.key)?.findings ?? []), ...row.findings]
    joined.set(row.key, { ...row, findings })
  }
  return joined
}

/** Compares rows of a list with a node, as they are shown and from the first one on, or with another source. */
export function useRowCheck(list: () => ShownList) {
  const found = shallowRef<ReadonlyMap<string, MarkedRow>>(new Map())
  const progress = shallowRef<{ readonly done: number; readonly of: number }>()
  const result = shallowRef<RowCheckResult>()
  const error = shallowRef<ChainglassError>()
  let running: AbortController | undefined

  function stop() {
    running?.abort()
    running = undefined
    progress.value = undefined
  }
  async function run(rpcUrl: string) {
    stop()
    const abort = (running = new AbortController())
    const { rows, shown } = list()
    const of = Math.min(MAX_LIST_ROWS, shown.count)
    found.value = new Map()
    result.value = error.value = undefined
    progress.value = { done: 0, of }
    for (let [offset, unread] = [0, 0]; offset < of; offset += ROWS_PER_CALL) {
      const limit = Math.min(ROWS_PER_CALL, of - offset)
      const answer = await rows.check(rpcUrl, offset, limit, abort.signal)
      if (abort.signal.aborted) return
      if (!answer.ok) {
        error.value = answer.error
        break
      }
      const { data } = answer
      if (data.outcome === 'refused') {
        // Nothing of a node that lies counts.
        if (data.problem.kind === 'lies') found.value = new Map()
        result.value = { node: data.node, problem: data.problem, unread, isPart: true }
        break
      }
      unread += data.unread
      found.value = new Map([...found.value, ...data.rows.map((row) => [row.key, row] as const)])
      const done = offset + data.rows.length + data.unread
      const isEnd = done >= of || data.rows.length + data.unread < limit
      result.value = {
        ...{ node: data.node, problem: undefined, unread },
        isPart: !isEnd || shown.count > of,
      }
      progress.value = { done, of }
      if (isEnd) break
    }
    stop()
  }
  async function compare(other: { readonly id: string; readonly name: string }) {
    stop()
    const { signal } = (running = new AbortController())
    found.value = new Map()
    result.value = error.value = undefined
    progress.value = { done: 0, of: 0 }
    const answer = await list().rows.compare(other.id, signal)
    if (signal.aborted) return
    if (answer.ok) {
      const { rows, notCompared, unread, isWhole, hasGap, notices } = answer.data
      const isMissing = ({ findings: [first] }: MarkedRow) => first?.field === null && first.source === null
      const own = rows.filter((row) => !isMissing(row))
      found.value = joinedByKey(own.map((row) => ({ ...row, against: other.name })))
      result.value = {
        ...{ node: { host: other.name, chainId: null }, problem: undefined, unread, isPart: false },
        compared: {
          missing: rows
            .filter(isMissing)
            .flatMap(({ findings: [first] }) => (first?.state === 'differs' ? (first.other ?? []) : [])),
          notCompared,
          isWhole: isWhole && !hasGap && notices.flat().length === 0,
        },
      }
    } else error.value = answer.error
    stop()
  }
  onScopeDispose(stop)
  return { found, progress, result, error, run, compare, stop }
}
