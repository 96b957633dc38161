import { computed, watch, type Component, type ComputedRef, type Ref } from 'vue'
import { Database, Pause, RefreshCw } from '@lucide/vue'
import { formatDuration } from '#shared/text/format-duration.ts'
import { $gettext } from '#shared/text/gettext.ts'
import { canBeKept } from '#shared/lists/can-be-kept.ts'
import type { KeepJob, KeptList } from '#shared/rpc/contract/keep.ts'
import { formatAgo } from '#renderer/lib/format-time.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useMonotonicNow, useNow } from '#renderer/stores/clock.ts'
import { useKeep } from '#renderer/stores/keep.ts'
import { useSettings } from '#renderer/stores/settings.ts'
import { useToasts } from '#renderer/stores/toasts.ts'
import { canPause, useKeepActions } from '../keep/use-keep-actions.ts'
import { secondsToRetry } from '../model/list-snapshot.ts'
import type { ListViewContext } from '../context/list-view-context.ts'
import type { LoadedCount } from './describe-progress.ts'

/** A note after the number of loaded rows: their age, the duration of a job, or why reading stopped. */
export interface ProgressNote {
  readonly text: string
  readonly tone?: 'live' | 'halt'
}

/** The one action that the control offers. */
export interface ProgressAction {
  readonly label: string
  readonly icon: Component
  readonly run: () => unknown
}

export interface ListProgressState {
  readonly loadedCount: ComputedRef<LoadedCount>
  readonly note: ComputedRef<ProgressNote | undefined>
  readonly action: ComputedRef<ProgressAction | undefined>
  /** The list as a keep job takes it; undefined where it can't be kept, or is on this machine already. */
  readonly kept: ComputedRef<KeptList | undefined>
  readonly job: ComputedRef<KeepJob | undefined>
  /** Keeps the whole list, or reads it where it can't be kept. */
  readonly readAll: () => unknown
}

/** State of the control that says how much of a list is loaded. `showCost` opens the card with the cost. */
export function useListProgress(view: ListViewContext, showCost: () => void): ListProgressState {
  const { open, snapshot, shown, counted, list, source, filter } = view
  const core = useCore()
  const keep = useKeep()
  const settings = useSettings()
  const toasts = useToasts()
  const actions = useKeepActions()
  const loadedCount = computed<LoadedCount>(() => ({
    isLoading: snapshot.value.state.kind === 'loading',
    loaded: snapshot.value.count,
    total: counted.value,
    isWhole: snapshot.value.isWhole,
    matches:
      filter.query.value && list.value.isAsked && list.value.isAnswered ? shown.value.count : undefined,
  }))
  /**
   * Undefined for the sample chain and own nodes, which are on this machine already, and for several addresses, which
   * are kept one by one.
   */
  const kept = computed<KeptList | undefined>(() => {
    const { list: id, params, filters, others } = open.value.query
    const kind = source.value?.kind
    if (others !== undefined || (kind !== 'instance' && kind !== 'pro')) return undefined
    if (!settings.keepRead || !canBeKept(id, filters)) return undefined
    return { list: id, params, filters }
  })
  const job = computed(() => kept.value && keep.jobOf(open.value.query.source, [kept.value]))
  // When a job ends, its rows are on this machine: the open list loads them.
  watch(
    () => job.value?.state,
    (state, before) => {
      if (state === 'done' && before !== undefined && !snapshot.value.isWhole) open.value.loadAll()
    },
  )
  const isUnfinished = computed(() => job.value !== undefined && job.value.state !== 'done')

  const note = useNote(view, job)

  async function startKeeping(what: KeptList) {
    const response = await core.call('keep.start', {
      source: open.value.query.source,
      lists: [{ ...what, total: counted.value ?? null }],
      isFollowed: false,
    })
    if (!response.ok) toasts.showError(response.error)
  }
  /** Reads all. A source that costs credits shows its price first. */
  function readAll() {
    if (!kept.value || job.value) open.value.loadAll()
    else if (source.value?.kind === 'pro') showCost()
    else void startKeeping(kept.value)
  }
  const action = computed<ProgressAction | undefined>(() => {
    const { loadAll, isWhole, readAt } = snapshot.value
    const pause = { label: $gettext('Pause'), icon: Pause }
    const keepAll = { label: $gettext('Keep all'), icon: Database }
    const of = job.value
    if (of && isUnfinished.value)
      return canPause(of)
        ? { ...pause, run: () => actions.pause(of) }
        : { ...keepAll, run: () => actions.resume(of) }
    if (loadAll)
      return open.value.isWantedWhole
        ? undefined
        : {
            ...pause,
            run: () => {
              open.value.stopLoadAll()
            },
          }
    if (loadedCount.value.isLoading) return undefined
    if (!isWhole) return { ...keepAll, run: readAll }
    if (readAt === null) return undefined
    return {
      label: $gettext('Update'),
      icon: RefreshCw,
      run: () => {
        open.value.refresh()
      },
    }
  })
  return { loadedCount, note, action, kept, job, readAll }
}

function useNote(
  { snapshot, counted, isLive }: ListViewContext,
  job: Readonly<Ref<KeepJob | undefined>>,
): ComputedRef<ProgressNote | undefined> {
  const now = useNow()
  const monotonic = useMonotonicNow()
  return computed<ProgressNote | undefined>(() => {
    const { failure, readAt, loadAll, isWhole, count } = snapshot.value
    const seconds = failure && !isWhole ? secondsToRetry(failure, monotonic.value) : undefined
    if (seconds !== undefined) return { text: $gettext('on in %{seconds} s', { seconds }), tone: 'halt' }
    if (job.value && job.value.state !== 'done') return noteOf(job.value)
    if (loadAll) {
      const { rows, ms } = loadAll
      const left = counted.value === undefined || rows === 0 ? 0 : (counted.value - count) * (ms / rows)
      return left > 0 ? { text: timeLeft(left / 1_000) } : undefined
    }
    if (readAt !== null) return { text: formatAgo(new Date(readAt).toISOString(), now.value) }
    return isWhole && isLive.value ? { text: $gettext('live'), tone: 'live' } : undefined
  })
}

const timeLeft = (seconds: number) => $gettext('%{time} left', { time: formatDuration(seconds) })

function noteOf({ state, secondsLeft }: KeepJob): ProgressNote | undefined {
  switch (state) {
    case 'running':
      return secondsLeft === null ? undefined : { text: timeLeft(secondsLeft) }
    case 'paused':
      return { text: $gettext('paused') }
    case 'failed':
      return { text: $gettext('stopped'), tone: 'halt' }
    default:
      return { text: $gettext('waits'), tone: 'halt' }
  }
}
