import { minting, naming, resale } from './collecting.ts'
import { doppel, relics } from './editions.ts'
import { customer, swap, whale } from './exchange.ts'
import { abstraction, bridging, disperse, safe } from './machinery.ts'
import type { Story } from './story.ts'
import { creation, refused } from './trouble.ts'
import { scripts, words } from './words.ts'

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
