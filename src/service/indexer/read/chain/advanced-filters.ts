import {
  blocksInTime,
  type Candidate,
  type Conditions,
  readConditions,
} from '../../../advanced-filters/conditions.ts'
import {
  compareKeys,
  keyBefore,
  KIND,
  movementItem,
  movementPage,
  readKey,
  type Movement,
  type MovementKey,
} from '../../../advanced-filters/movements.ts'
import type { ListPage, ListRequest, WireItem } from '../../../chain-reader.ts'
import { toHex } from '../../model/hex.ts'
import { decodeAmount } from '../../store/amounts.ts'
import { heightOf, indexOf, positionOf } from '../../store/positions.ts'
import { INTERNAL_COLUMNS, internalItem, type InternalRow } from '../lists/internal-lists.ts'
import type { ReadContext } from '../read-context.ts'
import { transactionAt, transactionItem } from '../lists/transaction-lists.ts'
import { TRANSFER_COLUMNS, transferItem, type TransferRow } from '../lists/transfer-lists.ts'

/** Makes the part of an item that is the row's own; of a transaction, it is the transaction's. */
type OwnItem = ((transaction: WireItem) => WireItem) | null
type Row = Movement<number, OwnItem>
type Stream = Generator<Row, undefined>
interface Party {
  readonly column: 'sender' | 'receiver'
  readonly address: number
}

const COIN_DECIMALS = 18
/** Rows that are read at once along one index. */
const BATCH = 100

/** `/advanced-filters`: along the indexes of the parties or tokens that are asked for, else along the whole chain. */
export function advancedFilters(context: ReadContext, request: ListRequest): ListPage {
  const conditions = readConditions(request.filters, (hash) => context.addressOf(hash))
  const { first, last } = blocksInTime(
    request.filters,
    { first: context.start?.height ?? 0, last: context.head },
    (height) => context.block(height).timestamp * 1000,
  )
  const top = keyBefore(positionOf(last + 1, 0))
  const cursor = readKey(request.after, positionOf)
  const after = cursor && compareKeys(cursor, top) < 0 ? cursor : top
  const reader = new MovementReader(context, after)
  const transactions = new Map<number, WireItem>()
  const transactionOf = (position: number) => {
    const row = transactionAt(context, position)
    const item = transactions.get(position) ?? (row ? transactionItem(context, row) : {})
    transactions.set(position, item)
    return item
  }
  return movementPage({
    streams: streamsOf(reader, conditions),
    after,
    oldest: positionOf(first, 0),
    limit: request.limit,
    matches: conditions.matches,
    item: ({ key, row }) => {
      const transaction = transactionOf(key.transaction)
      return movementItem(key, transaction, row?.(transaction) ?? transaction)
    },
    place: (position) => ({ height: heightOf(position), index: indexOf(position) }),
  })
}

function streamsOf(reader: MovementReader, conditions: Conditions<number>): Stream[] {
  const { from, to, needsBoth, tokens, hasCoin, hasTokens } = conditions
  const parties: (Party | null)[] =
    from.include || to.include
      ? [
          ...[...(from.include ?? [])].map((address) => ({ column: 'sender', address }) as const),
          // Where both are needed, the rows of the senders hold all that match.
          ...(needsBoth && from.include ? [] : [...(to.include ?? [])]).map(
            (address) => ({ column: 'receiver', address }) as const,
          ),
        ]
      : [null]
  return parties.flatMap((party) => [
    ...(hasCoin ? [reader.transactions(party), reader.calls(party)] : []),
    ...(!hasTokens
      ? []
      : tokens.include
        ? [...tokens.include].map((token) => reader.transfers(party, token))
        : [reader.transfers(party, null)]),
  ])
}

interface TransactionColumns {
  readonly position: number
  readonly sender: number
  readonly receiver: number | null
  readonly value: Uint8Array
  readonly selector: Uint8Array | null
}

/** Reads rows of each kind that come after a cursor, newest first. */
class MovementReader {
  readonly #context: ReadContext
  readonly #after: MovementKey
  readonly #called = new Map<number, Pick<Candidate<number>, 'selector' | 'methodName'>>()

  constructor(context: ReadContext, after: MovementKey) {
    this.#context = context
    this.#after = after
  }

  *transactions(party: Party | null): Stream {
    const { database } = this.#context.store
    let before = this.#after.transaction
    for (;;) {
      const rows = database.all<TransactionColumns>(
        ({
          bytes,
        }) => `SELECT position, sender, receiver, value, nullif(substr(input, 1, 4), ${bytes('')}) AS selector FROM tx
         WHERE ${ofParty(party)} position < ? ORDER BY position DESC LIMIT ${String(BATCH)}`,
        ...valuesOf(party),
        before,
      )
      for (const row of rows) {
        const key = { transaction: row.position, kind: KIND.transaction, index: 0, inBatch: 0 }
        yield { key, candidate: { ...this.#ofCoin(row), ...this.#method(row) }, row: null }
        before = row.position
      }
      if (rows.length < BATCH) return undefined
    }
  }

  *calls(party: Party | null): Stream {
    const { transaction, kind, index } = this.#after
    let before = kind === KIND.call ? [transaction, index] : [transaction + 1, 0]
    for (;;) {
      const rows = this.#context.store.database.all<InternalRow>(
        `SELECT ${INTERNAL_COLUMNS} FROM internal
         WHERE ${ofParty(party)} (tx, position) < (?, ?) ORDER BY tx DESC, position DESC LIMIT ${String(BATCH)}`,
        ...valuesOf(party),
        ...before,
      )
      for (const row of rows) {
        const key = { transaction: row.tx, kind: KIND.call, index: row.position, inBatch: 0 }
        const candidate = { ...this.#ofCoin(row), selector: null, methodName: () => null }
        yield { key, candidate, row: () => internalItem(this.#context, row) }
        before = [row.tx, row.position]
      }
      if (rows.length < BATCH) return undefined
    }
  }

  *transfers(party: Party | null, token: number | null): Stream {
    let before = this.#beforeTransfer()
    for (;;) {
      const rows = this.#context.store.database.all<TransferRow>(
        `SELECT ${TRANSFER_COLUMNS} FROM transfer
         WHERE ${ofParty(party)} ${token === null ? '' : 'token = ? AND'} (log, item) < (?, ?)
         ORDER BY log DESC, item DESC LIMIT ${String(BATCH)}`,
        ...valuesOf(party),
        ...(token === null ? [] : [token]),
        ...before,
      )
      this.#context.tokens.load([...new Set(rows.map((row) => row.token))])
      this.#loadMethods(rows.map((row) => row.tx))
      for (const row of rows) {
        yield this.#transfer(row)
        before = [row.log, row.item]
      }
      if (rows.length < BATCH) return undefined
    }
  }

  #transfer(row: TransferRow): Row {
    const { tokens } = this.#context
    const key = { transaction: row.tx, kind: KIND.transfer, index: indexOf(row.log), inBatch: row.item }
    const candidate: Candidate<number> = {
      from: row.sender,
      to: row.receiver,
      token: row.token,
      tokenType: row.type,
      amount: row.value && decodeAmount(row.value),
      decimals: tokens.row(row.token)?.decimals ?? 0,
      isInteraction: () => false,
      ...this.#methodAt(row.tx),
    }
    return { key, candidate, row: () => transferItem(this.#context, row) }
  }

  /** Log and item that the first transfer comes before. */
  #beforeTransfer(): [number, number] {
    const { transaction, kind, index, inBatch } = this.#after
    if (kind === KIND.transfer) return [positionOf(heightOf(transaction), index), inBatch]
    const row = transactionAt(this.#context, transaction)
    // None is at this position where the cursor stands above the newest block.
    if (!row) return [transaction, 0]
    return [kind === KIND.transaction ? row.first_log + row.logs : row.first_log, 0]
  }

  #ofCoin(row: { readonly sender: number; readonly receiver: number | null; readonly value: Uint8Array }) {
    const { receiver } = row
    return {
      from: row.sender,
      to: receiver,
      token: null,
      tokenType: null,
      amount: decodeAmount(row.value),
      decimals: COIN_DECIMALS,
      isInteraction: () => receiver !== null && this.#context.addresses.isContract(receiver),
    }
  }

  #method({ selector, receiver }: Pick<TransactionColumns, 'selector' | 'receiver'>) {
    // The input of a creation begins with code, not with a selector.
    if (selector?.length !== SELECTOR_BYTES || receiver === null)
      return { selector: null, methodName: () => null }
    const hex = toHex(selector)
    return { selector: hex, methodName: () => this.#context.methodName(hex, receiver) }
  }

  /** The method of the transaction at a position that was loaded. */
  #methodAt(position: number) {
    return this.#called.get(position) ?? this.#method({ selector: null, receiver: null })
  }

  /** Loads the methods of a batch together: one statement instead of one for each row. */
  #loadMethods(positions: readonly number[]) {
    const unknown = [...new Set(positions)].filter((position) => !this.#called.has(position))
    const rows = this.#context.store.database.all<
      Pick<TransactionColumns, 'position' | 'selector' | 'receiver'>
    >(
      ({
        bytes,
        inNumbers,
      }) => `SELECT position, nullif(substr(input, 1, 4), ${bytes('')}) AS selector, receiver FROM tx
       WHERE position IN ${inNumbers}`,
      JSON.stringify(unknown),
    )
    for (const row of rows) this.#called.set(row.position, this.#method(row))
  }
}

const SELECTOR_BYTES = 4

const ofParty = (party: Party | null) => (party ? `${party.column} = ? AND` : '')
const valuesOf = (party: Party | null) => (party ? [party.address] : [])
