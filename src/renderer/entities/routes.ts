/** The routes of the application. All links are made from these. */
import type { RouteLocationNamedRaw } from 'vue-router'

export const chainRoute = (source: string, tab?: string): RouteLocationNamedRaw => ({
  name: 'chain',
  params: { source },
  ...(tab === undefined ? {} : { query: { tab } }),
})

/** Search results of a source for a text. */
export const searchRoute = (source: string, text: string): RouteLocationNamedRaw => ({
  name: 'chain',
  params: { source },
  query: { tab: 'search', q: text },
})

export const addressRoute = (source: string, hash: string, tab?: string): RouteLocationNamedRaw => ({
  name: 'address',
  params: { source, hash },
  ...(tab === undefined ? {} : { query: { tab } }),
})

/** An address on all chains of the sources. */
export const everywhereRoute = (address: string): RouteLocationNamedRaw => ({
  name: 'everywhere',
  params: { address },
})

export const transactionRoute = (source: string, hash: string, tab?: string): RouteLocationNamedRaw => ({
  name: 'transaction',
  params: { source, hash },
  ...(tab === undefined ? {} : { query: { tab } }),
})

/** A call of a transaction, by its index in the trace. */
export const callRoute = (source: string, hash: string, call: string): RouteLocationNamedRaw => ({
  name: 'transaction',
  params: { source, hash },
  query: { tab: 'calls', call },
})

/** `block`: a number or a hash. */
export const blockRoute = (source: string, block: string, tab?: string): RouteLocationNamedRaw => ({
  name: 'block',
  params: { source, block },
  ...(tab === undefined ? {} : { query: { tab } }),
})

export const tokenRoute = (source: string, hash: string, tab?: string): RouteLocationNamedRaw => ({
  name: 'token',
  params: { source, hash },
  ...(tab === undefined ? {} : { query: { tab } }),
})

export const instanceRoute = (
  source: string,
  hash: string,
  id: string,
  tab?: string,
): RouteLocationNamedRaw => ({
  name: 'instance',
  params: { source, hash, id },
  ...(tab === undefined ? {} : { query: { tab } }),
})
