import {
  computed,
  onScopeDispose,
  ref,
  shallowRef,
  watch,
  type Ref,
  type ShallowRef,
  type WatchSource,
} from 'vue'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import { $gettext } from '#shared/text/gettext.ts'
import type { HeldTotals } from '../held/held-question.ts'
import type { OpenList } from '../session/use-list.ts'

/** So long rows are counted before other tasks get their turn. */
const TASK_MS = 8
/** Between two looks at the clock. */
const ROWS_AT_ONCE = 100

export interface RowCounter<Figures> {
  readonly add: (item: object) => void
  /** `rows`: how many there are, with those that could not be read. */
  readonly figures: (rows: number) => Figures
}

interface RowFiguresOptions<Figures> {
  /** Another text whenever the core may answer otherwise; undefined where the loaded rows are counted. */
  readonly heldKey: () => string | undefined
  readonly askHeld: (totals: HeldTotals, signal: AbortSignal) => Promise<Result<Figures>>
  readonly counter: () => RowCounter<Figures>
  /** Where one of these changes, loaded rows are counted again. */
  readonly countedBy: readonly WatchSource[]
}

export interface RowFigures<Figures> {
  readonly figures: Readonly<ShallowRef<Figures | undefined>>
  readonly isCounting: Readonly<Ref<boolean>>
  /** Why the core could not tell them. */
  readonly error: Readonly<ShallowRef<ChainglassError | undefined>>
  readonly retry: () => void
}

/**
 * What is told of the rows of a list: of all that are kept and match, by the core; where none are, of those that are loaded
 * and shown, a little in each task. While all rows are loaded they are not counted again with each page.
 */
export function useRowFigures<Figures>(
  list: () => OpenList,
  { heldKey, askHeld, counter, countedBy }: RowFiguresOptions<Figures>,
): RowFigures<Figures> {
  const figures = shallowRef<Figures>()
  const isCounting = ref(false)
  const error = shallowRef<ChainglassError>()
  let task: ReturnType<typeof setTimeout> | undefined
  let request: AbortController | undefined

  function stop() {
    clearTimeout(task)
    request?.abort()
    request = undefined
  }
  async function ask(totals: HeldTotals) {
    stop()
    const asked = (request = new AbortController())
    isCounting.value = true
    error.value = undefined
    const answer = await askHeld(totals, asked.signal)
    if (request !== asked) return
    isCounting.value = false
    // Figures of another question are none of this one.
    figures.value = answer.ok ? answer.data : undefined
    if (!answer.ok && answer.error.code !== 'cancelled') error.value = answer.error
  }
  function askAgain() {
    const { totals } = list()
    if (totals && key.value !== undefined) void ask(totals)
  }

  function count() {
    stop()
    error.value = undefined
    const { shown, loaded = shown } = list()
    const counting = counter()
    let index = 0
    let rows = 0
    const countSome = () => {
      const from = performance.now()
      while (index < loaded.count && performance.now() - from < TASK_MS)
        for (const end = Math.min(loaded.count, index + ROWS_AT_ONCE); index < end; index++) {
          const row = loaded.at(index)
          if (row?.kind === 'item') counting.add(row.item as object)
          if (row && row.kind !== 'gap') rows += 1
        }
      isCounting.value = index < loaded.count
      if (isCounting.value) task = setTimeout(countSome, 0)
      else figures.value = counting.figures(rows)
    }
    isCounting.value = true
    countSome()
  }
  const key = computed(heldKey)
  watch(key, askAgain, { immediate: true })
  watch(
    [
      () => (key.value === undefined ? (list().loaded ?? list().shown) : undefined),
      () => list().snapshot.loadAll !== null,
      ...countedBy,
    ],
    ([loaded, isLoadingAll]) => {
      if (loaded && !isLoadingAll) count()
    },
    { immediate: true },
  )
  onScopeDispose(stop)
  return { figures, isCounting, error, retry: askAgain }
}

/** Of which rows figures are, where they are not of all; `totals`: where they are the core's. */
export function whichRows(
  { session, snapshot }: OpenList,
  totals: HeldTotals | undefined,
): string | undefined {
  const isWhole = totals ? totals.isComplete : snapshot.state.kind === 'end' && session.gaps.length === 0
  if (isWhole) return undefined
  return totals && !totals.isLocal
    ? $gettext('of the rows that are kept')
    : $gettext('of the rows read so far')
}
