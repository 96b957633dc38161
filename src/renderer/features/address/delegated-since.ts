/** Since when an account runs the code that it delegates to (EIP-7702), by what it signed. */
import { useQuery, type QueryClient } from '@tanstack/vue-query'
import { computed, type ComputedRef } from 'vue'
import type { AddressDetail } from '#shared/chain/address.ts'
import type { AuthorizationItem } from '#shared/chain/authorization.ts'
import { isDelegated } from '#shared/chain/is-delegated.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import { untilRowsPainted } from '#renderer/lib/paint/awaited-rows.ts'
import type { useCore } from '#renderer/lib/use-core.ts'

export interface DelegatingAddress {
  readonly source: string
  readonly hash: string
  readonly detail: AddressDetail | undefined
  /** The number of its authorizations, where its source counts them. */
  readonly authorizations: number | null | undefined
}

/** Undefined while it is read, and where it is not known. Asks nothing of an account that does not delegate. */
export function readDelegatedSince(
  core: ReturnType<typeof useCore>,
  queries: QueryClient,
  of: DelegatingAddress,
): ComputedRef<AuthorizationItem | undefined> {
  const code = () =>
    of.detail && isDelegated(of.detail) ? of.detail.implementations?.[0]?.address_hash : undefined
  const query = useQuery(
    {
      // The count is part of the key: what was signed since makes the answer old.
      queryKey: computed(() => ['delegated-since', of.source, of.hash, code(), of.authorizations] as const),
      enabled: computed(() => code() != null && !!of.authorizations),
      queryFn: async ({ queryKey: [, source, hash, delegate], signal }) => {
        await untilRowsPainted()
        const list = 'address-authorizations'
        const input = { source, list, params: { address_hash: hash }, filters: {}, cursor: null } as const
        // A page that is kept may be older than the account's code.
        const page = await core.call('lists.page', { ...input, refresh: true }, { signal })
        if (!page.ok) throw new Error(page.error.code, { cause: page.error })
        return beginningOf(page.data, delegate ?? '') ?? null
      },
    },
    queries,
  )
  return computed(() => query.data.value ?? undefined)
}

/** The first of the newest authorizations that all name this code. Undefined where an unknown one can be before it. */
function beginningOf(
  { items, unread, next, notice, gap, kept }: Page<ListItem>,
  delegate: string,
): AuthorizationItem | undefined {
  if (unread.length > 0 || gap !== undefined || kept !== undefined) return undefined
  let first: AuthorizationItem | undefined
  for (const item of items as readonly AuthorizationItem[]) {
    if (item.status == null) return undefined
    if (item.status !== 'ok') continue
    if (item.delegate == null) return undefined
    if (item.delegate.hash.toLowerCase() !== delegate.toLowerCase()) return first
    first = item
  }
  return next === null && notice === undefined ? first : undefined
}
