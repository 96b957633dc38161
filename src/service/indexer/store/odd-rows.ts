/**
 * Fields of blocks and transactions that the node gave in a form that can't be read: a row of the table `repair` for each
 * block and each transaction that has any, until the node gives them otherwise. Its subject is the height, its item the JSON
 * of a list: the index of the transaction (null for the block itself), and the fields.
 */
import { readOddFields, type OddField } from '#shared/chain/odd-fields.ts'
import type { NodeText } from '#shared/node-texts.ts'
import { countOdd, type ChainBlock } from '../model/chain-block.ts'
import type { IndexDatabase } from './index-database.ts'
import { toHex } from '../model/hex.ts'
import type { IndexStore } from './index-store.ts'
import { positionOf } from './positions.ts'

/** Notes what could not be read of a block, in place of what was noted of it before. Only within a database transaction. */
export function noteOdd({ repairs }: IndexStore, block: ChainBlock) {
  if (countOdd(block) === 0) return
  const note = (index: number | null, odd: readonly OddField[] | undefined) => {
    if (odd) repairs.add('field', block.number, Buffer.from(JSON.stringify([index, odd])))
  }
  note(null, block.odd)
  block.transactions.forEach(({ odd }, index) => {
    note(index, odd)
  })
}

/** The first field that could not be read, to be told; null where there is none. */
export function firstOdd({ database, repairs }: IndexStore): NodeText | null {
  if (!repairs.counts().has('field')) return null
  const block = repairs.firstOf('field')
  const { block: own, transactions } = readOdd(database, block)
  const [first] = own
  if (first) return { id: 'odd_block', values: { field: first.field, block } }
  const [[index, [odd]] = [0, []]] = [...transactions].sort(([one], [other]) => one - other)
  const row = database.get<{ hash: Uint8Array }>(
    'SELECT hash FROM tx WHERE position = ?',
    positionOf(block, index),
  )
  if (!odd || !row) return null
  return { id: 'odd_transaction', values: { field: odd.field, transaction: toHex(row.hash), block } }
}

/** What could not be read of a block and of its transactions, by their index. */
export interface OddOfBlock {
  readonly block: readonly OddField[]
  readonly transactions: ReadonlyMap<number, readonly OddField[]>
}

export function readOdd(database: IndexDatabase, height: number): OddOfBlock {
  const noted = database
    .all<{ item: Uint8Array }>(`SELECT item FROM repair WHERE kind = 'field' AND subject = ?`, height)
    .map(({ item }) => JSON.parse(Buffer.from(item).toString('utf8')) as readonly [number | null, unknown])
  return {
    block: noted.flatMap(([index, odd]) => (index === null ? readOddFields(odd) : [])),
    transactions: new Map(
      noted.flatMap(([index, odd]) => (index === null ? [] : [[index, readOddFields(odd)] as const])),
    ),
  }
}
