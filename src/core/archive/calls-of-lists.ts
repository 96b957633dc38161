/** Lists whose rows name calls: new names of functions are put into their stored rows. */
import type { Resource } from '#shared/lists/list-endpoint.ts'
import { isListId, listEndpoint } from '#shared/lists/list-table.ts'
import { bodiesOf, renewBody } from '../rows/renew-rows.ts'
import type { OpenArchive } from './file-holder.ts'

export interface CallsOf {
  /** Undefined for every source. */
  readonly source?: string | undefined
  readonly address?: string | undefined
}
export interface CallsOfList {
  readonly source: string
  readonly bodies: () => readonly number[]
  readonly renew: (body: number, renewed: (item: unknown) => unknown) => boolean
}

type Read = <T>(work: (open: OpenArchive) => T) => T | undefined

const NAMES_CALLS: readonly Resource[] = ['transaction', 'transfer', 'advanced-filter']

export function callsIn(read: Read, { source, address }: CallsOf): CallsOfList[] {
  const lists = read(({ database }) =>
    database.all<{ id: number; source: string; list: string }>(
      'SELECT id, source, list FROM lists WHERE ?1 IS NULL OR source = ?1 ORDER BY used DESC',
      source ?? null,
    ),
  )
  return (lists ?? [])
    .filter(({ list }) => isListId(list) && NAMES_CALLS.includes(listEndpoint(list).resource))
    .map((one) => ({
      source: one.source,
      bodies: () => read(({ database }) => bodiesOf(database, one.id, address)) ?? [],
      renew: (body, renewed) =>
        read(({ database, rows }) => database.transaction(() => renewBody(rows, one.id, body, renewed))) ===
        true,
    }))
}
