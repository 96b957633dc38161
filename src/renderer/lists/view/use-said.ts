import { onScopeDispose, ref, type Ref } from 'vue'

/** So long a sentence stays. */
const SHOWN_MS = 6_000
/** Two sentences are at least so far apart, so that one is read to its end; of those between the last is said. */
const APART_MS = 1_000

/** The sentence in the status region of a list: what was just done there. */
export function useSaid(): {
  readonly said: Readonly<Ref<string>>
  readonly say: (sentence: string) => void
} {
  const said = ref('')
  let next: string | undefined
  let apart: ReturnType<typeof setTimeout> | undefined
  let shown: ReturnType<typeof setTimeout> | undefined

  function show(sentence: string): void {
    // The same again is a change too: without one nothing is read.
    said.value = said.value === sentence ? `${sentence}\u00a0` : sentence
    clearTimeout(shown)
    shown = setTimeout(() => (said.value = ''), SHOWN_MS)
    apart = setTimeout(() => {
      apart = undefined
      const waiting = next
      next = undefined
      if (waiting !== undefined) show(waiting)
    }, APART_MS)
  }
  onScopeDispose(() => {
    clearTimeout(apart)
    clearTimeout(shown)
  })
  return {
    said,
    say(sentence) {
      if (apart === undefined) show(sentence)
      else next = sentence
    },
  }
}
