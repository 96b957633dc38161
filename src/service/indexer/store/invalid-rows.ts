/**
 * Fields of blocks and transactions that the node gave in a form that can't be read: a row of the table `repair` for each
 * block and each transaction that has any, until the node gives them otherwise. Its subject is the height, its item the JSON
 * of a list: the index of the transaction (null for the block itself), and the fields.
 */
import { readInvalidFields, type InvalidField } from '#shared/chain/invalid-fields.ts'
import type { NodeText } from '#shared/node-texts.ts'
import { countInvalidFields, type ChainBlock } from '../model/chain-block.ts'
import type { IndexDatabase } from './index-database.ts'
import { toHex } from '../model/hex.ts'
import type { IndexStore } from './index-store.ts'
import { positionOf } from './positions.ts'

/** Notes what could not be read of a block, in place of what was noted of it before. Only within a database transaction. */
export function noteInvalidFields({ repairs }: IndexStore, block: ChainBlock) {
  if (countInvalidFields(block) === 0) return
  const note = (index: number | null, invalid: readonly InvalidField[] | undefined) => {
    if (invalid) repairs.add('field', block.number, Buffer.from(JSON.stringify([index, invalid])))
  }
  note(null, block.invalid)
  block.transactions.forEach(({ invalid }, index) => {
    note(index, invalid)
  })
}

/** The first field that could not be read, to be told; null where there is none. */
export function firstInvalidField({ database, repairs }: IndexStore): NodeText | null {
  if (!repairs.counts().has('field')) return null
  const block = repairs.firstOf('field')
  const { block: own, transactions } = readInvalidRows(database, block)
  const [first] = own
  if (first) return { id: 'odd_block', values: { field: first.field, block } }
  const [[index, [invalid]] = [0, []]] = [...transactions].sort(([one], [other]) => one - other)
  const row = database.get<{ hash: Uint8Array }>(
    'SELECT hash FROM tx WHERE position = ?',
    positionOf(block, index),
  )
  if (!invalid || !row) return null
  return { id: 'odd_transaction', values: { field: invalid.field, transaction: toHex(row.hash), block } }
}

/** The fields of a block, and of its transactions by index, that could not be read. */
export interface InvalidFieldsOfBlock {
  readonly block: readonly InvalidField[]
  readonly transactions: ReadonlyMap<number, readonly InvalidField[]>
}

export function readInvalidRows(database: IndexDatabase, height: number): InvalidFieldsOfBlock {
  const noted = database
    .all<{ item: Uint8Array }>(`SELECT item FROM repair WHERE kind = 'field' AND subject = ?`, height)
    .map(({ item }) => JSON.parse(Buffer.from(item).toString('utf8')) as readonly [number | null, unknown])
  return {
    block: noted.flatMap(([index, invalid]) => (index === null ? readInvalidFields(invalid) : [])),
    transactions: new Map(
      noted.flatMap(([index, invalid]) =>
        index === null ? [] : [[index, readInvalidFields(invalid)] as const],
      ),
    ),
  }
}
