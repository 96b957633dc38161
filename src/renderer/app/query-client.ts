import { QueryClient } from '@tanstack/vue-query'

/**
 * Chain data never goes stale, since events announce new rows. Pages are large, so structural sharing is off. The core
 * retries requests, since it knows the limits of each source.
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
