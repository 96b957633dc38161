import { minting, naming, resale } from './nfts.ts'
import { doppel, relics } from './multi-tokens.ts'
import { customer, swap, whale } from './exchange.ts'
import { abstraction, bridging, disperse, safe } from './contracts.ts'
import type { Scenario } from './scenario.ts'
import { creation, refused } from './failures.ts'
import { scripts, words } from './texts.ts'

/** One for each of the period's sixteen blocks; which comes when changes from builder to builder. */
export const SCENARIOS: readonly Scenario[] = [
  customer,
  swap,
  minting,
  whale,
  refused,
  scripts,
  relics,
  customerAgain,
  creation,
  words,
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
