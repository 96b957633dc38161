/** Reads values and positions out of cursors. */
import type { Position } from '../../chain-reader.ts'
import { lowerBound } from '../lib/arrays.ts'
import { BLOCKS_PER_PERIOD } from '../scenarios/periods.ts'
import { BOOTSTRAP_BLOCKS } from '../scenarios/bootstrap.ts'
import { BOOTSTRAP, type TransactionRef, type ChainModel } from '../chain/chain-model.ts'

export function readInteger(after: Position, key: string): number | null {
  const value = after[key]
  return value === undefined || value === null || !/^\d{1,15}$/.test(String(value)) ? null : Number(value)
}

export function readBigInt(after: Position, key: string): bigint | null {
  const value = after[key]
  return value === undefined || value === null || !/^\d{1,78}$/.test(String(value)) ? null : BigInt(value)
}

export function readText(after: Position, key: string): string | null {
  const value = after[key]
  return typeof value === 'string' ? value : null
}

/** A block by its height: period and index in the template. For an empty block of the bootstrap, the next one in it. */
export function findBlock(model: ChainModel, height: number): { period: number; block: number } {
  if (height >= BOOTSTRAP_BLOCKS) {
    const period = Math.floor((height - BOOTSTRAP_BLOCKS) / BLOCKS_PER_PERIOD)
    return { period, block: (height - BOOTSTRAP_BLOCKS) % BLOCKS_PER_PERIOD }
  }
  const heights = model.bootstrap.blocks.map(({ offset }) => offset)
  return { period: BOOTSTRAP, block: lowerBound(heights, height) }
}

/** The transaction at this index of a block; if there is none, the next one. */
export function findTransactionInBlock(model: ChainModel, height: number, position: number): TransactionRef {
  const { period, block } = findBlock(model, height)
  const template = model.template(period)
  const first = template.blocks[block]?.firstTransaction ?? template.transactions.length
  const next = template.blocks[block + 1]?.firstTransaction ?? template.transactions.length
  const isInTemplate = period !== BOOTSTRAP || template.blocks[block]?.offset === height
  return { period, transaction: Math.min(next, first + (isInTemplate ? position : 0)) }
}
