/**
 * Compares new transactions of watched addresses with a followed node, one address after another and beside the polls.
 * The source is not asked again: what was read is compared.
 */
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import { askNode, isNodeFollowed, type AskNodeDeps } from '../check/ask-node.ts'
import { checkRows, createBlockReaders } from '../check/check-rows.ts'
import { markYoung } from '../check/mark-young.ts'
import { UntrustedNode } from '../check/node-problem.ts'
import type { BlockReader } from '../check/block-evidence.ts'
import type { CheckRound } from './check-results.ts'
import type { NewItem } from './count-new-items.ts'
import type { PollTarget } from './poll-targets.ts'

export interface RowChecks {
  /**
   * Takes what a poll found; those that the node could not tell are compared with them again. Returns whether a report
   * follows, or came meanwhile.
   */
  add(this: void, target: PollTarget, rows: readonly NewItem[]): boolean
  /** Ends what is being compared, and drops what waits. */
  end(): void
}

export interface RowChecksDeps extends AskNodeDeps {
  readonly isOn: () => boolean
  readonly onChecked: (target: PollTarget, round: CheckRound) => void
}

interface Waiting {
  readonly target: PollTarget
  readonly rows: readonly WaitingRow[]
}

interface WaitingRow extends NewItem {
  /** How often the node could not tell: it does not answer, or has not come to the block. */
  readonly tries: number
  /** It differs, and is not deep enough: a node that fails meanwhile does not end the wait. */
  readonly waitsForDepth: boolean
}

/** Rows of one address that wait; more are not compared. */
const MAX_WAITING = 500
const MAX_TRIES = 3
/** More, since a row has to be `CONFIRMATIONS` deep: an hour of polls of an instance. */
const MAX_TRIES_OF_BRANCH = 30

export function createRowChecks(deps: RowChecksDeps): RowChecks {
  const { isOn, onChecked } = deps
  const blocks = createBlockReaders()
  const waiting = new Map<string, Waiting>()
  const again = new Map<string, Waiting['rows']>()
  let running: AbortController | undefined

  async function run() {
    if (running) return
    const own = (running = new AbortController())
    try {
      for (const [key, { target, rows }] of waiting) {
        waiting.delete(key)
        await check(key, { target, rows: take(key, target, rows) }, own.signal)
        if (own.signal.aborted) return
      }
    } finally {
      if (running === own) running = undefined
    }
  }

  /** Rows that are to be compared, with those that are tried again. */
  function take(key: string, target: PollTarget, rows: Waiting['rows']): Waiting['rows'] {
    const all = joinRows(rows, again.get(key) ?? [])
    again.delete(key)
    const dropped = all.slice(MAX_WAITING)
    if (dropped.length > 0) onChecked(target, { rows: [], unchecked: keysOf(dropped) })
    return all.slice(0, MAX_WAITING)
  }

  async function check(key: string, { target, rows }: Waiting, signal: AbortSignal) {
    const { source } = target
    const behind = new Set<number>()
    try {
      if (!isNodeFollowed(deps.sources, source.id)) {
        onChecked(target, { node: null, problem: null, rows: [], unchecked: keysOf(rows) })
        return
      }
      const reply = await askNode(deps, { source: source.id }, signal, async (node) => {
        const read = notingBehind(blocks.open(node, key, true).read, behind)
        const page = { items: rows.map(({ item }) => item), keys: rows.map(({ key }) => key) }
        return markYoung(node, await checkRows(node, 'address-transactions', page, read))
      })
      if (signal.aborted) return
      const isRefused = reply.outcome === 'refused'
      const isLying = isRefused && reply.problem.kind === 'lies'
      const checked = isRefused ? [] : reply.answer
      const tried = rows.map((row, at) => triedRow(row, checked[at]))
      const late = isLying ? [] : tried.filter((row) => isLate(row, behind))
      if (late.length > 0) again.set(key, late)
      // What is tried again counts as unchecked: a restart drops it.
      const settled = tried.flatMap((row) =>
        row.checked && !row.checked.isYoung && !late.includes(row) ? [row.checked] : [],
      )
      const told = new Set(keysOf(settled))
      onChecked(target, {
        node: reply.node,
        problem: isRefused ? reply.problem : null,
        rows: settled,
        unchecked: keysOf(rows).filter((key) => !told.has(key)),
      })
    } catch {
      // The source was removed meanwhile, or its rows are none.
      if (!signal.aborted) onChecked(target, { rows: [], unchecked: keysOf(rows) })
    }
  }

  return {
    add(target, rows) {
      if (!isOn()) return false
      const key = `${String(target.entry.id)} ${target.source.id}`
      const fresh = rows.map((row) => ({ ...row, tries: 0, waitsForDepth: false }))
      const all = take(key, target, joinRows(fresh, waiting.get(key)?.rows ?? []))
      if (all.length === 0) return false
      waiting.set(key, { target, rows: all })
      void run()
      return true
    },
    end() {
      running?.abort()
      running = undefined
      waiting.clear()
      again.clear()
    },
  }
}

/** Newest first. One that came into another block since is compared as it is now. */
function joinRows(rows: Waiting['rows'], earlier: Waiting['rows']): Waiting['rows'] {
  const keys = new Set(keysOf(rows))
  return [...rows, ...earlier.filter(({ key }) => !keys.has(key))]
}

interface Tried extends WaitingRow {
  /** Undefined if the node could not be asked. */
  readonly checked: CheckedRow | undefined
}

const triedRow = (row: WaitingRow, checked: Tried['checked']): Tried => ({
  ...row,
  tries: row.tries + 1,
  waitsForDepth: row.waitsForDepth || checked?.isYoung === true,
  checked,
})

function isLate({ tries, waitsForDepth, checked }: Tried, behind: ReadonlySet<number>): boolean {
  if (tries >= (waitsForDepth ? MAX_TRIES_OF_BRANCH : MAX_TRIES)) return false
  return !checked || checked.isYoung === true || behind.has(checked.height ?? -1)
}

const keysOf = (rows: readonly { readonly key: string }[]) => rows.map(({ key }) => key)

/** Adds the heights that the node has not come to. */
const notingBehind =
  (read: BlockReader, behind: Set<number>): BlockReader =>
  async (height) => {
    try {
      return await read(height)
    } catch (error) {
      if (error instanceof UntrustedNode && error.problem.kind === 'behind') behind.add(height)
      throw error
    }
  }
