/** Routes of several addresses as one. They are apart from the other routes, since few links lead there. */
import type { RouteLocationNamedRaw } from 'vue-router'

export const groupRoute = (source: string, name: string, tab?: string): RouteLocationNamedRaw => ({
  name: 'group',
  params: { source, name },
  ...(tab === undefined ? {} : { query: { tab } }),
})

/** Several chosen addresses. Without any, the page shows the field to choose them. */
export const addressesRoute = (
  source: string,
  addresses: readonly string[],
  tab?: string,
): RouteLocationNamedRaw => ({
  name: 'addresses',
  params: { source, hashes: addresses.join(',') },
  ...(tab === undefined ? {} : { query: { tab } }),
})
