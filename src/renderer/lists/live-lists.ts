import type { ListId } from '#shared/lists/list-table.ts'

/** The lists that a chain's overview shows beside one another. */
export const LIVE_LISTS = [
  'latest-blocks',
  'latest-transactions',
  'token-transfers',
] as const satisfies readonly ListId[]
export type LiveList = (typeof LIVE_LISTS)[number]
