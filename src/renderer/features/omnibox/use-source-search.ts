/** Asks the source in front for what has a name, once typing pauses; an answer to what was typed before is not waited for. */
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { SearchItem } from '#shared/chain/search.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useSourceSearches } from '#renderer/stores/source-search.ts'

export type SourceAnswer =
  /** There is nothing to ask. */
  | { readonly kind: 'none' }
  | { readonly kind: 'asking'; readonly text: string; readonly source: SourceView }
  | {
      readonly kind: 'found'
      readonly text: string
      readonly source: SourceView
      readonly items: readonly SearchItem[]
    }
  /** The source can't be searched by name. */
  | { readonly kind: 'lacking'; readonly source: SourceView }
  | { readonly kind: 'failed'; readonly source: SourceView; readonly error: ChainglassError }

/** Somebody who types on does so sooner. */
const PAUSE_MS = 250

/** `text`: what to search for; undefined for what is not to be sent anywhere. */
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
    } else answer.value = { kind: 'failed', source: from, error: response.error }
  }

  watch(
    // By its id: a source is told anew with each answer of it.
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

/** `Not found`, or `Service is disabled`: it will not have a search in a minute either. */
const isLacking = (error: ChainglassError) =>
  error.code === 'not_found' || (error.code === 'server_error' && error.status === 501)
