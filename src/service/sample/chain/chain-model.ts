/**
 * The chain as arithmetic: the prelude, then period after period for ever. Says where a transaction or block lies and
 * who plays a role there; remembers nothing but the plans.
 */
import { FRESH_ROLE, ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import { nth } from '../lib/item-at.ts'
import { BLOCKS_A_PERIOD, makePlans, PLAN_COUNT, USERS_A_PERIOD } from '../scenarios/periods.ts'
import type { Names, NftRef, Plan, PlannedBlock, PlannedTransaction } from '../templates/period-template.ts'
import { makePrelude, PRELUDE_BLOCKS } from '../scenarios/bootstrap.ts'
import { nftId } from './nft-ids.ts'
import { seal, unseal } from '../lib/hash-codec.ts'
import { keyOf, mix, type Key } from '../lib/seeded-random.ts'
import type { Collection } from '../config/tokens.ts'

/**
 * Customers of the exchange. They come in turns, so customer x is met as number x, x + CUSTOMERS, x + 2·CUSTOMERS, ...;
 * the number is chosen so that the eighth time after, it is the same plan and the same place in it again: what a
 * customer has gained after any number of visits is a product and a walk of at most eight.
 */
export const CUSTOMERS = PLAN_COUNT * (8 * USERS_A_PERIOD + 2)
export const VISITS_A_ROUND = 8

/** The period before period 0: the prelude. */
export const PRELUDE = -1

const FRESH_A_PERIOD = 64

/** Someone: `fixed` by role, `user` by customer number, `fresh` by period and number in it. */
export type Account =
  | { readonly kind: 'fixed'; readonly role: Role }
  | { readonly kind: 'user'; readonly number: number }
  | { readonly kind: 'fresh'; readonly period: number; readonly nth: number }

export function sameAccount(one: Account, other: Account): boolean {
  if (one.kind === 'fixed') return other.kind === 'fixed' && one.role === other.role
  if (one.kind === 'user') return other.kind === 'user' && one.number === other.number
  return other.kind === 'fresh' && one.period === other.period && one.nth === other.nth
}

/** A transaction's place: which of its period. */
export interface Place {
  readonly period: number
  readonly transaction: number
}

const NULL_ADDRESS = `0x${'0'.repeat(40)}`

export class World {
  readonly key: Key
  readonly prelude: Plan
  readonly plans: readonly Plan[]
  readonly transactionsAPeriod: number

  constructor(seed: number | string) {
    this.key = keyOf(seed, 'chain')
    this.prelude = makePrelude(this.key)
    this.plans = makePlans(this.key)
    this.transactionsAPeriod = nth(this.plans, 0).transactions.length
  }

  plan(period: number): Plan {
    return period === PRELUDE ? this.prelude : nth(this.plans, period % PLAN_COUNT)
  }

  /** Number of a transaction in the whole history, from 0. */
  numberOf({ period, transaction }: Place): number {
    return period === PRELUDE
      ? transaction
      : this.prelude.transactions.length + period * this.transactionsAPeriod + transaction
  }

  placeOf(number: number): Place {
    const after = number - this.prelude.transactions.length
    if (after < 0) return { period: PRELUDE, transaction: number }
    const period = Math.floor(after / this.transactionsAPeriod)
    return { period, transaction: after - period * this.transactionsAPeriod }
  }

  transaction({ period, transaction }: Place): PlannedTransaction {
    return nth(this.plan(period).transactions, transaction)
  }

  heightOf(period: number, block: PlannedBlock): number {
    return period === PRELUDE ? block.offset : PRELUDE_BLOCKS + period * BLOCKS_A_PERIOD + block.offset
  }

  transactionHash = (place: Place) => seal(this.key, 'transaction', this.numberOf(place), 32)
  blockHash = (height: number) => seal(this.key, 'block', height, 32)

  /** Where the transaction of this hash (in lower case) lies; it may lie ahead of the head. */
  findTransaction(hash: string): Place | null {
    const found = unseal(this.key, hash)
    return found?.kind === 'transaction' ? this.placeOf(found.number) : null
  }

  account(role: Role, period: number): Account {
    if (role < USER_ROLE) return { kind: 'fixed', role }
    if (role < FRESH_ROLE)
      return { kind: 'user', number: (period * USERS_A_PERIOD + (role - USER_ROLE)) % CUSTOMERS }
    return { kind: 'fresh', period, nth: role - FRESH_ROLE }
  }

  address(account: Account): string {
    switch (account.kind) {
      case 'fixed':
        return account.role === ROLE.null ? NULL_ADDRESS : seal(this.key, 'fixed', account.role, 20)
      case 'user':
        return seal(this.key, 'user', account.number, 20)
      case 'fresh':
        return seal(this.key, 'fresh', account.period * FRESH_A_PERIOD + account.nth, 20)
    }
  }

  /** Whose address (in lower case) this is, had the chain gone on for ever; `null` where it is nobody's. */
  findAccount(address: string): Account | null {
    if (address === NULL_ADDRESS) return { kind: 'fixed', role: ROLE.null }
    const found = unseal(this.key, address)
    if (found?.kind === 'fixed') return { kind: 'fixed', role: found.number }
    if (found?.kind === 'user') return { kind: 'user', number: found.number }
    if (found?.kind !== 'fresh') return null
    return {
      kind: 'fresh',
      period: Math.floor(found.number / FRESH_A_PERIOD),
      nth: found.number % FRESH_A_PERIOD,
    }
  }

  /** How many NFTs of a collection the prelude minted, and each period mints. */
  founded = (collection: Collection) => this.prelude.minted[collection]
  mintedAPeriod = (collection: Collection) => nth(this.plans, 0).minted[collection]

  /** The how-manieth NFT of its collection, from 0. */
  nftNumber({ collection, lag, nth: number }: NftRef, period: number): number {
    if (period === PRELUDE) return number
    return this.founded(collection) + (period - lag) * this.mintedAPeriod(collection) + number
  }

  names(period: number): Names {
    return {
      address: (role) => this.address(this.account(role, period)),
      nft: (ref) => nftId(this.key, ref.collection, this.nftNumber(ref, period)),
    }
  }

  /** 32 bits that belong to a thing: for what is decoration. */
  flavour = (kind: number, number: number) => mix(this.key, kind, number)
}
