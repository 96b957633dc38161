import type { ListAnswer, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import { amountText } from '../store/amounts.ts'
import { heightOf, indexOf, placeOf } from '../store/positions.ts'
import { wholeNumber } from './page.ts'
import type { Reading } from './read-context.ts'
import { timestampText } from './timestamps.ts'

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

const COLUMNS = 'log, item, tx, token, type, sender, receiver, token_id, value'
const BEFORE = '(log, item) < (?, ?) ORDER BY log DESC, item DESC LIMIT ?'

/** `/token-transfers`: newest first, of some kinds of token or of all. */
export function latestTransfers(reading: Reading, request: ListRequest): ListAnswer {
  const { database } = reading.store
  const [log, item] = placeAfter(request.after)
  const types = request.filters.type
  const rows = Array.isArray(types)
    ? types
        .flatMap((type: string) =>
          database.all<TransferRow>(
            `SELECT ${COLUMNS} FROM transfer WHERE type = ? AND ${BEFORE}`,
            type,
            log,
            item,
            request.limit + 1,
          ),
        )
        .sort((a, b) => b.log - a.log || b.item - a.item)
        .slice(0, request.limit + 1)
    : database.all<TransferRow>(
        `SELECT ${COLUMNS} FROM transfer WHERE ${BEFORE}`,
        log,
        item,
        request.limit + 1,
      )
  return transferPage(reading, rows, request.limit)
}

/** `/tokens/{hash}/transfers`; null where no such token is known. */
export function transfersOfToken(reading: Reading, request: ListRequest): ListAnswer | null {
  const token = reading.tokenOf(request.params.address_hash)
  if (token === null) return null
  const [log, item] = placeAfter(request.after)
  const rows = reading.store.database.all<TransferRow>(
    `SELECT ${COLUMNS} FROM transfer WHERE token = ? AND ${BEFORE}`,
    token,
    log,
    item,
    request.limit + 1,
  )
  return transferPage(reading, rows, request.limit)
}

/** What one transaction moved, in its own order. */
export function transfersOfTransaction(
  { store }: Reading,
  tx: { first_log: number; logs: number },
  limit: number,
): TransferRow[] {
  return store.database.all<TransferRow>(
    `SELECT ${COLUMNS} FROM transfer WHERE log >= ? AND log < ? ORDER BY log, item LIMIT ?`,
    tx.first_log,
    tx.first_log + tx.logs,
    limit,
  )
}

function transferPage(reading: Reading, rows: readonly TransferRow[], limit: number): ListAnswer {
  const shown = rows.slice(0, limit)
  const [last, next] = [shown.at(-1), rows[limit]]
  return {
    items: shown.map((row) => transferItem(reading, row)),
    next: last && next ? transferPlace(reading, last, last.log === next.log) : null,
  }
}

export function transferItem(reading: Reading, row: TransferRow, inTransaction = false): WireItem {
  const { store, refs, tokens } = reading
  const block = reading.block(heightOf(row.log))
  const transaction = reading.transaction(row.tx)
  const from = refs.of(row.sender)
  const to = refs.of(row.receiver)
  return {
    transaction_hash: transaction.hash,
    log_index: indexOf(row.log),
    block_hash: block.hash,
    block_number: heightOf(row.log),
    timestamp: inTransaction ? null : timestampText(block.timestamp),
    method: inTransaction ? null : transaction.method,
    from,
    to,
    token: tokens.of(row.token),
    token_type: row.type,
    type: transferKind(store.addresses.hashOf(row.sender), store.addresses.hashOf(row.receiver)),
    total: totalOf(reading, row),
  }
}

const NOBODY = `0x${'0'.repeat(40)}`

function transferKind(from: string, to: string): string {
  if (from === NOBODY) return to === NOBODY ? 'token_spawning' : 'token_minting'
  return to === NOBODY ? 'token_burning' : 'token_transfer'
}

function totalOf({ tokens }: Reading, row: TransferRow): WireItem {
  const decimals = tokens.row(row.token)?.decimals
  const amount = row.value && {
    value: amountText(row.value),
    decimals: decimals == null ? null : String(decimals),
  }
  const nft = row.token_id && {
    token_id: amountText(row.token_id),
    token_instance: tokens.instance(row.token, row.token_id),
  }
  return { ...amount, ...nft }
}

/** Within a batch a page's end has a place of its own, in keys that are null elsewhere. */
function transferPlace(reading: Reading, row: TransferRow, inBatch: boolean): Position {
  const index = indexOf(row.log)
  return {
    block_number: heightOf(row.log),
    index,
    batch_log_index: inBatch ? index : null,
    batch_block_hash: inBatch ? reading.block(heightOf(row.log)).hash : null,
    batch_transaction_hash: inBatch ? reading.transaction(row.tx).hash : null,
    index_in_batch: inBatch ? row.item : null,
  }
}

/** The row a page ended with; beyond every row where there was none. Without a place in a batch, its log is done. */
function placeAfter(after: Position | null): readonly [number, number] {
  const height = wholeNumber(after?.block_number)
  const index = wholeNumber(after?.index)
  if (height === null || index === null) return [Number.MAX_SAFE_INTEGER, 0]
  return [placeOf(height, index), wholeNumber(after?.index_in_batch) ?? 0]
}
