/** Apart from the other routes: only what is loaded after the first rows leads there. */
import type { RouteLocationNamedRaw } from 'vue-router'

/** Where the money of an address, or of a transaction, came from and went. */
export const flowRoute = (source: string, from: string): RouteLocationNamedRaw => ({
  name: 'flow',
  params: { source },
  query: { from },
})
