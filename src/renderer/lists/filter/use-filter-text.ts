import { computed, onScopeDispose, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** A filter is applied after a pause in typing of this length. */
const TYPING_PAUSE_MS = 150

export interface FilterText {
  /** The text in the field. */
  readonly text: Ref<string>
  /** The text that the rows are filtered by, from the URL. */
  readonly asked: ComputedRef<string>
  /** The text at the last pause. */
  readonly paused: Ref<string>
  /** Takes the typed text, and applies it after a pause. */
  readonly type: (text: string) => void
  /** Applies a text at once. */
  readonly ask: (text: string) => void
}

/**
 * The text of a filter, kept in the URL. `param`: the query parameter. A text that `canBeAsked` refuses does not reach
 * the URL, so the URL still names the filter of the shown rows.
 */
export function useFilterText(param: string, canBeAsked: (text: string) => Promise<boolean>): FilterText {
  const route = useRoute()
  const router = useRouter()
  const asked = computed(() => [route.query[param]].flat()[0] ?? '')
  const text = ref(asked.value)
  const paused = ref(asked.value)
  let written = asked.value
  let pause: ReturnType<typeof setTimeout> | undefined
  /** Set when the scope ends: the URL belongs to another view by then. */
  let isGone = false

  async function onPause() {
    clearTimeout(pause)
    const typed = text.value
    paused.value = typed
    const isRight = await canBeAsked(typed)
    if (isRight && typed === text.value && !isGone) write(typed.trim())
  }
  function write(next: string) {
    written = next
    if (next === asked.value) return
    const { [param]: _, ...others } = route.query
    const query = next === '' ? others : { ...others, [param]: next }
    void router.replace({ query, hash: route.hash })
  }
  // The URL changed by navigation: another page, or another filter of the same page.
  watch([asked, () => route.path], ([next, path], [, before]) => {
    if (next === written && path === before) return
    clearTimeout(pause)
    written = next
    text.value = next
    paused.value = next
  })
  onScopeDispose(() => {
    isGone = true
    clearTimeout(pause)
  })
  return {
    text,
    asked,
    paused,
    type(next) {
      text.value = next
      clearTimeout(pause)
      pause = setTimeout(() => void onPause(), TYPING_PAUSE_MS)
    },
    ask(next) {
      text.value = next
      void onPause()
    },
  }
}
