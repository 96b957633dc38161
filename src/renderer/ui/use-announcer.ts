import { onScopeDispose, ref, type Ref } from 'vue'

/** How long a message is shown. */
const SHOWN_MS = 6_000
/**
 * Shortest time between two messages, so that a screen reader can finish the first. Of the messages in between only the
 * last is announced.
 */
const APART_MS = 1_000

/** A message of the status region. `screenReaderOnly`: hidden, since the window shows the same elsewhere. */
export interface Announcement {
  readonly text: string
  readonly screenReaderOnly: boolean
}

/** The status region of a list, with a message about the last action. */
export function useAnnouncer(): {
  readonly announcement: Readonly<Ref<Announcement>>
  readonly announce: (text: string, options?: { readonly screenReaderOnly: boolean }) => void
} {
  const announcement = ref<Announcement>({ text: '', screenReaderOnly: true })
  let next: Announcement | undefined
  let apart: ReturnType<typeof setTimeout> | undefined
  let shown: ReturnType<typeof setTimeout> | undefined

  function show(sentence: Announcement): void {
    // A screen reader only reads changed text, so a repeated message gets an invisible space.
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
