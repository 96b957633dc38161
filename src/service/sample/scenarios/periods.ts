/** The templates of the periods: sixteen blocks with one scenario each, in a different order in each template. */
import { USER_ROLE, VALIDATORS, ROLE } from '../config/addresses.ts'
import { TemplateBuilder } from '../templates/template-builder.ts'
import { abstraction, bridging, disperse, safe } from './contracts.ts'
import { customer, swap, whale } from './exchange.ts'
import { creations, failures } from './failures.ts'
import { doppel, relics } from './multi-tokens.ts'
import { minting, naming, resale } from './nfts.ts'
import { ETHER, type Scenario } from './scenario.ts'
import { hostileTexts, manyScripts } from './texts.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { mix, createRandom, type Key, type Random } from '../lib/seeded-random.ts'

/** Customers of the exchange in a period, one per block. */
export const USERS_PER_PERIOD = 16
export const BLOCKS_PER_PERIOD = 16
/** Odd, so that with sixteen customers per period a customer's visits have different templates and roles. */
export const TEMPLATE_COUNT = 127

const GWEI = 10n ** 9n

/** Period p has template `p mod TEMPLATE_COUNT`. All templates have the same number of transactions and of mints. */
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
    // 5 and 16 have no common factor, so each scenario occurs once; 7 changes the order from template to template.
    SCENARIOS[(5 * block + 7 * number) % SCENARIOS.length]?.(builder, USER_ROLE + block, number)
    addWithdrawals(builder, number, block)
  }
  return builder.finish()
}

/** Rises or falls and returns to the first fee, by less than an eighth per block, also from period to period. */
function baseFeesOf(random: Random): bigint[] {
  const path = [6n * GWEI]
  for (let step = 0; step < BLOCKS_PER_PERIOD / 2; step++)
    path.push(((path.at(-1) ?? GWEI) * random.between(9_200n, 10_860n)) / 10_000n)
  return Array.from({ length: BLOCKS_PER_PERIOD }, (_, block) => {
    const fee = path[Math.min(block, BLOCKS_PER_PERIOD - block)] ?? GWEI
    return fee + random.between(-fee / 200n, fee / 200n)
  })
}

/** Rewards of some validators, and sometimes the complete stake of one that exits. */
function addWithdrawals(builder: TemplateBuilder, number: number, block: number): void {
  for (let count = builder.random.int(4); count > 0; count--) {
    const receiver = builder.random.pick([...VALIDATORS, ROLE.validatorNorth, ROLE.cold])
    const exits = (number * BLOCKS_PER_PERIOD + block) % 97 === 0
    const amount = exits ? 32n * ETHER : builder.random.between(8_000_000n, 19_000_000n) * GWEI
    // Validator numbers go beyond 32 bits.
    const validator = builder.random.chance(0.05)
      ? 2n ** 32n + builder.random.bits(20)
      : builder.random.bits(20)
    builder.withdrawal(receiver, validator, amount)
  }
}

/** One scenario for each of the sixteen blocks of a period, in an order that changes from template to template. */
const SCENARIOS: readonly Scenario[] = [
  customer,
  swap,
  minting,
  whale,
  failures,
  manyScripts,
  relics,
  customerAgain,
  creations,
  hostileTexts,
  resale,
  bridging,
  naming,
  safe,
  disperse,
  doppelAndAbstraction,
]

function customerAgain(...args: Parameters<Scenario>) {
  customer(...args)
}

function doppelAndAbstraction(...args: Parameters<Scenario>) {
  doppel(...args)
  abstraction(...args)
}
