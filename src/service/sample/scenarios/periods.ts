/** The plans of the chain's periods: sixteen blocks, each with one story, in an order of its own. */
import { USER_ROLE, VALIDATORS, ROLE } from '../config/addresses.ts'
import { PlanBuilder } from '../templates/template-builder.ts'
import type { Plan } from '../templates/period-template.ts'
import { mix, randomOf, type Key, type Random } from '../lib/seeded-random.ts'
import { STORIES } from './all-scenarios.ts'

/** Customers met in a period, one a block. */
export const USERS_A_PERIOD = 16
export const BLOCKS_A_PERIOD = 16
/** Odd, so that with sixteen customers a period a customer comes back in other plans and other places. */
export const PLAN_COUNT = 127

const GWEI = 10n ** 9n
const ETHER = 10n ** 18n

/** All plans; period p follows plan `p mod PLAN_COUNT`. Every plan has the same number of transactions and mints. */
export function makePlans(key: Key): readonly Plan[] {
  const plans = Array.from({ length: PLAN_COUNT }, (_, number) => makePlan(key, number))
  const shape = (plan: Plan) => `${String(plan.transactions.length)} ${JSON.stringify(plan.minted)}`
  const shapes = new Set(plans.map(shape))
  if (shapes.size !== 1) throw new Error(`plans differ in shape: ${[...shapes].join('; ')}`)
  return plans
}

function makePlan(key: Key, number: number): Plan {
  const builder = new PlanBuilder(randomOf(key, number, 0))
  const baseFees = baseFeesOf(builder.random)
  for (let block = 0; block < BLOCKS_A_PERIOD; block++) {
    const miner = VALIDATORS[mix(key, number, block) % VALIDATORS.length] ?? ROLE.validatorNorth
    builder.block(block, miner, baseFees[block] ?? GWEI)
    // 5 is odd, so each story comes once a period; 7 turns their order from plan to plan.
    STORIES[(5 * block + 7 * number) % STORIES.length]?.(builder, USER_ROLE + block, number)
    withdraw(builder, number, block)
  }
  return builder.finish()
}

/** Away from a usual fee and back to it, by less than an eighth from block to block, within and between periods. */
function baseFeesOf(random: Random): bigint[] {
  const way = [6n * GWEI]
  for (let step = 0; step < BLOCKS_A_PERIOD / 2; step++)
    way.push(((way.at(-1) ?? GWEI) * random.between(9_200n, 10_860n)) / 10_000n)
  return Array.from({ length: BLOCKS_A_PERIOD }, (_, block) => {
    const fee = way[Math.min(block, BLOCKS_A_PERIOD - block)] ?? GWEI
    return fee + random.between(-fee / 200n, fee / 200n)
  })
}

/** Rewards of a few validators, now and then the whole stake of one that leaves. */
function withdraw(builder: PlanBuilder, number: number, block: number): void {
  for (let count = builder.random.int(4); count > 0; count--) {
    const receiver = builder.random.pick([...VALIDATORS, ROLE.validatorNorth, ROLE.cold])
    const leaves = (number * BLOCKS_A_PERIOD + block) % 97 === 0
    const amount = leaves ? 32n * ETHER : builder.random.between(8_000_000n, 19_000_000n) * GWEI
    // Validator numbers go beyond 32 bits.
    const validator = builder.random.chance(0.05)
      ? 2n ** 32n + builder.random.bits(20)
      : builder.random.bits(20)
    builder.withdrawal(receiver, validator, amount)
  }
}
