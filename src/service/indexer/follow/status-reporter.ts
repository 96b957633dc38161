import { createEmitter } from '#shared/emitter.ts'
import { ProgressMeter } from './progress-rate.ts'
import type { IndexState, NodeStatus, NodeAbilities, Reorganisation } from '#shared/node-status.ts'
import type { ChainBlock } from '../model/chain-block.ts'
import { hostOf } from '../node/http-exchange.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { Session } from '../sync/sync-context.ts'

/** Listeners are told this often at most while blocks stream in. */
const TELL_MS = 100
/** So that a long catch-up is seen to go on. */
const LOG_MS = 3_000

/** What is to be said of the work, and those who listen. */
export class StatusBoard {
  readonly #host: string
  readonly #store: () => IndexStore | null
  readonly #log: ((line: string) => void) | undefined
  readonly #meter = new ProgressMeter()
  readonly #reports = createEmitter<NodeStatus>()
  #state: IndexState = 'connecting'
  #message: string
  #notice: string | null = null
  #target = 0
  #oldest = 0
  #node: (() => NodeAbilities) | null = null
  #reorganisation: Reorganisation | null = null
  #told = 0
  #logged = performance.now()

  constructor(url: string, store: () => IndexStore | null, log?: (line: string) => void) {
    this.#host = hostOf(url)
    this.#store = store
    this.#log = log
    this.#message = `Asking the node at ${this.#host}.`
  }

  listen(listener: (status: NodeStatus) => void): () => void {
    return this.#reports.on(listener)
  }

  set(state: IndexState, message: string) {
    if (this.#state === state && this.#message === message) return
    this.#state = state
    this.#message = message
    this.#log?.(message)
    this.tell()
  }

  /** Said with every message from now on. */
  notice(words: string) {
    this.#notice = words
    this.#log?.(words)
    this.tell()
  }

  connected(session: Session, heads: () => 'websocket' | 'poll') {
    const { identity, connection, receipts, frames } = session
    this.#meter.clear()
    this.#oldest = identity.oldest
    this.#target = identity.head.number
    if (identity.oldestBecause !== null) this.#notice = identity.oldestBecause
    this.#node = () => ({
      client: identity.client,
      receiptsByBlock: receipts.byBlock,
      frames: frames.way,
      balanceChanges: session.balanceChanges,
      heads: heads(),
      batches: connection.batches,
    })
    this.set('catching_up', `Reading the blocks of the node at ${this.#host}.`)
  }

  target(height: number) {
    this.#target = height
  }

  blocks(blocks: readonly ChainBlock[]) {
    this.#meter.add(
      blocks.length,
      blocks.reduce((sum, block) => sum + block.transactions.length, 0),
    )
    const last = blocks.at(-1)
    if (last && last.number >= this.#target) this.tell()
    else if (this.#state !== 'catching_up')
      this.set('catching_up', `Reading the blocks of the node at ${this.#host}.`)
    else if (performance.now() - this.#told >= TELL_MS) this.tell()
    this.#logProgress()
  }

  #logProgress() {
    const now = performance.now()
    if (!this.#log || now - this.#logged < LOG_MS) return
    this.#logged = now
    const { blocks, transactionsPerSecond, secondsLeft } = this.status()
    const count = (value: number) => Math.round(value).toLocaleString('en')
    if (secondsLeft === null || secondsLeft < 1) return
    this.#log(
      `${count(blocks.done)} of ${count(blocks.of)} blocks, ${count(transactionsPerSecond)} transactions a second, ${count(secondsLeft)} s left.`,
    )
  }

  /** The background has done something. */
  progress() {
    if (performance.now() - this.#told >= TELL_MS) this.tell()
  }

  following() {
    this.set('following', `Following the node at ${this.#host}.`)
  }

  reorganised(what: Reorganisation) {
    this.#reorganisation = what
    this.#log?.(
      `The chain was set back by ${String(what.depth)} blocks to block ${String(what.commonAncestor)}; what is no longer true was taken out.`,
    )
    this.tell()
  }

  tell() {
    this.#told = performance.now()
    const status = this.status()
    this.#reports.emit(status)
  }

  status(): NodeStatus {
    const store = this.#store()
    const open = store?.database.isOpen ? store : null
    const head = open?.head() ?? null
    const rates = this.#meter.rates()
    const of = Math.max(0, this.#target - this.#oldest + 1)
    const done = head ? head.number - this.#oldest + 1 : 0
    const totals = open?.totals
    return {
      state: this.#state,
      message: this.#notice === null ? this.#message : `${this.#message} ${this.#notice}`,
      chainId: open?.database.meta('chain_id') ?? null,
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
      node: this.#node?.() ?? null,
      bytesOnDisk: open?.database.bytes ?? 0,
      reorganisation: this.#reorganisation,
    }
  }
}
