import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import { TOKEN_TYPES } from '#shared/chain/token-events.ts'
import type { BalanceRow } from '../../model/missing-data.ts'
import { amountToDecimal, decodeAmount, encodeAmount } from '../../store/amounts.ts'
import { isPositive } from '../../store/schema.ts'
import { readBigInt, readInteger, toPage, typesIn } from '../page.ts'
import { requirePrepared } from '../prepared.ts'
import type { ReadContext } from '../read-context.ts'

const COLUMNS = 'id, token, token_id, holder, type, value'
export const NFT_TYPES = ['ERC-1155', 'ERC-404', 'ERC-721']

/** `limit` + 1 rows, the newest balances of the address first. */
function tokenRows(context: ReadContext, request: ListRequest): BalanceRow[] {
  const holder = context.addressOf(request.params.address_hash)
  if (holder === null) return []
  // The cursor is the balance's id, sent as `value`: the only key that the cursors of all dialects have.
  const before = readInteger(request.after?.value) ?? Number.MAX_SAFE_INTEGER
  return typesIn(request, TOKEN_TYPES)
    .flatMap((type) =>
      context.store.database.all<BalanceRow>(
        (dialect) => `SELECT ${COLUMNS} FROM balance
         WHERE holder = ? AND type = ? AND ${dialect.hasBit('in_list', 1)} AND ${isPositive(dialect)} AND id < ? ORDER BY id DESC LIMIT ?`,
        holder,
        type,
        before,
        request.limit + 1,
      ),
    )
    .sort((a, b) => (b.id ?? 0) - (a.id ?? 0))
    .slice(0, request.limit + 1)
}

/** Unverified balances that no list shows are verified together with the page. */
const MAX_UNVERIFIED = 50

function unverifiedBalances({ store }: ReadContext, of: 'holder' | 'token', id: number | null): BalanceRow[] {
  return store.database.all<BalanceRow>(
    ({ hasBit }) => `SELECT ${COLUMNS} FROM balance WHERE ${of} = ? AND ${hasBit('in_list', 4)} LIMIT ?`,
    id,
    MAX_UNVERIFIED,
  )
}

/**
 * Tokens whose balances contradict their events may be held where the index has nothing: they are asked, too. The ones of
 * which that was found out last, first.
 */
function askedOfHolder({ store }: ReadContext, holder: number): BalanceRow[] {
  return store.database.all<BalanceRow>(
    ({
      bytes,
    }) => `SELECT b.id, t.address AS token, ${bytes('')} AS token_id, ?1 AS holder, t.type, ${bytes('00')} AS value
     FROM asked_token a JOIN token t ON t.address = a.token
     LEFT JOIN balance b ON b.token = t.address AND b.token_id = ${bytes('')} AND b.holder = ?1
     WHERE t.type <> 'ERC-1155' AND coalesce(b.value, ${bytes('00')}) = ${bytes('00')} ORDER BY a.block DESC, a.token DESC LIMIT ?2`,
    holder,
    MAX_UNVERIFIED,
  )
}

/** A former holder of such a token may hold it again. */
function askedOfToken({ store }: ReadContext, token: number): BalanceRow[] {
  return store.database.all<BalanceRow>(
    ({ hasBit, bytes }) =>
      `SELECT ${COLUMNS} FROM balance WHERE token = ? AND ${hasBit('in_list', 1)} AND value = ${bytes('00')} LIMIT ?`,
    token,
    MAX_UNVERIFIED,
  )
}

/** `/addresses/{hash}/tokens`. */
export function tokensOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const rows = tokenRows(context, request)
  const holder = context.addressOf(request.params.address_hash)
  if (context.start !== null && request.after === null)
    context.missing.earlierHolders.add(request.params.address_hash ?? '')
  context.missing.balances.push(
    ...rows.slice(0, request.limit),
    ...unverifiedBalances(context, 'holder', holder),
  )
  if (holder !== null && request.after === null)
    context.missing.balances.push(...askedOfHolder(context, holder))
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => ({
      token: context.tokens.item(row.token),
      token_id: row.token_id.length > 0 ? amountToDecimal(row.token_id) : null,
      token_instance: row.token_id.length > 0 ? context.tokens.nft(row.token, row.token_id) : null,
      value: amountToDecimal(row.value),
    }),
    position: (row) => ({
      id: row.id,
      value: row.id,
      fiat_value: null,
      token_name: context.tokens.row(row.token)?.name ?? null,
      token_type: row.type,
    }),
  })
}

/** `limit` + 1 rows, by type, token, and id. */
function nftRows(context: ReadContext, request: ListRequest): BalanceRow[] {
  const holder = context.addressOf(request.params.address_hash)
  if (holder === null) return []
  const after = request.after && {
    type: String(request.after.token_type),
    token: context.addressOf(String(request.after.token_contract_address_hash).toLowerCase()) ?? 0,
    id: encodeAmount(readBigInt(request.after.token_id) ?? 0n),
  }
  const rows: BalanceRow[] = []
  for (const type of typesIn(request, NFT_TYPES)) {
    if (after && type < after.type) continue
    const same = after?.type === type
    rows.push(
      ...context.store.database.all<BalanceRow>(
        (dialect) => `SELECT ${COLUMNS} FROM balance
         WHERE holder = ? AND type = ? AND ${dialect.hasBit('in_list', 2)} AND ${isPositive(dialect)} AND (token, token_id) > (?, ?)
         ORDER BY token, token_id LIMIT ?`,
        holder,
        type,
        same ? after.token : 0,
        same ? after.id : Buffer.alloc(0),
        request.limit + 1 - rows.length,
      ),
    )
    if (rows.length > request.limit) break
  }
  return rows
}

/** `/addresses/{hash}/nft`. */
export function nftsOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const rows = nftRows(context, request)
  context.missing.balances.push(...rows.slice(0, request.limit))
  context.load(rows)
  return toPage(rows, request.limit, {
    item: (row) => ({
      ...context.tokens.nft(row.token, row.token_id, true),
      token: context.tokens.item(row.token),
      token_type: row.type,
      value: amountToDecimal(row.value),
    }),
    position: (row) => ({
      token_contract_address_hash: context.addresses.hash(row.token),
      token_id: decodeAmount(row.token_id),
      token_type: row.type,
    }),
  })
}

/** `limit` + 1 rows, the greatest balance first; of a multi-token one for each id. */
function holderRows(context: ReadContext, token: number, { after, limit }: ListRequest): BalanceRow[] {
  const value = readBigInt(after?.value)
  const id = readBigInt(after?.token_id)
  const bounds =
    value === null
      ? []
      : [
          encodeAmount(value),
          context.addressOf(String(after?.address_hash).toLowerCase()) ?? 0,
          id === null ? Buffer.alloc(0) : encodeAmount(id),
        ]
  return context.store.database.all<BalanceRow>(
    (dialect) => `SELECT ${COLUMNS} FROM balance
     WHERE token = ? AND ${dialect.hasBit('in_list', 1)} AND ${isPositive(dialect)}
       ${bounds.length > 0 ? 'AND (value, holder, token_id) < (?, ?, ?)' : ''}
     ORDER BY value DESC, holder DESC, token_id DESC LIMIT ?`,
    token,
    ...bounds,
    limit + 1,
  )
}

/** `/tokens/{hash}/holders`; null for an unknown token. */
export function holdersOfToken(context: ReadContext, request: ListRequest): ListPage | null {
  const token = context.tokenOf(request.params.address_hash)
  if (token === null) return null
  const rows = holderRows(context, token, request)
  context.missing.balances.push(
    ...rows.slice(0, request.limit),
    ...unverifiedBalances(context, 'token', token),
  )
  context.tokens.askOnce(token)
  if (context.tokens.isRebasing(token) && request.after === null)
    context.missing.balances.push(...askedOfToken(context, token))
  return holderPage(context, rows, request)
}

function holderPage(context: ReadContext, rows: readonly BalanceRow[], { limit }: ListRequest): ListPage {
  const idOf = (row: BalanceRow) => (row.token_id.length > 0 ? amountToDecimal(row.token_id) : null)
  context.load(rows)
  return toPage(rows, limit, {
    item: (row) => ({
      address: context.addresses.item(row.holder),
      token_id: idOf(row),
      value: amountToDecimal(row.value),
    }),
    position: (row) => ({
      address_hash: context.addresses.hash(row.holder),
      value: amountToDecimal(row.value),
      token_id: idOf(row),
    }),
  })
}

/** `/tokens/{hash}/instances/{id}/holders`: the greatest amount first; null for an unknown NFT. */
export function holdersOfInstance(context: ReadContext, request: ListRequest): ListPage | null {
  const nft = context.nftOf(request.params)
  if (!nft) return null
  const { after, limit } = request
  const value = readBigInt(after?.value)
  const bounds =
    value === null
      ? []
      : [encodeAmount(value), context.addressOf(String(after?.address_hash).toLowerCase()) ?? 0]
  const { database } = context.store
  const from = { from: 'balance WHERE token = ? AND token_id = ?', values: [nft.token, nft.tokenId] }
  requirePrepared(database, [{ index: 'balance_of_nft', ...from }], 'Sorting the holders of this NFT')
  const rows = database.all<BalanceRow>(
    (dialect) => `SELECT ${COLUMNS} FROM balance
     WHERE token = ? AND token_id = ? AND token_id <> ${dialect.bytes('')} AND ${isPositive(dialect)}
       ${bounds.length > 0 ? 'AND (value, holder) < (?, ?)' : ''}
     ORDER BY value DESC, holder DESC LIMIT ?`,
    nft.token,
    nft.tokenId,
    ...bounds,
    limit + 1,
  )
  context.missing.balances.push(...rows.slice(0, limit))
  return holderPage(context, rows, request)
}

/** `/tokens/{hash}/instances`: highest id first, burnt NFTs (without owner) included; null for an unknown token. */
export function instancesOfToken(context: ReadContext, request: ListRequest): ListPage | null {
  const token = context.tokenOf(request.params.address_hash)
  if (token === null) return null
  const rows = nftIdRows(context, token, request)
  return toPage(rows, request.limit, {
    item: (row) => nftItem(context, token, row.token_id),
    position: (row) => ({ unique_token: decodeAmount(row.token_id) }),
  })
}

/** `limit` + 1 rows. */
function nftIdRows(context: ReadContext, token: number, request: ListRequest): { token_id: Uint8Array }[] {
  const { database } = context.store
  const after = readBigInt(request.after?.unique_token)
  const before = after === null ? ABOVE_ALL_IDS : encodeAmount(after)
  const holder = request.filters.holder_address_hash
  if (holder === undefined) {
    return database.all(
      'SELECT token_id FROM instance WHERE token = ? AND token_id < ? ORDER BY token_id DESC LIMIT ?',
      token,
      before,
      request.limit + 1,
    )
  }
  const address = context.addressOf(String(holder).toLowerCase())
  if (address === null) return []
  return database.all(
    (dialect) => `SELECT token_id FROM balance
     WHERE holder = ? AND type = ? AND ${dialect.hasBit('in_list', 2)} AND ${isPositive(dialect)} AND token = ? AND token_id < ?
     ORDER BY token_id DESC LIMIT ?`,
    address,
    context.tokens.row(token)?.type ?? '',
    token,
    before,
    request.limit + 1,
  )
}

export function nftItem(context: ReadContext, token: number, tokenId: Uint8Array): WireItem {
  const type = context.tokens.row(token)?.type ?? null
  return { ...context.tokens.nft(token, tokenId, true), token_type: type }
}

const ABOVE_ALL_IDS = Buffer.from([255])
