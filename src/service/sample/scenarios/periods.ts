/** The templates of the chain's periods: sixteen blocks, each with one story, in an order of its own. */
import { USER_ROLE, VALIDATORS, ROLE } from '../config/addresses.ts'
import { TemplateBuilder } from '../templates/template-builder.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { mix, createRandom, type Key, type Random } from '../lib/seeded-random.ts'
import { SCENARIOS } from './all-scenarios.ts'

/** Customers met in a period, one a block. */
export const USERS_PER_PERIOD = 16
export const BLOCKS_PER_PERIOD = 16
/** Odd, so that with sixteen customers a period a customer comes back in other templates and other places. */
export const TEMPLATE_COUNT = 127

const GWEI = 10n ** 9n
const ETHER = 10n ** 18n

/** All templates; period p follows template `p mod TEMPLATE_COUNT`. Every template has the same number of transactions and mints. */
export function createTemplates(key: Key): readonly PeriodTemplate[] {
  const templates = Array.from({ length: TEMPLATE_COUNT }, (_, number) => createTemplate(key, number))
  const shape = (template: PeriodTemplate) =>
    `${String(template.transactions.length)} ${JSON.stringify(template.minted)}`
  const shapes = new Set(templates.map(shape))
  if (shapes.size !== 1) throw new Error(`templates differ in shape: ${[...shapes].join('; ')}`)
  return templates
}

function createTemplate(key: Key, number: number): PeriodTemplate {
  const builder = new TemplateBuilder(createRandom(key, number, 0))
  const baseFees = baseFeesOf(builder.random)
  for (let block = 0; block < BLOCKS_PER_PERIOD; block++) {
    const miner = VALIDATORS[mix(key, number, block) % VALIDATORS.length] ?? ROLE.validatorNorth
    builder.block(block, miner, baseFees[block] ?? GWEI)
    // 5 is odd, so each story comes once a period; 7 turns their order from template to template.
    SCENARIOS[(5 * block + 7 * number) % SCENARIOS.length]?.(builder, USER_ROLE + block, number)
    withdraw(builder, number, block)
  }
  return builder.finish()
}

/** Away from a usual fee and back to it, by less than an eighth from block to block, within and between periods. */
function baseFeesOf(random: Random): bigint[] {
  const way = [6n * GWEI]
  for (let step = 0; step < BLOCKS_PER_PERIOD / 2; step++)
    way.push(((way.at(-1) ?? GWEI) * random.between(9_200n, 10_860n)) / 10_000n)
  return Array.from({ length: BLOCKS_PER_PERIOD }, (_, block) => {
    const fee = way[Math.min(block, BLOCKS_PER_PERIOD - block)] ?? GWEI
    return fee + random.between(-fee / 200n, fee / 200n)
  })
}

/** Rewards of a few validators, now and then the whole stake of one that leaves. */
function withdraw(builder: TemplateBuilder, number: number, block: number): void {
  for (let count = builder.random.int(4); count > 0; count--) {
    const receiver = builder.random.pick([...VALIDATORS, ROLE.validatorNorth, ROLE.cold])
    const leaves = (number * BLOCKS_PER_PERIOD + block) % 97 === 0
    const amount = leaves ? 32n * ETHER : builder.random.between(8_000_000n, 19_000_000n) * GWEI
    // Validator numbers go beyond 32 bits.
    const validator = builder.random.chance(0.05)
      ? 2n ** 32n + builder.random.bits(20)
      : builder.random.bits(20)
    builder.withdrawal(receiver, validator, amount)
  }
}
