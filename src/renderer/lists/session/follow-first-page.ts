import type { RpcClient } from '#shared/rpc/client.ts'
import { firstPageFingerprint } from '#shared/lists/first-page-fingerprint.ts'
import type { Page } from '#shared/lists/page.ts'
import { asInput, type ListQuery } from './list-query.ts'

/** The document of the window, as far as it tells whether anyone can see it. */
export type PageVisibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

export interface FirstPageFollower {
  /** A view wants to be told. Returns how to stop. */
  add(): () => void
  /** The source has just said that the list begins so: it is not sent again while it is the same. */
  know(page: Page): void
}

/**
 * Calls `onPage` with the first page of a list whenever it has changed. The core polls less often while the window is
 * hidden.
 */
export function createFirstPageFollower(
  core: RpcClient,
  query: ListQuery,
  environment: { readonly page: PageVisibility },
  onPage: (page: Page) => void,
): FirstPageFollower {
  let known: string | undefined
  const views = new Set<() => void>()

  const subscribe = () =>
    core.subscribe(
      'lists.firstPage',
      {
        ...asInput(query),
        isHidden: environment.page.visibilityState === 'hidden',
        ...(known === undefined ? {} : { known }),
      },
      (page) => {
        known = firstPageFingerprint(page)
        onPage(page)
      },
    )

  return {
    add() {
      const { page } = environment
      let unsubscribe = subscribe()
      const resubscribe = () => {
        // The new subscription comes first: when the last one ends, the core forgets what it knows of this list.
        const before = unsubscribe
        unsubscribe = subscribe()
        before()
      }
      views.add(resubscribe)
      page.addEventListener('visibilitychange', resubscribe)
      return () => {
        page.removeEventListener('visibilitychange', resubscribe)
        views.delete(resubscribe)
        unsubscribe()
      }
    },
    know(page) {
      const before = known
      known = firstPageFingerprint(page)
      if (known !== before) for (const resubscribe of views) resubscribe()
    },
  }
}
