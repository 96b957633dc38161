/**
 * Parameters that instances take and the table of lists does not know, because Chainglass has no use for them: a page is
 * read, and what does not fit is left out of it. Frontends of others send them.
 */
import type { Dialect } from '#shared/lists/dialects.ts'
import { type Filter, oneOf } from '#shared/lists/filters.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListPage, ListRequest, WireItem } from '../chain-reader.ts'

export type Fits = (item: WireItem) => boolean

interface Narrowing {
  readonly filter: Filter
  /** `none`: nothing that the list ever has. */
  readonly fits: (item: WireItem, wanted: ReadonlySet<string>) => boolean
  readonly none?: ReadonlySet<string>
}

const many = (values: readonly string[], description: string): Filter => ({
  kind: 'many',
  values,
  description,
})

const byType: Narrowing = {
  filter: many(
    [
      ...['coin_transfer', 'contract_call', 'contract_creation', 'token_transfer', 'token_creation'],
      ...['blob_transaction', 'set_code_transaction'],
    ],
    'only transactions of these kinds',
  ),
  fits: ({ transaction_types: types }, wanted) =>
    Array.isArray(types) && types.some((type) => wanted.has(String(type))),
}

const CALLS = ['call', 'callcode', 'delegatecall', 'staticcall']
const of = (type: unknown, wanted: ReadonlySet<string>) => wanted.has(String(type).toLowerCase())

const NARROWED: Partial<Record<ListId, Readonly<Record<string, Narrowing>>>> = {
  // Rows of a page: a frontend asks for ten.
  tokens: {
    limit: { filter: { kind: 'count', min: 1, max: 50, description: 'rows of a page' }, fits: () => true },
  },
  'latest-blocks': {
    type: {
      filter: oneOf(['block', 'reorg', 'uncle'], 'only blocks of the chain, or only those that were left'),
      fits: ({ type }, wanted) => of(type, wanted),
      // Of blocks that were left nothing is held.
      none: new Set(['reorg', 'uncle']),
    },
  },
  'latest-transactions': { type: byType },
  'block-transactions': { type: byType },
  'block-internal-transactions': {
    internal_type: {
      filter: many(['call', 'create', 'create2', 'reward', 'selfdestruct', 'stop', 'invalid'], 'only these'),
      fits: ({ type }, wanted) =>
        of(type, wanted) || (wanted.has('call') && CALLS.includes(String(type).toLowerCase())),
    },
    call_type: {
      filter: many([...CALLS, 'invalid'], 'only calls of these kinds'),
      fits: ({ type }, wanted) => of(type, wanted),
    },
  },
}

/** What instances of today take. */
const DIALECTS: ReadonlySet<Dialect> = new Set(['v11', 'v12'])

export const narrowingOf = (id: ListId, dialect: Dialect): Readonly<Record<string, Narrowing>> =>
  (DIALECTS.has(dialect) ? NARROWED[id] : undefined) ?? {}

/** `read`: the value of a parameter that was given. Undefined where nothing is left out; `none` where everything is. */
export function narrow(
  id: ListId,
  dialect: Dialect,
  read: (name: string, filter: Filter) => readonly string[] | undefined,
): Fits | 'none' | undefined {
  const chosen = Object.entries(narrowingOf(id, dialect)).flatMap(([name, { filter, fits, none }]) => {
    const values = read(name, filter)
    return values ? [{ wanted: new Set(values), fits, none }] : []
  })
  if (chosen.length === 0) return undefined
  if (chosen.some(({ wanted, none }) => none && [...wanted].every((value) => none.has(value)))) return 'none'
  return (item) => chosen.every(({ wanted, fits }) => fits(item, wanted))
}

/** A list of which little fits is read in so many pages a request, and goes on with the next. */
const MAX_PAGES = 10

/** `read`: of how many rows the page was made. */
export async function readNarrowed(
  reader: ChainReader,
  id: ListId,
  request: ListRequest,
  fits: Fits | 'none' | undefined,
): Promise<{ readonly page: ListPage | null; readonly read: number }> {
  if (fits === 'none') return { page: { items: [], next: null }, read: 0 }
  const items: WireItem[] = []
  let { after } = request
  let read = 0
  for (let pages = 1; ; pages += 1) {
    const page = await reader.list(id, { ...request, after })
    if (page === null || fits === undefined) return { page, read: page?.items.length ?? 0 }
    read += page.items.length
    items.push(...page.items.filter(fits))
    after = page.next
    if (after === null || items.length > 0 || pages === MAX_PAGES) return { page: { ...page, items }, read }
  }
}
