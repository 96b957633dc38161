import type { SqlDialect } from '#platform/sql-dialect.ts'
import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import { isPositive } from '../../store/schema.ts'
import { toPage, typesIn } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { NFT_TYPES } from './token-lists.ts'

/** NFTs of a collection that stand in its row; their own list has all. */
const MAX_INSTANCES = 15

interface Collection {
  readonly type: string
  readonly token: number
}

/** `/addresses/{hash}/nft/collections`: by type and token, as the list of its NFTs. */
export function collectionsOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const holder = context.addressOf(request.params.address_hash)
  const found = holder === null ? [] : collectionsAfter(context, holder, request)
  return toPage(found, request.limit, {
    item: (collection) => collectionItem(context, holder ?? 0, collection),
    position: ({ type, token }) => ({
      token_contract_address_hash: context.addresses.hash(token),
      token_type: type,
    }),
  })
}

const ofHolder = (dialect: SqlDialect) =>
  `FROM balance WHERE holder = ? AND type = ? AND ${dialect.hasBit('in_list', 2)} AND ${isPositive(dialect)}`

/** One more than the page holds: from one collection to the next, however many NFTs each has. */
function collectionsAfter(context: ReadContext, holder: number, request: ListRequest): Collection[] {
  const { database } = context.store
  const after = request.after && {
    type: String(request.after.token_type),
    token: context.addressOf(String(request.after.token_contract_address_hash).toLowerCase()) ?? 0,
  }
  const found: Collection[] = []
  for (const type of typesIn(request, NFT_TYPES)) {
    if (after && type < after.type) continue
    let token: number | null = after?.type === type ? after.token : 0
    while (token !== null && found.length <= request.limit) {
      token =
        database.get<{ next: number | null }>(
          (dialect) => `SELECT min(token) AS next ${ofHolder(dialect)} AND token > ?`,
          holder,
          type,
          token,
        )?.next ?? null
      if (token !== null) found.push({ type, token })
    }
  }
  return found
}

function collectionItem(context: ReadContext, holder: number, { type, token }: Collection): WireItem {
  const { database } = context.store
  const { count = 0 } =
    database.get<{ count: number }>(
      (dialect) => `SELECT count(*) AS count ${ofHolder(dialect)} AND token = ?`,
      holder,
      type,
      token,
    ) ?? {}
  const ids = database.all<{ token_id: Uint8Array }>(
    (dialect) => `SELECT token_id ${ofHolder(dialect)} AND token = ? ORDER BY token_id LIMIT ?`,
    holder,
    type,
    token,
    MAX_INSTANCES,
  )
  return {
    token: context.tokens.item(token),
    amount: String(count),
    token_instances: ids.map(({ token_id: id }) => ({ ...context.tokens.nft(token, id), token_type: type })),
  }
}
