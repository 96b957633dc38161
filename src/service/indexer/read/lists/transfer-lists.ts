import { together } from '#platform/unanswered.ts'
import type { SqlDialect } from '#platform/sql-dialect.ts'
import type { ListPage, ListRequest, Position, WireItem } from '../../../chain-reader.ts'
import { ZERO_ADDRESS } from '../../model/hex.ts'
import { TOKEN_TYPES } from '#shared/chain/token-events.ts'
import { amountToDecimal } from '../../store/amounts.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import { inOneOf, listOf, readInteger, selectMerged, typesIn } from '../page.ts'
import type { ReadContext } from '../read-context.ts'
import { formatTimestamp } from '../timestamps.ts'
import { transactionByHash } from './transaction-lists.ts'

export interface TransferRow {
  readonly log: number
  readonly item: number
  readonly tx: number
  readonly token: number
  readonly type: string
  readonly sender: number
  readonly receiver: number
  readonly token_id: Uint8Array | null
  readonly value: Uint8Array | null
}

export const TRANSFER_COLUMNS = 'log, item, tx, token, type, sender, receiver, token_id, value'
const BEFORE = '(log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT ?'

/** `/token-transfers`: newest first, optionally of some token types only. */
export function latestTransfers(context: ReadContext, request: ListRequest): ListPage {
  const { database } = context.store
  const [log, item] = transferCursor(request.after)
  const types = request.filters.type
  const rows = Array.isArray(types)
    ? together(
        types.map(
          (type: string) => () =>
            database.all<TransferRow>(
              `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE type = ? AND ${BEFORE}`,
              type,
              log,
              item,
              request.limit + 1,
            ),
        ),
      )
        .flat()
        .sort((a, b) => b.log - a.log || b.item - a.item)
        .slice(0, request.limit + 1)
    : database.all<TransferRow>(
        `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE ${BEFORE}`,
        log,
        item,
        request.limit + 1,
      )
  return transferPage(context, rows, request.limit)
}

/**
 * `/addresses/{hash}/token-transfers`: to and from an address, optionally of some types or of one token. Each type has
 * its own query, so that a rare one is found as quickly as a common one.
 */
export function transfersOfAddress(context: ReadContext, request: ListRequest): ListPage {
  const { filters, limit } = request
  const address = context.addressOf(request.params.address_hash)
  const token = typeof filters.token === 'string' ? context.addressOf(filters.token) : undefined
  const types = typesIn(request, TOKEN_TYPES)
  if (address === null || token === null || types.length === 0) return { items: [], next: null }
  const parties =
    filters.filter === 'from' ? ['sender'] : filters.filter === 'to' ? ['receiver'] : ['sender', 'receiver']
  const [log, item] = transferCursor(request.after)
  // A token has transfers of one type, rarely of two: its own index is read.
  const ofToken = ({ withoutIndex }: SqlDialect) =>
    `token = ?5 AND ${withoutIndex('type')} IN (${listOf(types, 6)})`
  const kindsIn = (dialect: SqlDialect) =>
    token === undefined ? types.map((_, nth) => `type = ?${String(5 + nth)}`) : [ofToken(dialect)]
  const rows = context.store.database.all<TransferRow>(
    (dialect) =>
      selectMerged(dialect, {
        columns: TRANSFER_COLUMNS,
        from: 'transfer',
        conditions: inOneOf(parties).flatMap((party) =>
          kindsIn(dialect).map((kind) => `${party} AND ${kind} AND (log, item) < (?2, ?3)`),
        ),
        order: 'log DESC, item DESC',
        limit: '?4',
      }),
    address,
    log,
    item,
    limit + 1,
    ...(token === undefined ? [] : [token]),
    ...types,
  )
  return transferPage(context, rows, limit)
}

/** `/tokens/{hash}/transfers`; null for an unknown token. */
export function transfersOfToken(context: ReadContext, request: ListRequest): ListPage | null {
  const token = context.tokenOf(request.params.address_hash)
  if (token === null) return null
  const [log, item] = transferCursor(request.after)
  const rows = context.store.database.all<TransferRow>(
    `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE token = ? AND ${BEFORE}`,
    token,
    log,
    item,
    request.limit + 1,
  )
  return transferPage(context, rows, request.limit)
}

/** `/tokens/{hash}/instances/{id}/transfers`: newest first; null for an unknown NFT. */
export function transfersOfInstance(context: ReadContext, request: ListRequest): ListPage | null {
  const nft = context.nftOf(request.params)
  if (!nft) return null
  const [log, item] = transferCursor(request.after)
  const rows = context.store.database.all<TransferRow>(
    `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE token = ? AND token_id = ? AND ${BEFORE}`,
    nft.token,
    nft.tokenId,
    log,
    item,
    request.limit + 1,
  )
  const page = transferPage(context, rows, request.limit)
  return { ...page, next: page.next && { ...page.next, token_id: amountToDecimal(nft.tokenId) } }
}

/** `/transactions/{hash}/token-transfers`: in the order of their logs; null for an unknown transaction. */
export function transfersOfTransaction(context: ReadContext, request: ListRequest): ListPage | null {
  const transaction = transactionByHash(context, request.params.transaction_hash ?? '')
  if (!transaction) return null
  const { after, limit } = request
  const types = typesIn(request, TOKEN_TYPES)
  const [log, item] = after ? transferCursor(after, MAX_ITEM) : [transaction.first_log, -1]
  const rows = context.store.database.all<TransferRow>(
    `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE (log, item) > (?, ?) AND log >= ? AND log < ?
       AND type IN (${listOf(types)}) ORDER BY log, item LIMIT ?`,
    log,
    item,
    // A cursor of another list may be of an earlier block.
    transaction.first_log,
    transaction.first_log + transaction.logs,
    ...types,
    limit + 1,
  )
  return transferPage(context, rows, limit)
}

/** The first transfers of one transaction, in log order. */
export function firstTransfersOfTransaction(
  { store }: ReadContext,
  tx: { first_log: number; logs: number },
  limit: number,
): TransferRow[] {
  return store.database.all<TransferRow>(
    `SELECT ${TRANSFER_COLUMNS} FROM transfer WHERE log >= ? AND log < ? ORDER BY log, item LIMIT ?`,
    tx.first_log,
    tx.first_log + tx.logs,
    limit,
  )
}

function transferPage(context: ReadContext, rows: readonly TransferRow[], limit: number): ListPage {
  const shown = rows.slice(0, limit)
  const [last, next] = [shown.at(-1), rows[limit]]
  together([
    () => {
      context.loadTransactions(shown.map(({ tx }) => tx))
    },
    () => {
      context.load(shown)
    },
  ])
  return {
    items: together(shown.map((row) => () => transferItem(context, row))),
    next: last && next ? transferPosition(context, last, last.log === next.log) : null,
  }
}

export function transferItem(context: ReadContext, row: TransferRow, inTransaction = false): WireItem {
  const { store, addresses, tokens } = context
  const block = context.block(heightOf(row.log))
  const transaction = context.transaction(row.tx)
  const from = addresses.item(row.sender)
  const to = addresses.item(row.receiver)
  return {
    transaction_hash: transaction.hash,
    log_index: indexOf(row.log),
    block_hash: block.hash,
    block_number: heightOf(row.log),
    timestamp: inTransaction ? null : formatTimestamp(block.timestamp),
    method: inTransaction ? null : transaction.method,
    from,
    to,
    token: tokens.item(row.token),
    token_type: row.type,
    type: transferKind(store.addresses.hashOf(row.sender), store.addresses.hashOf(row.receiver)),
    total: totalOf(context, row),
  }
}

function transferKind(from: string, to: string): string {
  if (from === ZERO_ADDRESS) return to === ZERO_ADDRESS ? 'token_spawning' : 'token_minting'
  return to === ZERO_ADDRESS ? 'token_burning' : 'token_transfer'
}

function totalOf({ tokens }: ReadContext, row: TransferRow): WireItem {
  const decimals = tokens.row(row.token)?.decimals
  const amount = row.value && {
    value: amountToDecimal(row.value),
    decimals: decimals == null ? null : String(decimals),
  }
  const nft = row.token_id && {
    token_id: amountToDecimal(row.token_id),
    token_instance: tokens.nft(row.token, row.token_id),
  }
  return { ...amount, ...nft }
}

/** A page that ends inside a batch of transfers has its position in the `batch` keys; else they are null. */
function transferPosition(context: ReadContext, row: TransferRow, inBatch: boolean): Position {
  const index = indexOf(row.log)
  return {
    block_number: heightOf(row.log),
    index,
    batch_log_index: inBatch ? index : null,
    batch_block_hash: inBatch ? context.block(heightOf(row.log)).hash : null,
    batch_transaction_hash: inBatch ? context.transaction(row.tx).hash : null,
    index_in_batch: inBatch ? row.item : null,
  }
}

/** Above the index of any item in its batch. */
const MAX_ITEM = Number.MAX_SAFE_INTEGER

/**
 * Log position and index in the batch of the row before the page; above all rows for the first page. `whole`: the index
 * where the page before ended with a whole batch.
 */
function transferCursor(after: Position | null, whole = 0): readonly [number, number] {
  const height = readInteger(after?.block_number)
  const index = readInteger(after?.index)
  if (height === null || index === null) return [Number.MAX_SAFE_INTEGER, 0]
  return [positionOf(height, index), readInteger(after?.index_in_batch) ?? whole]
}
