/**
 * While the index of the whole chain is far behind its node, the newest blocks are read first, into an index of their own,
 * and served from there, where that is wanted. An index that lacks the first blocks of its chain becomes such an index,
 * too, while a new one is made of all of them. It is removed when the whole index has caught up.
 */
import { createEmitter } from '#shared/emitter.ts'
import type { NodeStatus } from '#shared/node-status.ts'
import { describeNodeTexts } from '#shared/node-texts.ts'
import type { VerifyReport } from '../model/verify-report.ts'
import { ChainFollower } from './chain-follower.ts'
import { progressOf } from './follow-state.ts'
import { createCurrentReader, type CurrentReader } from './current-reader.ts'
import type { FollowedChain, FollowOptions, RecentBlocks } from './follow-options.ts'

const RECENT_BLOCKS: RecentBlocks = { far: 2_000, recent: 1_000 }
const NEVER: RecentBlocks = { far: Infinity, recent: 0 }
/** After the recent index could not be begun. */
const RETRY_MS = 10_000

export class NewestFirst implements FollowedChain {
  readonly reader: CurrentReader
  readonly #options: FollowOptions
  readonly #limits: RecentBlocks
  readonly #whole: ChainFollower
  #recent: ChainFollower | null = null
  readonly #changes = createEmitter<NodeStatus>()
  /** The whole index waits until the recent one has its blocks. */
  #isHeld = false
  #isPaused = false
  /** There is no recent index of an earlier run. */
  #isTidy = false
  /** The index is set aside, and not served yet from there. */
  #setAside: PromiseWithResolvers<void> | null = null
  #closed = false
  #retryAt = -Infinity
  /** The recent index is being begun or removed. */
  #changing: Promise<void> | null = null

  constructor(options: FollowOptions) {
    const { onStatus, ...others } = options
    this.#options = others
    const { newestFirst = false } = options
    this.#limits = typeof newestFirst === 'object' ? newestFirst : newestFirst ? RECENT_BLOCKS : NEVER
    this.#whole = new ChainFollower(others, 'whole', () => {
      // An index that is served already is not replaced.
      if (this.#recent !== null) return false
      this.#setAside ??= Promise.withResolvers()
      return true
    })
    this.reader = createCurrentReader({
      current: () => (this.#recent ?? this.#whole).reader,
      ready: () => this.#setAside?.promise ?? null,
      progress: () => progressOf(this.status()),
      close: () => this.close(),
    })
    if (onStatus) this.#changes.on(onStatus)
  }

  async start() {
    await this.#whole.start()
    this.#whole.onStatus(this.#onChange)
    this.#onChange()
    await this.#changing
  }

  status(): NodeStatus {
    const whole = this.#whole.status()
    if (!this.#recent) return whole
    const status = this.#recent.status()
    const { done, of } = whole.blocks
    const texts = [...status.texts, { id: 'newest_first' as const, values: { done, of } }]
    const isHeld = this.#isHeld || this.#isPaused
    return {
      ...status,
      texts,
      message: describeNodeTexts(texts),
      bytesOnDisk: status.bytesOnDisk + whole.bytesOnDisk,
      secondsLeft: isHeld ? null : whole.secondsLeft,
      whole: whole.blocks,
      ...(whole.backfill && { backfill: whole.backfill }),
    }
  }

  onStatus(listener: (status: NodeStatus) => void): () => void {
    return this.#changes.on(listener)
  }

  pause() {
    this.#isPaused = true
    this.#recent?.pause()
    this.#whole.pause()
  }

  resume() {
    this.#isPaused = false
    this.#recent?.resume()
    if (!this.#isHeld) this.#whole.resume()
  }

  verify(): Promise<VerifyReport> {
    return this.#whole.verify()
  }

  async forget() {
    await this.#end()
    await Promise.all([this.#recent?.forget(), this.#whole.forget()])
  }

  async close() {
    await this.#end()
    await Promise.all([this.#recent?.close(), this.#whole.close()])
  }

  async #end() {
    this.#closed = true
    this.#serveAgain()
    await this.#changing
  }

  readonly #onChange = () => {
    this.#changes.emit(this.status())
    if (this.#closed || this.#changing) return
    const { state, blocks } = this.#whole.status()
    if (this.#recent) {
      const recent = this.#recent.status().state
      // One that can't be written is not waited for.
      if (this.#isHeld && (recent === 'following' || recent === 'failed')) this.#release()
      if (state === 'following') this.#change(() => this.#removeRecent())
    } else if (state === 'following') {
      if (!this.#isTidy) this.#whole.removeRecent()
      this.#isTidy = true
    } else if (
      (this.#setAside !== null && !this.#isHeld) ||
      (state === 'catching_up' && this.#wantsRecent(blocks))
    ) {
      if (performance.now() >= this.#retryAt) this.#change(() => this.#beginRecent())
    }
  }

  #wantsRecent({ done, of }: NodeStatus['blocks']): boolean {
    return of - done > this.#limits.far || (done < of && this.#whole.hasRecent)
  }

  /** Lets waiting readers go on, from the index that there is. */
  #serveAgain() {
    this.#setAside?.resolve()
    this.#setAside = null
  }

  #change(work: () => Promise<void>) {
    this.#changing = work()
      .catch((error: unknown) => {
        this.#retryAt = performance.now() + RETRY_MS
        this.#options.log?.(
          `The newest blocks can not be read first: ${error instanceof Error ? error.message : String(error)}`,
        )
        this.#release()
      })
      .finally(() => {
        this.#changing = null
        this.#serveAgain()
      })
    void this.#changing.then(this.#onChange)
  }

  async #beginRecent() {
    const { target } = this.#whole
    if (target === null) return
    this.#isHeld = true
    this.#whole.pause()
    const first = target - this.#limits.recent + 1
    const recent = await this.#openRecent(Math.max(this.#options.fromBlock ?? 0, first))
    recent.onStatus(this.#onChange)
    if (this.#isPaused) recent.pause()
    this.#recent = recent
  }

  /** The one of an earlier run, if it is not far behind itself. */
  async #openRecent(fromBlock: number): Promise<ChainFollower> {
    for (;;) {
      // The lock of the whole index covers this one too.
      const { onLockLost: _, ...options } = this.#options
      const recent = new ChainFollower({ ...options, fromBlock }, 'recent')
      await recent.start()
      const { done, of } = recent.status().blocks
      if (this.#setAside !== null || of - done <= this.#limits.far) return recent
      await recent.forget()
    }
  }

  #release() {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (!this.#isPaused) this.#whole.resume()
  }

  async #removeRecent() {
    const recent = this.#recent
    if (!recent) return
    this.#recent = null
    this.#isTidy = true
    this.#options.log?.('The whole chain is indexed: it is served from now on.')
    await this.reader.settled(recent.reader)
    await recent.forget()
  }
}
