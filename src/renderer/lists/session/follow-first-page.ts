import type { RpcClient } from '#shared/rpc/client.ts'
import type { Page } from '#shared/lists/page.ts'
import { asInput, type ListQuery } from './list-query.ts'

/** The document of the window, as far as it tells whether anyone can see it. */
export type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/**
 * Calls `onPage` with the first page of a list whenever it has changed. The core polls less often while the window is
 * hidden. Returns how to stop.
 */
export function followFirstPage(
  core: RpcClient,
  query: ListQuery,
  page: PageVisibility,
  onPage: (page: Page) => void,
): () => void {
  const subscribe = () =>
    core.subscribe(
      'lists.firstPage',
      { ...asInput(query), isHidden: page.visibilityState === 'hidden' },
      onPage,
    )
  let unsubscribe = subscribe()
  const resubscribe = () => {
    // The new subscription comes first: when the last one ends, the core forgets what it knows of this list.
    const before = unsubscribe
    unsubscribe = subscribe()
    before()
  }
  page.addEventListener('visibilitychange', resubscribe)
  return () => {
    page.removeEventListener('visibilitychange', resubscribe)
    unsubscribe()
  }
}
