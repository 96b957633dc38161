import type { RpcClient } from '#shared/rpc/client.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ListQuery } from './list-session.ts'

/** The document of the window, as far as it tells whether anyone can see it. */
export type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/** Calls `onPage` with the first page of a list whenever it has changed; less often while the window is hidden. */
export function followHead(
  core: RpcClient,
  query: ListQuery,
  page: PageVisibility,
  onPage: (page: Page) => void,
): () => void {
  const subscribe = () =>
    core.subscribe(
      'lists.head',
      { ...query, params: { ...query.params }, unseen: page.visibilityState === 'hidden' },
      onPage,
    )
  let unsubscribe = subscribe()
  const subscribeAnew = () => {
    // The new subscription comes first: when the last one ends, the core forgets what it knows of this list.
    const before = unsubscribe
    unsubscribe = subscribe()
    before()
  }
  page.addEventListener('visibilitychange', subscribeAnew)
  return () => {
    page.removeEventListener('visibilitychange', subscribeAnew)
    unsubscribe()
  }
}
