import { onScopeDispose, ref, type Ref } from 'vue'

/** So long a sentence stays. */
const SHOWN_MS = 6_000
/** Two sentences are at least so far apart, so that one is read to its end; of those between the last is said. */
const APART_MS = 1_000

/** A sentence of the status region. `screenReaderOnly`: it is for a screen reader only, as the window shows it elsewhere. */
export interface Announcement {
  readonly text: string
  readonly screenReaderOnly: boolean
}

/** The sentence in the status region of a list: what was just done there. */
export function useAnnouncer(): {
  readonly announcement: Readonly<Ref<Announcement>>
  readonly announce: (text: string, options?: { readonly screenReaderOnly: boolean }) => void
} {
  const announcement = ref<Announcement>({ text: '', screenReaderOnly: true })
  let next: Announcement | undefined
  let apart: ReturnType<typeof setTimeout> | undefined
  let shown: ReturnType<typeof setTimeout> | undefined

  function show(sentence: Announcement): void {
    // The same again is a change too: without one nothing is read.
    const same = announcement.value.text === sentence.text
    announcement.value = same ? { ...sentence, text: `${sentence.text}\u00a0` } : sentence
    clearTimeout(shown)
    shown = setTimeout(() => (announcement.value = { text: '', screenReaderOnly: true }), SHOWN_MS)
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
    announcement,
    announce(text, { screenReaderOnly } = { screenReaderOnly: false }) {
      const sentence = { text, screenReaderOnly }
      if (apart === undefined) show(sentence)
      else next = sentence
    },
  }
}
