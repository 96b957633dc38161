/** Details that are derived from a chain's lists, so that both always agree, and details about the server itself. */
import type { DerivedDetailId, DetailId } from '#shared/lists/detail-table.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { ChainReader, ListRequest, WireItem } from '../chain-reader.ts'

type Params = Readonly<Record<string, string>>
type Derived = WireItem | readonly WireItem[]

/** The number of rows on an explorer's first page, and in the result of a quick search. */
const LENGTHS = { blocks: 4, transactions: 6, results: 50 } as const

/** The API version that clients read, which the default dialect belongs to. */
const VERSION = 'v12.0.0'

const DERIVED: Readonly<
  Record<DerivedDetailId, (reader: ChainReader, params: Params) => Promise<Derived> | Derived>
> = {
  'search-quick': (reader, { q = '' }) => beginOf(reader, 'search', LENGTHS.results, { q }),
  'search-redirect': async (reader, { q = '' }) =>
    redirectTo(q.trim().toLowerCase(), await beginOf(reader, 'search', LENGTHS.results, { q })),
  'main-page-blocks': (reader) => beginOf(reader, 'latest-blocks', LENGTHS.blocks),
  'main-page-transactions': (reader) => beginOf(reader, 'latest-transactions', LENGTHS.transactions),
  'backend-version': () => ({ backend_version: VERSION }),
  'backend-config': () => ({ chain_type: 'default', openapi_spec_folder_name: 'default' }),
}

export const isDerived = (id: DetailId): id is DerivedDetailId => Object.hasOwn(DERIVED, id)

export const readDerived = (reader: ChainReader, id: DerivedDetailId, params: Params) =>
  DERIVED[id](reader, params)

async function beginOf(
  reader: ChainReader,
  id: ListId,
  limit: number,
  filters: ListRequest['filters'] = {},
): Promise<readonly WireItem[]> {
  return (await reader.list(id, { params: {}, filters, after: null, limit }))?.items ?? []
}

/** The one thing that a complete hash, number, address or name identifies; no redirect for search words. */
function redirectTo(wanted: string, found: readonly WireItem[]): WireItem {
  for (const item of found) {
    const { type, address_hash: address, transaction_hash: transaction, block_hash: block } = item
    const is = (value: unknown) => String(value).toLowerCase() === wanted
    if (type === 'transaction' && is(transaction)) return redirect('transaction', transaction)
    if (type === 'block' && (is(block) || is(item.block_number)))
      return redirect('block', PARAM_FORMATS.transaction.pattern.test(wanted) ? block : item.block_number)
    if (type !== 'block' && type !== 'transaction' && is(address)) return redirect('address', address)
    if (type === 'ens_domain' && is((item.ens_info as WireItem | undefined)?.name))
      return redirect('address', address)
  }
  return { parameter: null, redirect: false, type: null }
}

const redirect = (type: 'address' | 'block' | 'transaction', parameter: unknown): WireItem => ({
  parameter: String(parameter),
  redirect: true,
  type,
})
