import { QueryClient } from '@tanstack/vue-query'

/**
 * Chain data does not go stale by itself: new rows are announced by events. Pages are large, so no structural
 * sharing walks them; retries are the core's business, which knows each source's limits.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        structuralSharing: false,
        retry: false,
        networkMode: 'always',
      },
    },
  })
