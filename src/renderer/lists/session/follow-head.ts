import type { RpcClient } from '#shared/rpc/client.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ListQuery } from './list-session.ts'

/** Calls `onPage` with the newest page of a list whenever it has changed; less often while the window is hidden. */
export function followHead(core: RpcClient, query: ListQuery, onPage: (page: Page) => void): () => void {
  const subscribe = () =>
    core.subscribe(
      'lists.head',
      { ...query, params: { ...query.params }, unseen: document.visibilityState === 'hidden' },
      onPage,
    )
  let unsubscribe = subscribe()
  const again = () => {
    // The new one first: the last to leave would end the watch, and with it what it knows.
    const before = unsubscribe
    unsubscribe = subscribe()
    before()
  }
  document.addEventListener('visibilitychange', again)
  return () => {
    document.removeEventListener('visibilitychange', again)
    unsubscribe()
  }
}
