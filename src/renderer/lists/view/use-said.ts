import { onScopeDispose, ref, type Ref } from 'vue'

/** So long a sentence stays. */
const SHOWN_MS = 6_000
/** Two sentences are at least so far apart, so that one is read to its end; of those between the last is said. */
const APART_MS = 1_000

/** A sentence of the status region. `heard`: it is for a screen reader only, as the window shows it elsewhere. */
export interface Said {
  readonly text: string
  readonly heard: boolean
}

/** The sentence in the status region of a list: what was just done there. */
export function useSaid(): {
  readonly said: Readonly<Ref<Said>>
  readonly say: (text: string, options?: { readonly heard: boolean }) => void
} {
  const said = ref<Said>({ text: '', heard: true })
  let next: Said | undefined
  let apart: ReturnType<typeof setTimeout> | undefined
  let shown: ReturnType<typeof setTimeout> | undefined

  function show(sentence: Said): void {
    // The same again is a change too: without one nothing is read.
    const same = said.value.text === sentence.text
    said.value = same ? { ...sentence, text: `${sentence.text}\u00a0` } : sentence
    clearTimeout(shown)
    shown = setTimeout(() => (said.value = { text: '', heard: true }), SHOWN_MS)
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
    say(text, { heard } = { heard: false }) {
      const sentence = { text, heard }
      if (apart === undefined) show(sentence)
      else next = sentence
    },
  }
}
