import { computed, onScopeDispose, ref, shallowRef, watch, type Ref, type ShallowRef } from 'vue'
import type { ChainglassError, Result } from '#shared/errors/errors.ts'
import { $gettext } from '#shared/text/gettext.ts'
import type { ListTotals } from './rows-question.ts'
import type { ShownList } from './use-shown-list.ts'

export interface RowFigures<Figures> {
  readonly figures: Readonly<ShallowRef<Figures | undefined>>
  readonly isCounting: Readonly<Ref<boolean>>
  /** The error of the core's answer. */
  readonly error: Readonly<ShallowRef<ChainglassError | undefined>>
  readonly retry: () => void
}

/**
 * Figures about all matching loaded rows of a list, from the core. Asks again whenever the text of `askedBy` changes.
 */
export function useRowFigures<Figures>(
  list: () => ShownList,
  askedBy: () => string,
  ask: (totals: ListTotals, signal: AbortSignal) => Promise<Result<Figures>>,
): RowFigures<Figures> {
  const figures = shallowRef<Figures>()
  const isCounting = ref(false)
  const error = shallowRef<ChainglassError>()
  let request: AbortController | undefined

  async function read() {
    request?.abort()
    const { totals } = list()
    if (!totals) return
    const asked = (request = new AbortController())
    isCounting.value = true
    error.value = undefined
    const answer = await ask(totals, asked.signal)
    if (request !== asked) return
    isCounting.value = false
    // A failed answer clears the figures: those of the former question would be wrong.
    figures.value = answer.ok ? answer.data : undefined
    if (!answer.ok && answer.error.code !== 'cancelled') error.value = answer.error
  }
  const key = computed(() => {
    const { totals } = list()
    return totals && `${totals.key} ${askedBy()}`
  })
  watch(key, () => void read(), { immediate: true })
  onScopeDispose(() => {
    request?.abort()
  })
  return { figures, isCounting, error, retry: () => void read() }
}

/** Names the rows that figures cover; undefined where they cover all rows. */
export const whichRows = ({ snapshot }: ShownList): string | undefined =>
  snapshot.isWhole ? undefined : $gettext('of the rows read so far')
