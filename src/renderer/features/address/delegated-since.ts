/** Since when an account runs the code that it delegates to (EIP-7702), by what it signed. */
import { shallowRef, watch, type ShallowRef } from 'vue'
import type { AddressDetail } from '#shared/chain/address.ts'
import type { AuthorizationItem } from '#shared/chain/authorization.ts'
import { isDelegated } from '#shared/chain/is-delegated.ts'
import type { ListItem } from '#shared/lists/list-table.ts'
import type { Page } from '#shared/lists/page.ts'
import type { useCore } from '#renderer/lib/use-core.ts'

export interface DelegatingAddress {
  readonly source: string
  readonly hash: string
  readonly detail: AddressDetail | undefined
  /** The number of its authorizations, where its source counts them. */
  readonly authorizations: number | null | undefined
}

export function readDelegatedSince(
  core: ReturnType<typeof useCore>,
  of: DelegatingAddress,
): ShallowRef<AuthorizationItem | undefined> {
  const since = shallowRef<AuthorizationItem>()
  const code = () =>
    of.detail && isDelegated(of.detail) ? of.detail.implementations?.[0]?.address_hash : null
  watch(
    [() => of.source, () => of.hash, code, () => of.authorizations],
    async ([source, hash, delegate, count], _, onCleanup) => {
      since.value = undefined
      if (delegate == null || !count) return
      const abort = new AbortController()
      onCleanup(() => {
        abort.abort()
      })
      const list = 'address-authorizations'
      const input = { source, list, params: { address_hash: hash }, filters: {}, cursor: null } as const
      const page = await core.call('lists.page', input, { signal: abort.signal })
      if (page.ok && !abort.signal.aborted) since.value = beginningOf(page.data, delegate)
    },
    { immediate: true },
  )
  return since
}

/** The first of the newest authorizations that all name this code. Undefined where an unknown one can be before it. */
function beginningOf(
  { items, next, notice }: Page<ListItem>,
  delegate: string,
): AuthorizationItem | undefined {
  let first: AuthorizationItem | undefined
  for (const item of items as readonly AuthorizationItem[]) {
    if (item.status == null) return undefined
    if (item.status !== 'ok') continue
    if (item.delegate?.hash.toLowerCase() !== delegate.toLowerCase()) return first
    first = item
  }
  return next === null && notice === undefined ? first : undefined
}
