import type { ListAnswer, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import { amountText } from '../store/amounts.ts'
import { heightOf, indexOf, placeOf } from '../store/keys.ts'
import { cutPage, wholeNumber } from './page-cut.ts'
import type { Reading } from './reading.ts'
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
  const types = request.filters['type']
  const rows = Array.isArray(types)
    ? types
        .flatMap((type: string) =>
          database.rows<TransferRow>(
            `SELECT ${COLUMNS} FROM transfer WHERE type = ? AND ${BEFORE}`,
            type,
            log,
            item,
            request.limit + 1,
          ),
        )
        .sort((a, b) => b.log - a.log || b.item - a.item)
        .slice(0, request.limit + 1)
    : database.rows<TransferRow>(
        `SELECT ${COLUMNS} FROM transfer WHERE ${BEFORE}`,
        log,
        item,
        request.limit + 1,
      )
  return transferPage(reading, rows, request.limit)
}

/** `/tokens/{hash}/transfers`; null where no such token is known. */
export function transfersOfToken(reading: Reading, request: ListRequest): ListAnswer | null {
  const token = reading.tokenOf(request.params['address_hash'])
  if (token === null) return null
  const [log, item] = placeAfter(request.after)
  const rows = reading.store.database.rows<TransferRow>(
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
  return store.database.rows<TransferRow>(
    `SELECT ${COLUMNS} FROM transfer WHERE log >= ? AND log < ? ORDER BY log, item LIMIT ?`,
    tx.first_log,
    tx.first_log + tx.logs,
    limit,
  )
}

const transferPage = (reading: Reading, rows: readonly TransferRow[], limit: number): ListAnswer =>
  cutPage(rows, limit, {
    item: (row) => transferItem(reading, row),
    place: (row) => transferPlace(reading, row),
  })

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
    method: inTransaction ? null : reading.methodOf(row.tx),
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

/**
 * Some dialects' cursors hold no place within a batch: `index` itself carries it, above the 20 bits of a log's number.
 */
const IN_BATCH = 2 ** 20

function transferPlace(reading: Reading, row: TransferRow): Position {
  const index = indexOf(row.log)
  return {
    block_number: heightOf(row.log),
    index: index + row.item * IN_BATCH,
    batch_log_index: index,
    batch_block_hash: reading.block(heightOf(row.log)).hash,
    batch_transaction_hash: reading.transaction(row.tx).hash,
    index_in_batch: row.item,
  }
}

/** The row a page ended with; beyond every row where there was none. */
function placeAfter(after: Position | null): readonly [number, number] {
  const height = wholeNumber(after?.['block_number'])
  const index = wholeNumber(after?.['index'])
  if (height === null || index === null) return [Number.MAX_SAFE_INTEGER, 0]
  return [placeOf(height, index % IN_BATCH), Math.floor(index / IN_BATCH)]
}
