import { useQuery, useQueryClient } from '@tanstack/vue-query'
import { computed, nextTick, toValue, watch, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { DetailRead } from '#shared/rpc/contract/lists.ts'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { untilRowsPainted } from '#renderer/lib/paint/awaited-rows.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useKnownTokens } from '#renderer/stores/known-tokens.ts'
import { whenSourceIsBack } from './source/when-source-is-back.ts'

export interface Detail<Id extends DetailId> {
  /** Undefined while it loads, and where the source has none. */
  readonly item: ComputedRef<DetailItem<Id> | undefined>
  readonly error: ComputedRef<ChainglassError | undefined>
  readonly loading: ComputedRef<boolean>
  /** When the source sent the item, in ms since 1970, for an item from the archive. */
  readonly keptAt: ComputedRef<number | undefined>
  refetch(): void
}

/** Wraps an error of the core for vue-query. */
interface Refusal extends Error {
  readonly cause: ChainglassError
}

type DetailKey = readonly [
  kind: 'detail',
  detail: DetailId,
  source: string,
  params: Record<string, string> | undefined,
]

/**
 * Reads the details of one item and caches them. Not every source has them, so a caller must work without. An archived
 * item is returned at once, and the source is asked then. Requests nothing while `params` returns undefined.
 */
export function useDetail<Id extends DetailId>(
  detail: Id,
  source: MaybeRefOrGetter<string>,
  params: MaybeRefOrGetter<Record<string, string> | undefined>,
): Detail<Id> {
  const read = useDetailReader()
  const queries = useQueryClient()
  const query = useQuery<DetailRead<Id>, Refusal, DetailRead<Id>, DetailKey>({
    queryKey: computed((): DetailKey => ['detail', detail, toValue(source), toValue(params)]),
    enabled: computed(() => toValue(params) !== undefined),
    // Reads the parameters of the query key: the current ones may have changed.
    queryFn: async ({ queryKey, signal }) => {
      // A person waits for the list of the same page, so that is requested first.
      await nextTick()
      await untilRowsPainted()
      const [, , from, of] = queryKey
      return read(detail, from, of ?? {}, { signal, refresh: queries.getQueryData(queryKey) !== undefined })
    },
  })
  const kept = computed(() => query.data.value?.kept)
  const error = computed(() => query.error.value?.cause)
  const refetch = () => void query.refetch({ cancelRefetch: false })
  watch(
    query.data,
    (data) => {
      if (data?.kept && !data.kept.failure) refetch()
    },
    { immediate: true },
  )
  whenSourceIsBack(source, () => {
    if ((error.value ?? kept.value?.failure)?.code === 'offline') refetch()
  })
  return {
    // An item that the source no longer knows is not shown from the archive.
    item: computed(() => (error.value?.code === 'not_found' ? undefined : query.data.value?.item)),
    error,
    loading: computed(() => query.isFetching.value),
    keptAt: computed(() => kept.value?.readAt),
    refetch,
  }
}

/** Returns a function that reads the details of an item and remembers its tokens. Rejects with a `Refusal`. */
export function useDetailReader() {
  const core = useCore()
  const known = useKnownTokens()
  return async <Id extends DetailId>(
    detail: Id,
    source: string,
    params: Record<string, string>,
    { signal, refresh = false }: { readonly signal: AbortSignal; readonly refresh?: boolean },
  ): Promise<DetailRead<Id>> => {
    const input = { source, detail, params, ...(refresh ? { refresh } : {}) }
    const response = await core.call('details.read', input, { signal })
    if (!response.ok) throw new Error(response.error.code, { cause: response.error })
    known.add(source, tokensIn(detail, response.data.item))
    return response.data
  }
}

/** Tokens in the details of an item: the token itself, or those that a transaction moved. */
function tokensIn(detail: DetailId, item: DetailItem): readonly Token[] {
  if (detail === 'token') return [item as Token]
  if (detail !== 'transaction') return []
  return ((item as Transaction).token_transfers ?? []).flatMap(({ token }) => token ?? [])
}
