/** A page's place in the words of cursors, and back. */
import type { Position } from '../../chain-reader.ts'
import { lowerBound } from '../lib/lower-bound.ts'
import { BLOCKS_A_PERIOD } from '../scenarios/periods.ts'
import { PRELUDE_BLOCKS } from '../scenarios/bootstrap.ts'
import { PRELUDE, type Place, type World } from '../chain/chain-model.ts'

export function wholeAt(after: Position, key: string): number | null {
  const value = after[key]
  return value === undefined || value === null || !/^\d{1,15}$/.test(String(value)) ? null : Number(value)
}

export function bigAt(after: Position, key: string): bigint | null {
  const value = after[key]
  return value === undefined || value === null || !/^\d{1,78}$/.test(String(value)) ? null : BigInt(value)
}

export function textAt(after: Position, key: string): string | null {
  const value = after[key]
  return typeof value === 'string' ? value : null
}

/** A block's place: the period and the index in its plan. For a height no plan names, the next one that is named. */
export function blockPlace(world: World, height: number): { period: number; block: number } {
  if (height >= PRELUDE_BLOCKS) {
    const period = Math.floor((height - PRELUDE_BLOCKS) / BLOCKS_A_PERIOD)
    return { period, block: (height - PRELUDE_BLOCKS) % BLOCKS_A_PERIOD }
  }
  const heights = world.prelude.blocks.map(({ offset }) => offset)
  return { period: PRELUDE, block: lowerBound(heights, height) }
}

/** The transaction at this position of a block; where there is none, the next one. */
export function transactionRoute(world: World, height: number, position: number): Place {
  const { period, block } = blockPlace(world, height)
  const plan = world.plan(period)
  const first = plan.blocks[block]?.firstTransaction ?? plan.transactions.length
  const next = plan.blocks[block + 1]?.firstTransaction ?? plan.transactions.length
  const named = period !== PRELUDE || plan.blocks[block]?.offset === height
  return { period, transaction: Math.min(next, first + (named ? position : 0)) }
}
