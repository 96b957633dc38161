/**
 * Parameters that instances accept but the table of lists does not contain, because Chainglass does not use them:
 * rows that do not match are removed from a page after reading it. Other frontends send them.
 */
import type { Dialect } from '#shared/lists/dialects.ts'
import { type Filter, oneOf } from '#shared/lists/filters.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { ChainReader, ListPage, ListRequest, WireItem } from '../chain-reader.ts'

export type Fits = (item: WireItem) => boolean

interface Narrowing {
  readonly filter: Filter
  /** `none`: values that never match a row of the list. */
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
  // The number of rows on a page: a frontend asks for ten.
  tokens: {
    limit: { filter: { kind: 'count', min: 1, max: 50, description: 'rows of a page' }, fits: () => true },
  },
  'latest-blocks': {
    type: {
      filter: oneOf(['block', 'reorg', 'uncle'], 'only blocks of the chain, or only those that were left'),
      fits: ({ type }, wanted) => of(type, wanted),
      // The index has no reorganised blocks and no uncles.
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

/** The dialects of present instances. */
const DIALECTS: ReadonlySet<Dialect> = new Set(['v11', 'v12'])

export const narrowingOf = (id: ListId, dialect: Dialect): Readonly<Record<string, Narrowing>> =>
  (DIALECTS.has(dialect) ? NARROWED[id] : undefined) ?? {}

/** `read` returns the value of a given parameter. Undefined if nothing is left out; `none` if everything is. */
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

/** A request reads at most this many pages of a list with few matching rows, and the next one continues. */
const MAX_PAGES = 10

/** `read`: the number of rows that were read for the page. */
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
