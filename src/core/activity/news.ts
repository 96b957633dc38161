/** Looks at watched addresses in the background, one source's turn at a time, and keeps what is new. */
import type { News, NewsArrival } from '#shared/rpc/contract/news.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { createEmitter } from '#shared/emitter.ts'
import { look, type Looked, type LookReader } from './look.ts'
import { LOOK_PACE, type LookPace } from './look-pace.ts'
import type { LookRows } from './look-rows.ts'
import type { LookTarget } from './look-targets.ts'

export interface NewsKeeper {
  news(): News
  seen(which: { readonly id?: number | undefined; readonly source?: string | undefined }): void
  /** These, or all, go first. */
  look(ids: readonly number[] | undefined): void
  presence(presence: Presence): void
  /** Watched addresses, sources or settings changed. */
  wake(): void
  onChange(listener: (news: News) => void): () => void
  onArrival(listener: (arrival: NewsArrival) => void): () => void
  close(): void
}

export interface Presence {
  readonly visible: boolean
  readonly metered: boolean
}

export interface NewsDeps {
  readonly rows: LookRows
  readonly reader: LookReader
  readonly targets: () => readonly LookTarget[]
  readonly settings: () => { readonly on: boolean; readonly onMetered: boolean; readonly notify: boolean }
  readonly since: string | null
  readonly pace?: LookPace
  readonly now?: () => number
}

/** One source: its timer, and when it may be asked again. */
interface Lane {
  timer: NodeJS.Timeout | undefined
  looking: boolean
  failures: number
  notBefore: number
}

export function createNews(deps: NewsDeps): NewsKeeper {
  const { rows, pace = LOOK_PACE, now = Date.now } = deps
  const changes = createEmitter<News>()
  const arrivals = createEmitter<NewsArrival>()
  const lanes = new Map<string, Lane>()
  const first = new Set<string>()
  const ending = new AbortController()
  let begun = false
  let presence: Presence = { visible: true, metered: false }
  /** By source. */
  let targets: ReadonlyMap<string, readonly LookTarget[]> | undefined
  /** Those whose last look failed: until when others go before them, and how often in a row. */
  const failed = new Map<string, { until: number; times: number }>()

  function looking(): News['looking'] {
    const { on, onMetered } = deps.settings()
    if (!on) return 'off'
    if (presence.metered && !onMetered) return 'metered'
    return presence.visible ? 'on' : 'slow'
  }
  const goes = () => begun && ['on', 'slow'].includes(looking()) && !ending.signal.aborted
  const slowly = (ms: number) => (presence.visible ? ms : ms * pace.hiddenFactor)
  const news = (): News => ({ items: rows.unseen(), looking: looking(), since: deps.since })

  function schedule() {
    if (!begun) return
    const bySource = targetsBySource()
    for (const [id, lane] of lanes) if (!bySource.has(id) || !goes()) clearTimeout(lane.timer)
    if (!goes()) return
    for (const id of bySource.keys()) if (!laneOf(id).looking) scheduleLane(id)
  }

  function targetsBySource() {
    targets ??= Map.groupBy(deps.targets(), ({ source }) => source.id)
    return targets
  }

  function laneOf(id: string): Lane {
    const lane = lanes.get(id) ?? { timer: undefined, looking: false, failures: 0, notBefore: 0 }
    lanes.set(id, lane)
    return lane
  }

  function scheduleLane(id: string) {
    const lane = laneOf(id)
    const next = nextOf(id)
    clearTimeout(lane.timer)
    if (!next) return
    const wait = Math.min(Math.max(next.due, lane.notBefore) - now(), MAX_TIMER_MS)
    lane.timer = setTimeout(() => void takeTurn(id, lane), Math.max(wait, 0)).unref()
  }

  /** The one asked for, else the one whose turn came first. */
  function nextOf(id: string): { target: LookTarget; due: number } | undefined {
    let next: { target: LookTarget; due: number } | undefined
    for (const target of targetsBySource().get(id) ?? []) {
      const due = dueAt(target)
      if (!next || due < next.due) next = { target, due }
    }
    return next
  }

  function dueAt(target: LookTarget): number {
    const key = keyOf(target)
    if (first.has(key)) return 0
    const at = rows.lookedAt(target.entry.id, target.source.id) ?? 0
    // In the future only where the clock was set back.
    const due = at === 0 || at > now() ? 1 : at + slowly(pace.lookEveryMs[target.source.kind])
    return Math.max(due, failed.get(key)?.until ?? 0)
  }

  async function takeTurn(id: string, lane: Lane) {
    const next = nextOf(id)
    if (lane.looking || !goes() || !next) return
    if (Math.max(lane.notBefore, next.due) > now()) {
      scheduleLane(id)
      return
    }
    lane.looking = true
    await lookAt(next.target, lane)
    lane.looking = false
    if (!ending.signal.aborted) schedule()
  }

  async function lookAt(target: LookTarget, lane: Lane) {
    const { entry, source } = target
    const key = keyOf(target)
    first.delete(key)
    const turn = async () => {
      await pause(lane.notBefore - now(), ending.signal)
      if (!goes()) throw new Stopped()
      lane.notBefore = now() + slowly(pace.requestEveryMs[source.kind])
    }
    try {
      const at = { source: source.id, address: entry.address, mark: rows.mark(entry.id, source.id) }
      const looked = await look(deps.reader, at, turn, ending.signal)
      if (ending.signal.aborted) return
      lane.failures = 0
      failed.delete(key)
      keep(target, looked)
    } catch (error) {
      if (error instanceof Stopped || ending.signal.aborted) return
      lane.failures += 1
      lane.notBefore = now() + pauseAfter(error, lane.failures, pace)
      const times = (failed.get(key)?.times ?? 0) + 1
      failed.set(key, { times, until: now() + pace.lookEveryMs[source.kind] * 2 ** Math.min(times, 6) })
    }
  }

  function keep(target: LookTarget, looked: Looked) {
    const { entry, source } = target
    rows.add(entry.id, source.id, looked, now())
    if (looked.transactions + looked.transfers + looked.internal === 0) return
    changes.emit(news())
    if (!deps.settings().notify) return
    const { id, address, label } = entry
    arrivals.emit({ id, source: source.id, address, label, words: wordsOf(looked) })
  }

  function wake() {
    targets = undefined
    schedule()
  }

  const beginning = setTimeout(() => {
    begun = true
    schedule()
  }, pace.firstAfterMs).unref()
  return {
    news,
    seen(which) {
      if (rows.seen(which)) changes.emit(news())
    },
    look(ids) {
      for (const target of [...targetsBySource().values()].flat()) {
        if (!ids || ids.includes(target.entry.id)) first.add(keyOf(target))
      }
      schedule()
    },
    presence(said) {
      const before = looking()
      presence = said
      schedule()
      if (looking() !== before) changes.emit(news())
    },
    wake,
    onChange: (listener) => changes.on(listener),
    onArrival: (listener) => arrivals.on(listener),
    close() {
      ending.abort()
      clearTimeout(beginning)
      for (const lane of lanes.values()) clearTimeout(lane.timer)
    },
  }
}

/** A look that is ended because looking was switched off: no failure of the source. */
class Stopped extends Error {}

/** A timer counts at most 24 days; a clock may be set while it runs. */
const MAX_TIMER_MS = 60_000

const keyOf = ({ entry, source }: LookTarget) => `${String(entry.id)} ${source.id}`

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms).unref()
    signal.addEventListener('abort', done, { once: true })
  })
}

/** A key that is missing or used up is not mended by asking again soon. */
function pauseAfter(error: unknown, failures: number, pace: LookPace): number {
  const known = error instanceof ChainglassFailure ? error.error : undefined
  if (known && ['unauthorized', 'out_of_credits', 'forbidden'].includes(known.code))
    return pace.longestPauseMs
  const wait = Math.min(pace.afterFailureMs * 2 ** (failures - 1), pace.longestPauseMs)
  return known?.code === 'rate_limited' ? Math.max(wait, known.retryAfterMs) : wait
}

function wordsOf({ transactions, transfers, internal, more }: Looked): string {
  const part = (count: number, one: string) =>
    count === 0 ? [] : [`${String(count)} new ${one}${count === 1 ? '' : 's'}`]
  const parts = [
    ...part(transactions, 'transaction'),
    ...part(transfers, 'transfer'),
    ...part(internal, 'internal transaction'),
  ]
  return parts.join(', ') + (more ? ', and more' : '')
}
