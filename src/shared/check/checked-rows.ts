/** The lists whose rows can be checked against a node. */
import type { Resource } from '../lists/list-endpoint.ts'
import { listEndpoint, type ListId } from '../lists/list-table.ts'

const CHECKED_RESOURCES = ['transaction', 'log', 'transfer', 'block'] as const satisfies Resource[]
export type CheckedResource = (typeof CHECKED_RESOURCES)[number]

/** The number of rows after which a check of a list stops. */
export const MAX_LIST_ROWS = 1_000

export const canBeChecked = (list: ListId): boolean =>
  (CHECKED_RESOURCES as readonly Resource[]).includes(listEndpoint(list).resource)
