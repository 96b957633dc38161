/** The requests to a source about an address: two details, and the first page of each list that has rows. */
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { ListId } from '#shared/lists/list-table.ts'

export const REQUESTED_DETAILS = ['address', 'address-tab-counters'] as const satisfies readonly DetailId[]
export const REQUESTED_LISTS = [
  'address-transactions',
  'address-token-transfers',
  'address-tokens',
] as const satisfies readonly ListId[]
export type RequestedList = (typeof REQUESTED_LISTS)[number]
