import type { Hex } from 'viem'
import type { DetailId } from '#shared/lists/detail-table.ts'
import type { WireItem } from '../../chain-reader.ts'
import { amountOf, hexText } from '../store/amounts.ts'
import { heightOf, indexOf } from '../store/positions.ts'
import { instanceItem } from './holding-lists.ts'
import type { Reading } from './read-context.ts'
import { transactionAt, transactionByHash, transactionItem } from './transaction-lists.ts'
import type { TransactionRow } from './transaction-lists.ts'
import { transferItem, transfersOfTransaction } from './transfer-lists.ts'

type Params = Readonly<Record<string, string>>

/** The neighbours of the specification; null where the thing is unknown. */
export const DETAIL_READERS: Readonly<
  Record<DetailId, (reading: Reading, params: Params) => WireItem | null>
> = {
  transaction: transactionDetail,
  address: addressDetail,
  'address-counters': addressCounters,
  token: (reading, params) => {
    const token = reading.tokenOf(params.address_hash)
    return token === null ? null : reading.tokens.of(token)
  },
  'token-instance': instanceDetail,
}

/** As many transfers as a detail shows; the rest is in the lists. */
const SHOWN_TRANSFERS = 10

function transactionDetail(reading: Reading, params: Params): WireItem | null {
  const row = transactionByHash(reading, params.transaction_hash ?? '')
  if (!row) return null
  if (!row.succeeded && !isTraced(reading, row)) reading.missing.frames.add(heightOf(row.place))
  const transfers = transfersOfTransaction(reading, row, SHOWN_TRANSFERS + 1)
  return {
    ...transactionItem(reading, row),
    token_transfers: transfers
      .slice(0, SHOWN_TRANSFERS)
      .map((transfer) => transferItem(reading, transfer, true)),
    token_transfers_overflow: transfers.length > SHOWN_TRANSFERS,
    logs: decodedLogs(reading, row),
  }
}

/** Why it failed is known from its frames. */
const isTraced = ({ store }: Reading, row: TransactionRow) =>
  store.database.get<{ traced: number }>('SELECT traced FROM block WHERE number = ?', heightOf(row.place))
    ?.traced !== 0

const SHOWN_LOGS = 100

/** What the transaction logged, in words where an ABI gives them. */
function decodedLogs({ store, refs, abis }: Reading, row: TransactionRow): WireItem[] {
  const logs = store.database.all<{
    place: number
    address: number
    first: Uint8Array | null
    topics: Uint8Array
    data: Uint8Array
  }>(
    `SELECT place, address, t.hash AS first, topics, data FROM log LEFT JOIN topic t ON t.id = log.topic
     WHERE place >= ? AND place < ? ORDER BY place LIMIT ?`,
    row.first_log,
    row.first_log + row.logs,
    SHOWN_LOGS,
  )
  return logs.map((log, index) => {
    const topics = log.first === null ? [] : [hexText(log.first), ...words(log.topics)]
    const data = hexText(log.data)
    return {
      index: indexOf(row.first_log) + index,
      address: refs.of(log.address),
      topics,
      data,
      decoded: abis.decodeEvent(topics as Hex[], data as Hex, store.addresses.hashOf(log.address)),
    }
  })
}

const WORD = 32
const words = (bytes: Uint8Array): string[] =>
  Array.from({ length: bytes.length / WORD }, (_, index) =>
    hexText(bytes.subarray(index * WORD, (index + 1) * WORD)),
  )

function addressDetail(reading: Reading, params: Params): WireItem | null {
  const hash = params.address_hash ?? ''
  const id = reading.addressOf(hash)
  if (id === null) return { hash, is_contract: false, coin_balance: null }
  const contract = reading.store.database.get<{ creator: number; tx: number }>(
    'SELECT creator, tx FROM contract WHERE address = ?',
    id,
  )
  const created = contract && transactionAt(reading, contract.tx)
  return {
    ...reading.refs.of(id),
    coin_balance: null,
    exchange_rate: null,
    creator_address_hash: contract ? reading.refs.hash(contract.creator) : null,
    creation_transaction_hash: created ? hexText(created.hash) : null,
    token: reading.tokens.row(id) ? reading.tokens.of(id) : null,
  }
}

function addressCounters(reading: Reading, params: Params): WireItem {
  const id = reading.addressOf(params.address_hash)
  const row = reading.store.database.get<{
    transactions: number
    transfers: number
    gas_used: number
    blocks: number
  }>('SELECT transactions, transfers, gas_used, blocks FROM address WHERE id = ?', id ?? -1)
  return {
    transactions_count: String(row?.transactions ?? 0),
    token_transfers_count: String(row?.transfers ?? 0),
    gas_usage_count: String(row?.gas_used ?? 0),
    validations_count: String(row?.blocks ?? 0),
  }
}

function instanceDetail(reading: Reading, params: Params): WireItem | null {
  const token = reading.tokenOf(params.address_hash)
  if (token === null) return null
  const tokenId = amountOf(BigInt(params.token_id ?? '0'))
  const known = reading.store.database.get(
    'SELECT 1 FROM instance WHERE token = ? AND token_id = ?',
    token,
    tokenId,
  )
  return known ? { ...instanceItem(reading, token, tokenId), token: reading.tokens.of(token) } : null
}
