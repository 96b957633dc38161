/** Searches the current source by name once typing pauses. A new text aborts the request for the previous one. */
import { shallowRef, watch, markRaw, reactive, type ShallowRef } from 'vue'
import { defineStore } from 'pinia'
import type { SearchItem } from '#shared/chain/search.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { useCore } from '#renderer/lib/use-core.ts'

/** Cached answers. A person who corrects a word sends the same text again. */
const MAX_ANSWERS = 100

/** Answers of sources to searches by name in this session. */
const useSourceSearches = defineStore('source-searches', () => {
  /** Ids of sources without search by name. They are not asked again in this window. */
  const lacking = reactive(new Set<string>())
  const answers = markRaw(new LruCache<string, readonly SearchItem[]>({ maxSize: MAX_ANSWERS }))
  return { lacking, answers }
})

export type SourceAnswer =
  /** No text to search for, or no source. */
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly text: string; readonly source: SourceView }
  | {
      readonly kind: 'found'
      readonly text: string
      readonly source: SourceView
      readonly items: readonly SearchItem[]
    }
  /** The source has no search by name. */
  | { readonly kind: 'lacking'; readonly source: SourceView }
  | {
      readonly kind: 'failed'
      readonly text: string
      readonly source: SourceView
      readonly error: ChainglassError
    }

/** Wait after the last key before a request, in ms; longer than the time between two keys of a person who types. */
const PAUSE_MS = 250

/** `text` returns the text to search for, or undefined for a text that must not be sent. */
export function useSourceSearch(
  text: () => string | undefined,
  source: () => SourceView | undefined,
): Readonly<ShallowRef<SourceAnswer>> {
  const core = useCore()
  const { lacking, answers } = useSourceSearches()
  const answer = shallowRef<SourceAnswer>({ kind: 'none' })

  async function ask(words: string, from: SourceView, signal: AbortSignal) {
    const input = { source: from.id, detail: 'search-quick', params: { q: words } } as const
    const response = await core.call('details.read', input, { signal })
    if (signal.aborted) return
    if (response.ok) {
      const items = response.data.item as readonly SearchItem[]
      answers.set(keyOf(words, from), items)
      answer.value = { kind: 'found', text: words, source: from, items }
    } else if (isLacking(response.error)) {
      lacking.add(from.id)
      answer.value = { kind: 'lacking', source: from }
    } else answer.value = { kind: 'failed', text: words, source: from, error: response.error }
  }

  watch(
    // Watches the id, because the source object is replaced after each answer of the source.
    [text, () => source()?.id],
    ([words], _, onCleanup) => {
      const from = source()
      if (words === undefined || from === undefined) {
        answer.value = { kind: 'none' }
        return
      }
      const known = answers.get(keyOf(words, from))
      if (known) answer.value = { kind: 'found', text: words, source: from, items: known }
      else if (lacking.has(from.id)) answer.value = { kind: 'lacking', source: from }
      else {
        answer.value = { kind: 'asking', text: words, source: from }
        const request = new AbortController()
        const timer = setTimeout(() => void ask(words, from, request.signal), PAUSE_MS)
        onCleanup(() => {
          clearTimeout(timer)
          request.abort()
        })
      }
    },
    { immediate: true },
  )
  return answer
}

const keyOf = (text: string, { id }: SourceView) => `${id} ${text.toLowerCase()}`

/** `Not found` or `Service is disabled`: the source has no search, and asking again does not help. */
const isLacking = (error: ChainglassError) =>
  error.code === 'not_found' || (error.code === 'server_error' && error.status === 501)
