import { throttle } from '#platform/throttle.ts'
import { createEmitter } from '#shared/emitter.ts'
import {
  describeRepairs,
  type IndexState,
  type NodeAbilities,
  type NodeStatus,
  type Reorganisation,
} from '#shared/node-status.ts'
import { describeNodeTexts, type NodeText } from '#shared/node-texts.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { startText } from '../model/index-start.ts'
import { getUrlHost } from '#platform/json-rpc/node-failure.ts'
import { IndexError } from '../model/index-error.ts'
import type { IndexHead, IndexStore, Totals } from '../store/index-store.ts'
import { firstInvalidField } from '../store/invalid-rows.ts'
import { progressOf } from '../store/prepared-indexes.ts'
import { coinText } from '../sync/facts/coin-contract.ts'
import type { Reorg } from '../sync/handle-reorg.ts'
import type { SyncContext } from '../sync/sync-context.ts'

const WINDOW_MS = 5_000

/** Blocks and transactions per second over the last 5 seconds. */
class ProgressRate {
  #samples: { at: number; blocks: number; transactions: number }[] = []

  add(blocks: number, transactions: number) {
    const at = performance.now()
    this.#samples.push({ at, blocks, transactions })
    this.#dropBefore(at - WINDOW_MS)
  }

  rates(): { blocks: number; transactions: number } {
    const at = performance.now()
    this.#dropBefore(at - WINDOW_MS)
    const first = this.#samples[0]
    if (!first) return { blocks: 0, transactions: 0 }
    const seconds = Math.max(0.25, (at - first.at) / 1000)
    const sum = (pick: (sample: { blocks: number; transactions: number }) => number) =>
      this.#samples.reduce((total, sample) => total + pick(sample), 0) / seconds
    return { blocks: sum((sample) => sample.blocks), transactions: sum((sample) => sample.transactions) }
  }

  clear() {
    this.#samples = []
  }

  #dropBefore(at: number) {
    const keep = this.#samples.findIndex((sample) => sample.at >= at)
    this.#samples = keep === -1 ? [] : this.#samples.slice(keep)
  }
}

/** While blocks are written, listeners are called at most this often. */
const EMIT_INTERVAL_MS = 100
/** During a long sync, its progress is logged this often. */
const LOG_INTERVAL_MS = 3_000

/** The part of a status that is about the index itself. */
interface IndexFacts {
  readonly head: IndexHead | null
  readonly chainId: string | null
  readonly coinContract: string | null
  readonly repairs: NodeStatus['repairs']
  readonly invalid: NodeText | null
  readonly bytes: number
  readonly totals: Totals | undefined
  readonly prepared: NonNullable<NodeStatus['prepared']> | undefined
}
const NO_INDEX: IndexFacts = {
  head: null,
  chainId: null,
  coinContract: null,
  repairs: [],
  invalid: null,
  bytes: 0,
  totals: undefined,
  prepared: undefined,
}

/** Builds the NodeStatus, emits it to listeners (throttled while blocks come in), and logs changes. */
export class StatusReporter {
  /** The first node by its host, and how many there are. */
  readonly #asked: NonNullable<NodeText['values']>
  readonly #store: () => IndexStore | null
  readonly #log: ((line: string) => void) | undefined
  readonly #rate = new ProgressRate()
  readonly #changes = createEmitter<NodeStatus>()
  #state: IndexState = 'connecting'
  #texts: readonly NodeText[]
  #notice: NodeText | null = null
  /** Where the index begins. */
  #start: NodeText | null = null
  /** The addresses that the index is limited to, if it is. */
  #keptFor: NodeText | null = null
  /** The node's refusals, as they were last emitted, and as they were last logged. */
  #refused: string | null = null
  #loggedRefused: string | null = null
  #refusedLoggedAt = -LOG_INTERVAL_MS
  #target = 0
  #oldest = 0
  #node: (() => NodeAbilities) | null = null
  #backfill: SyncContext['backfill'] = null
  /** The nodes that are left out, if there are several. */
  #nodes: () => readonly NodeText[] = () => []
  #traces: NodeText | null = null
  #reorganisation: Reorganisation | null = null
  readonly #emitSoon = throttle(() => {
    this.#emit()
  }, EMIT_INTERVAL_MS)
  #loggedAt = performance.now()

  #facts: IndexFacts = NO_INDEX

  constructor(
    urls: readonly [string, ...string[]],
    store: () => IndexStore | null,
    log?: (line: string) => void,
  ) {
    this.#asked = { host: getUrlHost(urls[0]), count: urls.length }
    this.#store = store
    this.#log = log
    this.#texts = [{ id: 'asking', values: this.#asked }]
  }

  /** Returns a function that removes the listener. */
  addListener(listener: (status: NodeStatus) => void): () => void {
    return this.#changes.on(listener)
  }

  setState(state: IndexState, ...texts: readonly NodeText[]) {
    const message = describeNodeTexts(texts)
    if (this.#state === state && describeNodeTexts(this.#texts) === message) return
    this.#state = state
    this.#texts = texts
    this.#log?.(message)
    this.#emit()
  }

  /** Added to every state from now on. */
  setNotice(notice: NodeText) {
    this.#notice = notice
    this.#log?.(describeNodeTexts([notice]))
    this.#emit()
  }

  onConnected(context: SyncContext, headMode: () => NodeAbilities['heads']) {
    const { identity, connection, store, receipts, frames } = context
    this.#backfill = context.backfill
    this.#nodes = () => context.nodes?.notices ?? []
    this.#traces = frames.isOff ? { id: 'no_traces' } : null
    this.#rate.clear()
    this.#oldest = identity.oldest
    this.#target = identity.head.number
    const start =
      store.start() ??
      (identity.oldest > 0 ? { height: identity.oldest, reason: identity.oldestBecause } : null)
    this.#start = start && startText(start)
    const { filter } = store
    if (filter && !this.#keptFor) {
      this.#keptFor = { id: 'kept_for', values: { count: filter.addresses.length } }
      this.#log?.(describeNodeTexts([this.#keptFor]))
    }
    this.#node = () => ({
      client: identity.client,
      receiptsByBlock: receipts.byBlock,
      frames: frames.method,
      balanceChanges: context.balanceChanges,
      heads: headMode(),
      batches: connection.batches,
    })
  }

  onCatchingUp() {
    this.setState('catching_up', { id: 'reading', values: this.#asked })
  }

  /** `height`: of the node's newest block. */
  onTarget(height: number) {
    this.#target = height
  }

  onBlocks(blocks: readonly ChainBlock[]) {
    this.#rate.add(
      blocks.length,
      blocks.reduce((sum, block) => sum + block.transactions.length, 0),
    )
    const last = blocks.at(-1)
    if (last && last.number >= this.#target) this.#emit()
    else if (this.#state !== 'catching_up') this.onCatchingUp()
    else this.emitThrottled()
    this.#logProgress()
  }

  get target(): number {
    return this.#target
  }

  onFollowing() {
    this.setState('following', { id: 'following', values: this.#asked })
  }

  onReorg(reorg: Reorg) {
    this.#reorganisation = { ...reorg, at: new Date().toISOString() }
    this.#log?.(
      `The chain was set back by ${String(reorg.depth)} blocks to block ${String(reorg.commonAncestor)}; what is no longer true was taken out.`,
    )
    this.#emit()
  }

  /** Emits soon, with whatever comes until then; at once where something is refused that was not, or the other way round. */
  emitThrottled() {
    const refused = describeRepairs(this.#readIndex().repairs)
    if (refused !== this.#refused) this.#emit()
    else this.#emitSoon()
  }

  close() {
    this.#emitSoon.cancel()
  }

  status(): NodeStatus {
    const { head, chainId, coinContract, repairs, invalid, bytes, totals, prepared } = this.#readIndex()
    const rates = this.#rate.rates()
    const of = Math.max(0, this.#target - this.#oldest + 1)
    const done = head ? head.number - this.#oldest + 1 : 0
    const texts = [
      ...this.#texts,
      ...this.#nodes(),
      invalid,
      this.#traces,
      this.#notice,
      this.#start,
      this.#keptFor,
      coinContract === null ? null : coinText(coinContract),
    ].filter((text) => text !== null)
    return {
      state: this.#state,
      texts,
      message: describeNodeTexts(texts),
      chainId,
      coinContract,
      head: head && { number: head.number, hash: head.hash },
      blocks: { done, of: Math.max(of, done) },
      blocksPerSecond: rates.blocks,
      transactionsPerSecond: rates.transactions,
      secondsLeft: this.#state === 'catching_up' && rates.blocks > 0 ? (of - done) / rates.blocks : null,
      traces: {
        done: totals?.traced ?? 0,
        of: totals?.transactions ?? 0,
        unavailable: totals?.untraceable ?? 0,
      },
      repairs,
      node: this.#node?.() ?? null,
      bytesOnDisk: bytes,
      reorganisation: this.#reorganisation,
      ...(prepared && prepared.done < prepared.of && { prepared }),
      ...(this.#backfill && { backfill: this.#backfill.latest }),
    }
  }

  /** Where its database does not answer, as it was when it did. */
  #readIndex(): IndexFacts {
    const store = this.#store()
    if (!store?.database.isOpen) return NO_INDEX
    const { database } = store
    try {
      this.#facts = {
        head: store.head(),
        chainId: store.chainId,
        coinContract: store.coinContract,
        repairs: store.repairCounts(),
        invalid: firstInvalidField(store),
        bytes: database.bytes,
        totals: store.totals,
        prepared: progressOf(database),
      }
    } catch (error) {
      if (!(error instanceof IndexError)) throw error
    }
    return this.#facts
  }

  #emit() {
    this.#emitSoon.cancel()
    const status = this.status()
    this.#refused = describeRepairs(status.repairs)
    this.#logRefused()
    this.#changes.emit(status)
  }

  #logRefused() {
    if (this.#refused === this.#loggedRefused) return
    const now = performance.now()
    const isSoon = now - this.#refusedLoggedAt < LOG_INTERVAL_MS
    if (this.#refused !== null && isSoon) return
    this.#loggedRefused = this.#refused
    this.#refusedLoggedAt = now
    const { invalid } = this.#facts
    if (invalid) this.#log?.(describeNodeTexts([invalid]))
    this.#log?.(this.#refused === null ? 'What the node had refused is there now.' : `${this.#refused}.`)
  }

  #logProgress() {
    const now = performance.now()
    if (!this.#log || now - this.#loggedAt < LOG_INTERVAL_MS) return
    this.#loggedAt = now
    const { blocks, transactionsPerSecond, secondsLeft } = this.status()
    const count = (value: number) => Math.round(value).toLocaleString('en')
    if (secondsLeft === null || secondsLeft < 1) return
    this.#log(
      `${count(blocks.done)} of ${count(blocks.of)} blocks, ${count(transactionsPerSecond)} transactions a second, ${count(secondsLeft)} s left.`,
    )
  }
}
