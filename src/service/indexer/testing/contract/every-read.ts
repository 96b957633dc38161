/** Asks a reader for everything that the table of lists and the table of details have. */
import * as z from 'zod/mini'
import {
  DETAIL_IDS,
  detailEndpoint,
  type DerivedDetailId,
  type DetailId,
} from '#shared/lists/detail-table.ts'
import { DIALECTS, type Dialect } from '#shared/lists/dialects.ts'
import { MAX_LISTED, type Filter } from '#shared/lists/filters.ts'
import { listItem } from '#shared/lists/list-items.ts'
import { cursorKeys, LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { ParamFormat } from '#shared/path-params.ts'
import { NotServed, type ChainReader, type RankedId, type WireItem } from '../../../chain-reader.ts'
import { Differences } from '../compare/differences.ts'
import { readAll, type ReadAllOptions } from '../compare/read-all.ts'

type Params = Readonly<Record<string, string>>
type Filters = NonNullable<ReadAllOptions['filters']>

/** Values of a chain to ask for, by the format of a parameter; `token`: addresses of tokens. */
export type Subjects = Readonly<Record<ParamFormat | 'token', readonly string[]>>

/** Details that the server makes of others. */
const DERIVED: Readonly<Record<DerivedDetailId, true>> = {
  'search-quick': true,
  'search-redirect': true,
  'main-page-blocks': true,
  'main-page-transactions': true,
  'backend-version': true,
  'backend-config': true,
}
/** Details that are in no table. */
const RANKED: Readonly<Record<RankedId, true>> = {
  'largest-accounts': true,
  'known-contracts': true,
  'transactions-by-day': true,
}
type OwnDetailId = Exclude<DetailId, DerivedDetailId>
const isOfChain = (id: DetailId): id is OwnDetailId => !(id in DERIVED)

const PAGE = 12
/** The number of values that are tried of a filter that takes any. */
const VALUES = 3
/** Filters that leave out rows of a walk whose cursors are the same without them. */
const WITHIN_WALK: ReadonlySet<Filter['kind']> = new Set(['many', 'listOf', 'amount', 'time'])
/** Into how many a large page is divided, so that cursors come back. */
const PAGES = 3

export class EveryRead {
  /** Rows of each read: of a list, of a list with a value of a filter, of a detail. */
  readonly rows = new Map<string, number>()
  /** Between small pages and large ones. */
  readonly differences = new Differences()
  readonly #reader: ChainReader
  readonly #subjects: Subjects

  constructor(reader: ChainReader, subjects: Subjects) {
    this.#reader = reader
    this.#subjects = subjects
  }

  async all(): Promise<this> {
    for (const id of LIST_IDS) await this.#list(id)
    for (const id of DETAIL_IDS.filter(isOfChain)) await this.#detail(id)
    for (const id of Object.keys(RANKED) as RankedId[])
      this.#count(id, (await this.#reader.detail(id, {})) === null ? 0 : 1)
    this.#count('suggestedAddresses', (await this.#reader.suggestedAddresses()).length)
    return this
  }

  async #list(id: ListId) {
    const { path, params, filters } = listEndpoint(id)
    const subjects = this.#paramsOf(path, params)
    for (const chosen of this.#filtersOf(filters)) {
      let most: { readonly params: Params; readonly rows: number } = { params: {}, rows: 0 }
      for (const subject of subjects) {
        const page = await this.#reader.list(id, {
          params: subject,
          filters: chosen,
          after: null,
          limit: PAGE,
        })
        const rows = page?.items.length ?? 0
        if (rows > most.rows) most = { params: subject, rows }
      }
      this.#count(id, most.rows)
      for (const [name, value] of Object.entries(chosen))
        this.#count(`${id}?${name}=${filters[name]?.kind === 'one' ? String(value) : ''}`, most.rows)
      const kinds = Object.keys(chosen).map((name) => filters[name]?.kind)
      if (most.rows > 1 && !kinds.some((kind) => kind && WITHIN_WALK.has(kind)))
        await this.#pages(id, { params: most.params, filters: chosen }, Math.ceil(most.rows / PAGES))
    }
  }

  /** As each dialect goes on from one page to the next, the rows are those of one large page. */
  async #pages(id: ListId, options: ReadAllOptions, limit: number) {
    const rows = identitiesOf(id, await readAll(this.#reader, id, { ...options, limit: PAGE, atMost: 1 }))
    for (const dialect of dialectsOf(id, options.filters ?? {})) {
      const items = await readAll(this.#reader, id, { ...options, limit, dialect, atMost: rows.length })
      this.differences.same(
        `${id} (${dialect}) in pages of ${String(limit)}`,
        JSON.stringify(options),
        identitiesOf(id, items).slice(0, rows.length),
        rows,
      )
    }
  }

  async #detail(id: OwnDetailId) {
    const { path, params } = detailEndpoint(id)
    for (const subject of this.#paramsOf(path, params)) {
      const item = await orNotServed(this.#reader.detail(id, subject))
      this.#count(id, item === null ? 0 : 1)
    }
  }

  #count(read: string, rows: number) {
    this.rows.set(read, (this.rows.get(read) ?? 0) + rows)
  }

  /** Every subject of one parameter; of two, the ids that are of that address. */
  #paramsOf(path: string, formats: Readonly<Record<string, ParamFormat>>): readonly Params[] {
    const [[name, format] = ['', null], second] = Object.entries(formats)
    if (format === null) return [{}]
    if (second?.[1] === 'tokenId')
      return this.#subjects.tokenId.map((text) => {
        const [address = '', id = ''] = text.split(':')
        return { [name]: address, [second[0]]: id }
      })
    return this.#subjects[path.startsWith('/tokens/') ? 'token' : format].map((subject) => ({
      [name]: subject,
    }))
  }

  /** None, each value of each filter, and each way to sort. */
  #filtersOf(filters: Readonly<Record<string, Filter>>): readonly Filters[] {
    const single = Object.entries(filters).flatMap(([name, filter]) =>
      this.#valuesOf(name, filter).map((value) => ({ [name]: value })),
    )
    const sorted = single.flatMap((sort) =>
      'sort' in sort
        ? single.filter((order) => 'order' in order).map((order) => ({ ...sort, ...order }))
        : [],
    )
    const sides = single.filter((side) => 'filter' in side)
    return [
      {},
      ...single,
      ...sorted,
      ...sorted.flatMap((sort) => sides.map((side) => ({ ...sort, ...side }))),
    ]
  }

  #valuesOf(name: string, filter: Filter): readonly (string | boolean | readonly string[])[] {
    switch (filter.kind) {
      case 'one':
        return filter.values
      case 'many':
        return [...filter.values.map((value) => [value]), filter.values]
      case 'flag':
        return [true, false]
      case 'count':
        return []
      case 'listOf': {
        const some = this.#subjects[filter.format]
        return [some.slice(0, 1), some.slice(0, MAX_LISTED)]
      }
      default:
        return this.#subjects[name === 'token' ? name : filter.kind].slice(0, VALUES)
    }
  }
}

/** Null for data that some nodes can't give. */
async function orNotServed<T>(read: Promise<T> | T): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof NotServed) return null
    throw error
  }
}

/** The dialects that know these filters, one for each set of cursor keys. */
function dialectsOf(id: ListId, filters: Filters): readonly Dialect[] {
  const known = DIALECTS.filter((dialect) =>
    Object.keys(filters).every((name) => listEndpoint(id).filters[name]?.dialects?.includes(dialect) ?? true),
  )
  return [...new Map(known.map((dialect) => [cursorKeys(id, dialect).join(), dialect])).values()]
}

/** The identities of rows. Their other fields may change between two pages. */
function identitiesOf(id: ListId, items: readonly WireItem[]): readonly string[] {
  const { identity } = listEndpoint(id)
  return items.map((item) => identity(z.parse(listItem(id), item)))
}
