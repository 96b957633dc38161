import { useQuery } from '@tanstack/vue-query'
import { computed, nextTick, toValue, type ComputedRef, type MaybeRefOrGetter } from 'vue'
import type { DetailItem } from '#shared/lists/detail-items.ts'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { ChainglassFailure, type ChainglassError } from '#shared/rpc/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useKnownTokens } from '#renderer/stores/known-tokens.ts'
import { whenSourceIsBack } from './source/when-source-is-back.ts'

export interface Detail<Id extends DetailId> {
  /** Undefined while it is loading, and where the source has none. */
  readonly item: ComputedRef<DetailItem<Id> | undefined>
  readonly error: ComputedRef<ChainglassError | undefined>
  readonly loading: ComputedRef<boolean>
  refetch(): void
}

/**
 * One thing in full, read once and kept: enrichment where a source has it, so a caller shows its view without it as
 * well. Nothing is requested while `params` gives undefined.
 */
export function useDetail<Id extends DetailId>(
  detail: Id,
  source: MaybeRefOrGetter<string>,
  params: MaybeRefOrGetter<Record<string, string> | undefined>,
): Detail<Id> {
  const read = useDetailReader()
  const query = useQuery<DetailItem<Id>, ChainglassFailure>({
    queryKey: computed(() => ['detail', detail, toValue(source), toValue(params)]),
    enabled: computed(() => toValue(params) !== undefined),
    queryFn: async ({ signal }) => {
      // A list of the same view is what people wait for: it is requested first.
      await nextTick()
      return read(detail, toValue(source), toValue(params) ?? {}, signal)
    },
  })
  whenSourceIsBack(source, () => {
    if (query.error.value?.error.code === 'offline' && !query.isFetching.value) void query.refetch()
  })
  return {
    item: computed(() => query.data.value),
    error: computed(() => query.error.value?.error),
    loading: computed(() => query.isFetching.value),
    refetch: () => void query.refetch(),
  }
}

/** Reads one thing, and keeps the tokens it tells of. Rejects with `ChainglassFailure`. */
export function useDetailReader() {
  const core = useCore()
  const known = useKnownTokens()
  return async <Id extends DetailId>(
    detail: Id,
    source: string,
    params: Record<string, string>,
    signal: AbortSignal,
  ): Promise<DetailItem<Id>> => {
    const response = await core.call('details.read', { source, detail, params }, { signal })
    if (!response.ok) throw new ChainglassFailure(response.error)
    known.add(source, tokensIn(detail, response.data))
    return response.data as DetailItem<Id>
  }
}

/** Tokens that a thing tells of: itself, or what it moved. */
function tokensIn(detail: DetailId, item: DetailItem): readonly Token[] {
  if (detail === 'token') return [item as Token]
  if (detail !== 'transaction') return []
  return ((item as Transaction).token_transfers ?? []).flatMap(({ token }) => token ?? [])
}
