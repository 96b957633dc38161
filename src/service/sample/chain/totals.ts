/** Adds up all transactions before a point of the chain, by arithmetic: a period repeats a template. */
import { TEMPLATE_COUNT } from '../scenarios/periods.ts'
import type { PeriodTemplate } from '../templates/period-template.ts'
import { BOOTSTRAP, type ChainModel, type TransactionRef } from './chain-model.ts'

export interface Totals {
  readonly transactions: number
  readonly gas: bigint
  readonly fees: bigint
}

const NOTHING: Totals = { transactions: 0, gas: 0n, fees: 0n }

/** The totals of the transactions before this one. */
export function totalsBefore(model: ChainModel, { period, transaction }: TransactionRef): Totals {
  const inPeriod = sumOf(model.template(period), transaction)
  if (period === BOOTSTRAP) return inPeriod
  const { before, cycle } = sumsOfTemplates(model)
  const cycles = Math.floor(period / TEMPLATE_COUNT)
  const rest = before[period % TEMPLATE_COUNT] ?? NOTHING
  return [rest, inPeriod].reduce(add, add(sumOf(model.bootstrap), times(cycle, cycles)))
}

const add = (one: Totals, other: Totals): Totals => ({
  transactions: one.transactions + other.transactions,
  gas: one.gas + other.gas,
  fees: one.fees + other.fees,
})

export const subtract = (one: Totals, other: Totals): Totals => add(one, times(other, -1))

const times = ({ transactions, gas, fees }: Totals, count: number): Totals => ({
  transactions: transactions * count,
  gas: gas * BigInt(count),
  fees: fees * BigInt(count),
})

const sumOf = ({ transactions }: PeriodTemplate, end = transactions.length): Totals =>
  transactions
    .slice(0, end)
    .reduce((sum, { gasUsed, fee }) => add(sum, { transactions: 1, gas: gasUsed, fees: fee }), NOTHING)

interface TemplateSums {
  /** The totals before each template. */
  readonly before: readonly Totals[]
  readonly cycle: Totals
}
const cache = new WeakMap<ChainModel, TemplateSums>()

function sumsOfTemplates(model: ChainModel): TemplateSums {
  const known = cache.get(model)
  if (known) return known
  const before: Totals[] = []
  let cycle = NOTHING
  for (const template of model.templates) {
    before.push(cycle)
    cycle = add(cycle, sumOf(template))
  }
  const sums = { before, cycle }
  cache.set(model, sums)
  return sums
}
