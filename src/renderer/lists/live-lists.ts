import type { ListId } from '#shared/lists/list-table.ts'

/** The lists that the overview of a chain shows side by side. */
export const LIVE_LISTS = [
  'latest-blocks',
  'latest-transactions',
  'token-transfers',
] as const satisfies readonly ListId[]
export type LiveList = (typeof LIVE_LISTS)[number]
