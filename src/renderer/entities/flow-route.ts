/**
 * The route of the flow graph. It is apart from the other routes, since only parts that load after the first rows link
 * to it.
 */
import type { RouteLocationNamedRaw } from 'vue-router'

/** The flow graph of an address or a transaction. */
export const flowRoute = (source: string, from: string): RouteLocationNamedRaw => ({
  name: 'flow',
  params: { source },
  query: { from },
})
