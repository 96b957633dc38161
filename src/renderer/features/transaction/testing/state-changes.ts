import * as z from 'zod/mini'
import { stateChange, type StateChange } from '#shared/chain/transaction.ts'

/** Items of an API as a page of state changes has them. */
export const readStateChanges = (items: readonly unknown[]): StateChange[] =>
  z.array(stateChange).parse(items)

/** An item of a coin's change; amounts in the coin's smallest unit. */
export const coinChange = (
  hash: string,
  before: string,
  after: string,
  change: string,
  is_miner = false,
) => ({
  address: { hash },
  type: 'coin',
  is_miner,
  balance_before: before,
  balance_after: after,
  change,
})
