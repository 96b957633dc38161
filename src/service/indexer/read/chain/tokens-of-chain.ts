import type { ListPage, ListRequest } from '../../../chain-reader.ts'
import { TOKEN_TYPES } from '#shared/chain/token-events.ts'
import { listOf, readInteger, toPage, typesIn } from '../page.ts'
import type { ReadContext } from '../read-context.ts'

interface Row {
  readonly address: number
  readonly holders: number
}

/** `/tokens`: those with most holders first. The chain knows no prices, so that sorting by them leaves this order. */
export function tokensOfChain(context: ReadContext, request: ListRequest): ListPage {
  const { database, names } = context.store
  const { after, filters, limit } = request
  const types = typesIn(request, TOKEN_TYPES)
  const words = typeof filters.q === 'string' ? names.tokenCondition(filters.q, types.length + 1) : undefined
  if (words === null) return { items: [], next: null }
  const isAscending = filters.order === 'asc'
  const holders = readInteger(after?.holders_count)
  const last = after && context.addressOf(String(after.contract_address_hash).toLowerCase())
  const bound = holders === null || last == null ? null : [holders, last]
  const rows = database.all<Row>(
    `SELECT address, holders FROM token
     WHERE type IN (${listOf(types)}) ${words ? `AND ${words.sql}` : ''}
       ${bound ? `AND (holders, address) ${isAscending ? '>' : '<'} (?, ?)` : ''}
     ORDER BY holders ${isAscending ? 'ASC' : 'DESC'}, address ${isAscending ? 'ASC' : 'DESC'} LIMIT ?`,
    ...types,
    ...(words?.values ?? []),
    ...(bound ?? []),
    limit + 1,
  )
  return toPage(rows, limit, {
    item: ({ address }) => context.tokens.item(address),
    position: ({ address, holders }) => {
      const name = context.tokens.row(address)?.name ?? null
      return {
        contract_address_hash: context.addresses.hash(address),
        fiat_value: null,
        holders_count: String(holders),
        is_name_null: name === null,
        market_cap: null,
        name,
      }
    },
  })
}
