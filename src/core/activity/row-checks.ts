/**
 * Compares new transactions of watched addresses with a followed node, one address after another and beside the polls.
 * The source is not asked again: what was read is compared.
 */
import { askNode, isNodeFollowed, type AskNodeDeps } from '../check/ask-node.ts'
import { checkRows, createBlockReaders } from '../check/check-rows.ts'
import { NotBelieved } from '../check/node-problem.ts'
import type { BlockReader } from '../check/block-evidence.ts'
import type { CheckRound } from './check-results.ts'
import type { NewItem } from './count-new-items.ts'
import type { PollTarget } from './poll-targets.ts'

export interface RowChecks {
  /** Takes what a poll found; those that the node could not tell are compared with them again. */
  add(this: void, target: PollTarget, rows: readonly NewItem[]): void
  /** Ends what is being compared, and drops what waits. */
  end(): void
}

export interface RowChecksDeps extends AskNodeDeps {
  readonly isOn: () => boolean
  readonly onChecked: (target: PollTarget, round: CheckRound) => void
}

interface Waiting {
  readonly target: PollTarget
  /** How often the node could not tell: it does not answer, or has not come to the block. */
  readonly rows: readonly (NewItem & { readonly tries: number })[]
}

/** Rows of one address that wait; more are not compared. */
const MAX_WAITING = 500
const MAX_TRIES = 3

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
        await check(key, { target, rows }, own.signal)
        if (own.signal.aborted) return
      }
    } finally {
      if (running === own) running = undefined
    }
  }

  async function check(key: string, { target, rows }: Waiting, signal: AbortSignal) {
    const { source } = target
    const behind = new Set<number>()
    try {
      if (!isNodeFollowed(deps.sources, source.id)) {
        onChecked(target, { node: null, problem: null, rows: [], unchecked: rows.length })
        return
      }
      const reply = await askNode(deps, { source: source.id }, signal, (node) => {
        const read = notingBehind(blocks.open(node, key, true).read, behind)
        const page = { items: rows.map(({ item }) => item), keys: rows.map(({ key }) => key) }
        return checkRows(node, 'address-transactions', page, read)
      })
      if (signal.aborted) return
      const isRefused = reply.outcome === 'refused'
      const isLying = isRefused && reply.problem.kind === 'lies'
      const checked = isRefused ? [] : reply.answer
      const isLate = ({ tries }: { readonly tries: number }, at: number) =>
        !isLying && tries + 1 < MAX_TRIES && (isRefused || behind.has(checked[at]?.height ?? -1))
      const late = rows.filter(isLate).map((row) => ({ ...row, tries: row.tries + 1 }))
      if (late.length > 0) again.set(key, late)
      onChecked(target, {
        node: reply.node,
        problem: isRefused ? reply.problem : null,
        rows: checked.filter((_, at) => !isLate(rows[at] ?? { tries: 0 }, at)),
        unchecked: isRefused ? rows.length - late.length : 0,
      })
    } catch {
      // The source or the program has ended meanwhile.
    }
  }

  return {
    add(target, rows) {
      if (!isOn()) return
      const key = `${String(target.entry.id)} ${target.source.id}`
      const all = [
        ...(waiting.get(key)?.rows ?? []),
        ...(again.get(key) ?? []),
        ...rows.map((row) => ({ ...row, tries: 0 })),
      ]
      again.delete(key)
      if (all.length === 0) return
      const unchecked = Math.max(all.length - MAX_WAITING, 0)
      if (unchecked > 0) onChecked(target, { node: null, problem: null, rows: [], unchecked })
      waiting.set(key, { target, rows: all.slice(unchecked) })
      void run()
    },
    end() {
      running?.abort()
      running = undefined
      waiting.clear()
      again.clear()
    },
  }
}

/** Adds the heights that the node has not come to. */
const notingBehind =
  (read: BlockReader, behind: Set<number>): BlockReader =>
  async (height) => {
    try {
      return await read(height)
    } catch (error) {
      if (error instanceof NotBelieved && error.problem.kind === 'behind') behind.add(height)
      throw error
    }
  }
