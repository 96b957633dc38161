import { computed, onScopeDispose, ref, watch, type ComputedRef, type Ref } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** So long nothing is typed before rows are filtered. */
const TYPING_PAUSE_MS = 150

export interface FilterText {
  /** What stands in the field. */
  readonly text: Ref<string>
  /** What is asked of the rows: it stands in the address bar. */
  readonly asked: ComputedRef<string>
  /** What was typed when the last pause came. */
  readonly paused: Ref<string>
  /** As it is typed: asked after a pause. */
  readonly type: (text: string) => void
  /** Asked at once. */
  readonly ask: (text: string) => void
}

/**
 * `param`: of the address bar. `canBeAsked`: what can't be read is not asked; the rows stay as they are, and the address
 * says what they are.
 */
export function useFilterText(param: string, canBeAsked: (text: string) => Promise<boolean>): FilterText {
  const route = useRoute()
  const router = useRouter()
  const asked = computed(() => [route.query[param]].flat()[0] ?? '')
  const text = ref(asked.value)
  const paused = ref(asked.value)
  let written = asked.value
  let pause: ReturnType<typeof setTimeout> | undefined
  /** The address bar is that of another view then. */
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
  // Another place, or the same with another filter: by going back, by a link.
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
