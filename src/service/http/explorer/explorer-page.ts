/**
 * Pages that only explorers' own frontends ask for, beside the lists and details that Chainglass itself reads: they are
 * made of these, so that both always agree.
 */
import * as z from 'zod/mini'
import { addressRef } from '#shared/chain/address.ts'
import { decimal, integer, record, text } from '#shared/chain/fields.ts'
import type { Filter } from '#shared/lists/filters.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { ParamFormat } from '#shared/path-params.ts'
import type { ChainReader, ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import type { WireDialect } from '../dialects/dialect.ts'
import { writeNextCursor } from '../next-cursor.ts'

/** Whole numbers under the keys of a cursor. */
export type ExplorerCursor = Readonly<Record<string, number>>

export interface ExplorerRequest {
  readonly reader: ChainReader
  readonly written: WireDialect
  readonly params: Readonly<Record<string, string>>
  readonly filters: ListRequest['filters']
  readonly after: ExplorerCursor | null
  readonly limit: number
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean
}

/** A page of a list whose items are written already. */
export interface ExplorerList {
  readonly items: readonly unknown[]
  readonly next_page_params: ExplorerCursor | null
  readonly next_cursor: string | null
  readonly meta?: ListPage['meta']
}

export interface ExplorerPage {
  readonly path: string
  readonly params: Readonly<Record<string, ParamFormat>>
  readonly noun: string
  readonly filters?: Readonly<Record<string, Filter>>
  /** For a list: the keys of its cursor, each a whole number. */
  readonly cursor?: readonly string[]
  /** The schema of the response; a text is a file of comma-separated values. */
  readonly answer: z.core.$ZodType
  /** Null: there is no such thing. */
  readonly read: (request: ExplorerRequest) => unknown
}

export const DECIMAL_OR_NULL = z.nullable(decimal)
export const TEXT_OR_NULL = z.nullable(text)

/** Why a list is not whole. */
export const notice = record({ status: text, message: text })

export const listOf = (
  items: z.core.$ZodType,
  cursor: readonly string[],
  more: Readonly<Record<string, z.core.$ZodType>> = {},
): z.core.$ZodType =>
  record({
    items: z.array(items),
    next_page_params:
      cursor.length === 0
        ? z.null()
        : z.nullable(record(Object.fromEntries(cursor.map((key) => [key, integer])))),
    next_cursor: TEXT_OR_NULL,
    meta: z.optional(notice),
    ...more,
  })

/** The members of a page that say where it goes on. */
export const nextPageOf = (next: ExplorerCursor | null) => ({
  next_page_params: next,
  next_cursor: writeNextCursor(next),
})

/** The keys of an address inside other things, in every dialect. */
const ADDRESS_KEYS = [...Object.keys(addressRef.def.out.def.shape), 'implementation_name']

export const addressPart = (address: WireItem): WireItem =>
  Object.fromEntries(ADDRESS_KEYS.flatMap((key) => (key in address ? [[key, address[key]]] : [])))

/** The filter for text that was typed into a search field. */
export const searchText = (description: string, pattern?: RegExp): Filter => ({
  kind: 'searchText',
  description,
  ...(pattern && { pattern }),
})

export const wordsIn = (given: ListRequest['filters'][string] | undefined): string =>
  typeof given === 'string' ? given.trim().toLowerCase() : ''

/** Rows of one of the reader's lists, up to so many. */
export async function rowsOf(
  { reader }: ExplorerRequest,
  id: ListId,
  request: Pick<ListRequest, 'params' | 'filters'>,
  max: number,
): Promise<{ readonly items: readonly WireItem[]; readonly meta?: ListPage['meta'] } | null> {
  const items: WireItem[] = []
  let meta: ListPage['meta']
  for (let after: ListPage['next'] = null; items.length < max;) {
    const page: ListPage | null = await reader.list(id, {
      ...request,
      after,
      limit: Math.min(ROWS_A_READ, max - items.length),
    })
    if (page === null) return null
    items.push(...page.items)
    meta ??= page.meta
    after = page.next
    if (after === null) break
  }
  return { items, ...(meta && { meta }) }
}

const ROWS_A_READ = 500
