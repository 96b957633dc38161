import { minting, naming, resale } from './nfts.ts'
import { doppel, relics } from './multi-tokens.ts'
import { customer, swap, whale } from './exchange.ts'
import { abstraction, bridging, disperse, safe } from './contracts.ts'
import type { Story } from './scenario.ts'
import { creation, refused } from './failures.ts'
import { scripts, words } from './texts.ts'

/** One for each of the period's sixteen blocks; which comes when changes from plan to plan. */
export const STORIES: readonly Story[] = [
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

function customerAgain(...told: Parameters<Story>) {
  customer(...told)
}

function doppelAndAbstraction(...told: Parameters<Story>) {
  doppel(...told)
  abstraction(...told)
}
