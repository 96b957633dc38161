import { computed, reactive } from 'vue'
import { readAs, WORD_KINDS, type DataWord, type WordKind } from '#shared/abi/read-words.ts'
import { useSettings } from '#renderer/stores/settings.ts'

/** Oldest choices are forgotten first. */
const MAX_KEPT = 500

/** A word of data with its place: `0x20`, `topic 1`. */
export interface PositionedWord extends DataWord {
  readonly place: string
  /** Tells the words of one code apart, in every language. */
  readonly slot: string
  readonly why: string
}

interface WordReading {
  readonly kind: WordKind
  readonly value: string
  /** A person chose it. */
  readonly isChosen: boolean
}

/** How words are read, which a person may choose. Choices are kept where `code` says which code wrote the words. */
export function useWordKinds(code: () => string | undefined) {
  const settings = useSettings()
  const here = reactive(new Map<string, WordKind>())
  const keyOf = ({ slot }: PositionedWord) => `${code() ?? ''} ${slot}`
  const chosen = computed(
    () => (word: PositionedWord) =>
      code() === undefined ? here.get(word.slot) : settings.words[keyOf(word)],
  )

  function readingOf(word: PositionedWord): WordReading {
    const kind = settings.hexWords ? 'hex' : chosen.value(word)
    const value = kind === undefined ? null : readAs(word, kind)
    if (kind === undefined || value === null) {
      const [{ as, value: guess }] = word.readings
      return { kind: as, value: guess, isChosen: false }
    }
    return { kind, value, isChosen: true }
  }

  function choose(word: PositionedWord, kind: WordKind) {
    if (readAs(word, kind) === null) return
    const reads = settings.hexWords ? { hexWords: false } : {}
    if (code() === undefined) {
      here.set(word.slot, kind)
      if (settings.hexWords) void settings.change(reads)
      return
    }
    const { [keyOf(word)]: _before, ...others } = settings.words
    const kept = [...Object.entries(others), [keyOf(word), kind] as const].slice(-MAX_KEPT)
    void settings.change({ ...reads, words: Object.fromEntries(kept) })
  }

  /** Chooses the next kind that the word can be, likely ones first. */
  function chooseNext(word: PositionedWord) {
    const likely = word.readings.map(({ as }) => as)
    const order = [...likely, ...WORD_KINDS.filter((kind) => !likely.includes(kind))]
    const possible = order.filter((kind) => readAs(word, kind) !== null)
    const at = possible.indexOf(readingOf(word).kind)
    choose(word, possible[(at + 1) % possible.length] ?? 'hex')
  }
  return { readingOf, choose, chooseNext }
}
