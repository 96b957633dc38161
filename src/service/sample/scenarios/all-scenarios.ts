import { minting, naming, resale } from './nfts.ts'
import { doppel, relics } from './multi-tokens.ts'
import { customer, swap, whale } from './exchange.ts'
import { abstraction, bridging, disperse, safe } from './contracts.ts'
import type { Scenario } from './scenario.ts'
import { creations, failures } from './failures.ts'
import { hostileTexts, manyScripts } from './texts.ts'

/** One scenario for each of the sixteen blocks of a period, in an order that changes from template to template. */
export const SCENARIOS: readonly Scenario[] = [
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
