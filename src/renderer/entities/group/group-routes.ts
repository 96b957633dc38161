/** The routes of several addresses as one, apart from the others: few links lead there. */
import type { RouteLocationNamedRaw } from 'vue-router'

/** A group of watched addresses. */
export const groupRoute = (source: string, name: string, tab?: string): RouteLocationNamedRaw => ({
  name: 'group',
  params: { source, name },
  ...(tab === undefined ? {} : { query: { tab } }),
})

/** Chosen addresses; without any, the field to choose them. */
export const addressesRoute = (
  source: string,
  addresses: readonly string[],
  tab?: string,
): RouteLocationNamedRaw => ({
  name: 'addresses',
  params: { source, hashes: addresses.join(',') },
  ...(tab === undefined ? {} : { query: { tab } }),
})
