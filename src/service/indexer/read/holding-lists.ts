import type { ListAnswer, ListRequest, WireItem } from '../../chain-reader.ts'
import { amountOf, amountText, amountValue } from '../store/amounts.ts'
import { HELD } from '../store/schema.ts'
import { bigNumber, cutPage, wholeNumber } from './page.ts'
import type { Reading } from './read-context.ts'

export interface HoldingRow {
  readonly id: number
  readonly token: number
  readonly token_id: Uint8Array
  readonly holder: number
  readonly type: string
  readonly value: Uint8Array
}

const COLUMNS = 'id, token, token_id, holder, type, value'
const TOKEN_TYPES = ['ERC-20', 'ERC-721', 'ERC-1155', 'ERC-404']
const NFT_TYPES = ['ERC-1155', 'ERC-404', 'ERC-721']

const typesIn = (request: ListRequest, all: readonly string[]): readonly string[] => {
  const given = request.filters.type
  return Array.isArray(given) ? all.filter((type) => (given as readonly string[]).includes(type)) : all
}

/** The rows of one page of `/addresses/{hash}/tokens`, and one more: what came last into this address first. */
export function tokenHoldings(reading: Reading, request: ListRequest): HoldingRow[] {
  const holder = reading.addressOf(request.params.address_hash)
  if (holder === null) return []
  // The balance's own number is its place in the list, and the only key every dialect's cursor can carry: as `value`.
  const before = wholeNumber(request.after?.value) ?? Number.MAX_SAFE_INTEGER
  return typesIn(request, TOKEN_TYPES)
    .flatMap((type) =>
      reading.store.database.all<HoldingRow>(
        `SELECT ${COLUMNS} FROM balance
         WHERE holder = ? AND type = ? AND in_list & 1 AND ${HELD} AND id < ? ORDER BY id DESC LIMIT ?`,
        holder,
        type,
        before,
        request.limit + 1,
      ),
    )
    .sort((a, b) => b.id - a.id)
    .slice(0, request.limit + 1)
}

/** Balances that transfers made doubtful and no list shows: asked for together with a page. */
const MAX_UNVERIFIED = 50

function doubtfulHoldings(reading: Reading, request: ListRequest): HoldingRow[] {
  const holder = reading.addressOf(request.params.address_hash)
  if (holder === null) return []
  return reading.store.database.all<HoldingRow>(
    `SELECT ${COLUMNS} FROM balance WHERE holder = ? AND in_list & 4 LIMIT ?`,
    holder,
    MAX_UNVERIFIED,
  )
}

export function tokensOfAddress(reading: Reading, request: ListRequest): ListAnswer {
  const rows = tokenHoldings(reading, request)
  reading.missing.balances.push(...rows.slice(0, request.limit), ...doubtfulHoldings(reading, request))
  return cutPage(rows, request.limit, {
    item: (row) => ({
      token: reading.tokens.of(row.token),
      token_id: row.token_id.length > 0 ? amountText(row.token_id) : null,
      token_instance: row.token_id.length > 0 ? reading.tokens.instance(row.token, row.token_id) : null,
      value: amountText(row.value),
    }),
    place: (row) => ({
      id: row.id,
      value: row.id,
      fiat_value: null,
      token_name: reading.tokens.row(row.token)?.name ?? null,
      token_type: row.type,
    }),
  })
}

/** The rows of one page of `/addresses/{hash}/nft`, and one more: by kind, token, and id. */
export function nftHoldings(reading: Reading, request: ListRequest): HoldingRow[] {
  const holder = reading.addressOf(request.params.address_hash)
  if (holder === null) return []
  const after = request.after && {
    type: String(request.after.token_type),
    token: reading.addressOf(String(request.after.token_contract_address_hash).toLowerCase()) ?? 0,
    id: amountOf(bigNumber(request.after.token_id) ?? 0n),
  }
  const rows: HoldingRow[] = []
  for (const type of typesIn(request, NFT_TYPES)) {
    if (after && type < after.type) continue
    const same = after?.type === type
    rows.push(
      ...reading.store.database.all<HoldingRow>(
        `SELECT ${COLUMNS} FROM balance
         WHERE holder = ? AND type = ? AND in_list & 2 AND ${HELD} AND (token, token_id) > (?, ?)
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

export function nftsOfAddress(reading: Reading, request: ListRequest): ListAnswer {
  const rows = nftHoldings(reading, request)
  reading.missing.balances.push(...rows.slice(0, request.limit))
  return cutPage(rows, request.limit, {
    item: (row) => ({
      ...reading.tokens.instance(row.token, row.token_id, true),
      token: reading.tokens.of(row.token),
      token_type: row.type,
      value: amountText(row.value),
    }),
    place: (row) => ({
      token_contract_address_hash: reading.refs.hash(row.token),
      token_id: amountValue(row.token_id),
      token_type: row.type,
    }),
  })
}

/** `/tokens/{hash}/instances`: highest id first, what was burnt too (it has no owner); null for an unknown token. */
export function instancesOfToken(reading: Reading, request: ListRequest): ListAnswer | null {
  const token = reading.tokenOf(request.params.address_hash)
  if (token === null) return null
  const rows = instanceIds(reading, token, request)
  return cutPage(rows, request.limit, {
    item: (row) => instanceItem(reading, token, row.token_id),
    place: (row) => ({ unique_token: amountValue(row.token_id) }),
  })
}

/** The rows of one page of instances, and one more. */
export function instanceIds(
  reading: Reading,
  token: number,
  request: ListRequest,
): { token_id: Uint8Array }[] {
  const { database } = reading.store
  const after = bigNumber(request.after?.unique_token)
  const before = after === null ? BEYOND_EVERY_ID : amountOf(after)
  const holder = request.filters.holder_address_hash
  if (holder === undefined) {
    return database.all(
      'SELECT token_id FROM instance WHERE token = ? AND token_id < ? ORDER BY token_id DESC LIMIT ?',
      token,
      before,
      request.limit + 1,
    )
  }
  const address = reading.addressOf(String(holder).toLowerCase())
  if (address === null) return []
  return database.all(
    `SELECT token_id FROM balance
     WHERE holder = ? AND type = ? AND in_list & 2 AND ${HELD} AND token = ? AND token_id < ?
     ORDER BY token_id DESC LIMIT ?`,
    address,
    reading.tokens.row(token)?.type ?? '',
    token,
    before,
    request.limit + 1,
  )
}

export function instanceItem(reading: Reading, token: number, tokenId: Uint8Array): WireItem {
  const type = reading.tokens.row(token)?.type ?? null
  return { ...reading.tokens.instance(token, tokenId, true), token_type: type }
}

const BEYOND_EVERY_ID = Buffer.from([255])
