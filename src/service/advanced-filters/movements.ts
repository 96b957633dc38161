/**
 * Transactions, the calls inside them and token transfers in one order, newest first: of a transaction first itself, then
 * its transfers, then its calls, the last of each first.
 */
import { together } from '#platform/unanswered.ts'
import type { ListPage, Position, WireItem } from '../chain-reader.ts'
import type { Candidate } from './conditions.ts'

export const KIND = { transaction: 2, transfer: 1, call: 0 } as const

/** `index` and `inBatch` of a transaction are 0. */
export interface MovementKey {
  /** Greater for a later transaction of the chain. */
  readonly transaction: number
  readonly kind: (typeof KIND)[keyof typeof KIND]
  /** Index of a transfer's log in its block, or of a call in its transaction. */
  readonly index: number
  readonly inBatch: number
}

/** `Row`: what a chain makes the item of. */
export interface Movement<Id, Row> {
  readonly key: MovementKey
  readonly candidate: Candidate<Id>
  readonly row: Row
}

/** How many rows are looked at for one page: where few match, it ends there and the next one goes on. */
const MAX_EXAMINED = 10_000

export function compareKeys(one: MovementKey, other: MovementKey): number {
  return (
    one.transaction - other.transaction ||
    one.kind - other.kind ||
    one.index - other.index ||
    one.inBatch - other.inBatch
  )
}

interface PageOptions<Id, Row> {
  /** Each newest first; they may have rows in common. */
  readonly streams: readonly Iterator<Movement<Id, Row>, undefined>[]
  readonly after: MovementKey | null
  /** No older transaction is wanted. */
  readonly oldest: number
  readonly limit: number
  readonly matches: (candidate: Candidate<Id>) => boolean
  readonly item: (movement: Movement<Id, Row>) => WireItem
  readonly place: (transaction: number) => { readonly height: number; readonly index: number }
}

export function movementPage<Id, Row>(options: PageOptions<Id, Row>): ListPage {
  const { limit, matches } = options
  const found: Movement<Id, Row>[] = []
  let examined = 0
  let last: Movement<Id, Row> | undefined
  for (const movement of inOrder(options)) {
    if (examined === MAX_EXAMINED) break
    examined++
    if (matches(movement.candidate)) {
      if (found.length === limit) {
        last = found.at(-1)
        return {
          items: together(found.map((row) => () => options.item(row))),
          next: last ? position(last.key, options) : null,
        }
      }
      found.push(movement)
    }
    last = movement
  }
  const isCut = examined === MAX_EXAMINED && last !== undefined
  return {
    items: together(found.map((row) => () => options.item(row))),
    next: isCut && last ? position(last.key, options) : null,
  }
}

/** All rows after the cursor, none twice. */
function* inOrder<Id, Row>({ streams, after, oldest }: PageOptions<Id, Row>): Generator<Movement<Id, Row>> {
  const heads = together(streams.map((stream) => () => stream.next().value))
  let before = after
  for (;;) {
    let newest = -1
    for (const [at, head] of heads.entries()) {
      const best = heads[newest]
      if (head && (!best || compareKeys(head.key, best.key) > 0)) newest = at
    }
    const movement = heads[newest]
    if (!movement || movement.key.transaction < oldest) return
    heads[newest] = streams[newest]?.next().value
    if (before && compareKeys(movement.key, before) >= 0) continue
    before = movement.key
    yield movement
  }
}

type Place = Pick<PageOptions<unknown, unknown>, 'place'>

const position = ({ transaction, kind, index, inBatch }: MovementKey, { place }: Place): Position => {
  const at = place(transaction)
  return {
    block_number: at.height,
    transaction_index: at.index,
    ...indexes({ kind, index, inBatch }),
  }
}

/** Members of an item and of a cursor that tell which row of a transaction it is. */
const indexes = ({ kind, index, inBatch }: Omit<MovementKey, 'transaction'>) => ({
  internal_transaction_index: kind === KIND.call ? index : null,
  token_transfer_index: kind === KIND.transfer ? index : null,
  token_transfer_batch_index: kind === KIND.transfer && inBatch > 0 ? inBatch : null,
})

/** The row that the page before ended with; null on the first page. */
export function readKey(
  after: Position | null,
  transactionAt: (height: number, index: number) => number,
): MovementKey | null {
  const read = (name: string) => {
    const text = String(after?.[name] ?? '')
    return /^\d{1,15}$/.test(text) ? Number(text) : null
  }
  const [height, index] = [read('block_number'), read('transaction_index')]
  if (height === null || index === null) return null
  const transaction = transactionAt(height, index)
  const call = read('internal_transaction_index')
  if (call !== null) return { transaction, kind: KIND.call, index: call, inBatch: 0 }
  const log = read('token_transfer_index')
  if (log === null) return { transaction, kind: KIND.transaction, index: 0, inBatch: 0 }
  return { transaction, kind: KIND.transfer, index: log, inBatch: read('token_transfer_batch_index') ?? 0 }
}

/** Before every row of a transaction and those after it. */
export const keyBefore = (transaction: number): MovementKey => ({
  transaction,
  kind: KIND.call,
  index: -1,
  inBatch: 0,
})

/** The item of a row, out of the items that the transaction and the row have in lists of their own. */
export function movementItem(key: MovementKey, transaction: WireItem, own: WireItem): WireItem {
  const isTransfer = key.kind === KIND.transfer
  return {
    hash: transaction.hash,
    type: isTransfer ? own.token_type : coinType(own),
    status: key.kind === KIND.call && own.success === false ? 'error' : transaction.status,
    method: key.kind === KIND.call ? null : transaction.method,
    from: own.from,
    to: own.to,
    created_contract: isTransfer ? null : own.created_contract,
    value: isTransfer ? null : own.value,
    total: isTransfer ? own.total : null,
    token: isTransfer ? own.token : null,
    timestamp: transaction.timestamp,
    block_number: transaction.block_number,
    transaction_index: transaction.position,
    ...indexes(key),
    // There is none for an invalid field of the node.
    fee: (transaction.fee as WireItem | null)?.value ?? null,
  }
}

function coinType({ to }: WireItem): string {
  if (to === null) return 'contract_creation'
  return (to as WireItem).is_contract === true ? 'contract_interaction' : 'coin_transfer'
}
