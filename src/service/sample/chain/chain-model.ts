/**
 * The chain as arithmetic: the bootstrap, then period after period for ever. Says where a transaction or block lies and
 * who plays a role there; remembers nothing but the templates.
 */
import { FRESH_ROLE, ROLE, USER_ROLE, type Role } from '../config/addresses.ts'
import { itemAt } from '../lib/item-at.ts'
import { BLOCKS_PER_PERIOD, createTemplates, TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import type {
  PeriodContext,
  NftRef,
  PeriodTemplate,
  TemplateBlock,
  TemplateTransaction,
} from '../templates/period-template.ts'
import { createBootstrap, BOOTSTRAP_BLOCKS } from '../scenarios/bootstrap.ts'
import { nftId } from './nft-ids.ts'
import { encodeHash, decodeHash } from '../lib/hash-codec.ts'
import { createKey, mix, type Key } from '../lib/seeded-random.ts'
import type { Collection } from '../config/tokens.ts'

/**
 * Customers of the exchange. They come in turns, so customer x is met as number x, x + CUSTOMERS, x + 2·CUSTOMERS, ...;
 * the number is chosen so that the eighth time after, it is the same template and the same place in it again: what a
 * customer has gained after any number of visits is a product and a walk of at most eight.
 */
export const CUSTOMERS = TEMPLATE_COUNT * (8 * USERS_PER_PERIOD + 2)
export const VISITS_PER_CYCLE = 8

/** The period before period 0: the bootstrap. */
export const BOOTSTRAP = -1

const FRESH_PER_PERIOD = 64

/** Someone: `fixed` by role, `user` by customer number, `fresh` by period and number in it. */
export type Participant =
  | { readonly kind: 'fixed'; readonly role: Role }
  | { readonly kind: 'user'; readonly number: number }
  | { readonly kind: 'fresh'; readonly period: number; readonly index: number }

export function isSameParticipant(one: Participant, other: Participant): boolean {
  if (one.kind === 'fixed') return other.kind === 'fixed' && one.role === other.role
  if (one.kind === 'user') return other.kind === 'user' && one.number === other.number
  return other.kind === 'fresh' && one.period === other.period && one.index === other.index
}

/** A transaction's place: which of its period. */
export interface TransactionRef {
  readonly period: number
  readonly transaction: number
}

const NULL_ADDRESS = `0x${'0'.repeat(40)}`

export class ChainModel {
  readonly key: Key
  readonly bootstrap: PeriodTemplate
  readonly templates: readonly PeriodTemplate[]
  readonly transactionsPerPeriod: number

  constructor(seed: number | string) {
    this.key = createKey(seed, 'chain')
    this.bootstrap = createBootstrap(this.key)
    this.templates = createTemplates(this.key)
    this.transactionsPerPeriod = itemAt(this.templates, 0).transactions.length
  }

  template(period: number): PeriodTemplate {
    return period === BOOTSTRAP ? this.bootstrap : itemAt(this.templates, period % TEMPLATE_COUNT)
  }

  /** Number of a transaction in the whole history, from 0. */
  numberOf({ period, transaction }: TransactionRef): number {
    return period === BOOTSTRAP
      ? transaction
      : this.bootstrap.transactions.length + period * this.transactionsPerPeriod + transaction
  }

  transactionAt(number: number): TransactionRef {
    const after = number - this.bootstrap.transactions.length
    if (after < 0) return { period: BOOTSTRAP, transaction: number }
    const period = Math.floor(after / this.transactionsPerPeriod)
    return { period, transaction: after - period * this.transactionsPerPeriod }
  }

  transaction({ period, transaction }: TransactionRef): TemplateTransaction {
    return itemAt(this.template(period).transactions, transaction)
  }

  heightOf(period: number, block: TemplateBlock): number {
    return period === BOOTSTRAP ? block.offset : BOOTSTRAP_BLOCKS + period * BLOCKS_PER_PERIOD + block.offset
  }

  transactionHash = (place: TransactionRef) => encodeHash(this.key, 'transaction', this.numberOf(place), 32)
  blockHash = (height: number) => encodeHash(this.key, 'block', height, 32)

  /** Where the transaction of this hash (in lower case) lies; it may lie ahead of the head. */
  findTransaction(hash: string): TransactionRef | null {
    const found = decodeHash(this.key, hash)
    return found?.kind === 'transaction' ? this.transactionAt(found.number) : null
  }

  participant(role: Role, period: number): Participant {
    if (role < USER_ROLE) return { kind: 'fixed', role }
    if (role < FRESH_ROLE)
      return { kind: 'user', number: (period * USERS_PER_PERIOD + (role - USER_ROLE)) % CUSTOMERS }
    return { kind: 'fresh', period, index: role - FRESH_ROLE }
  }

  address(participant: Participant): string {
    switch (participant.kind) {
      case 'fixed':
        return participant.role === ROLE.null
          ? NULL_ADDRESS
          : encodeHash(this.key, 'fixed', participant.role, 20)
      case 'user':
        return encodeHash(this.key, 'user', participant.number, 20)
      case 'fresh':
        return encodeHash(this.key, 'fresh', participant.period * FRESH_PER_PERIOD + participant.index, 20)
    }
  }

  /** Whose address (in lower case) this is, had the chain gone on for ever; `null` where it is nobody's. */
  findParticipant(address: string): Participant | null {
    if (address === NULL_ADDRESS) return { kind: 'fixed', role: ROLE.null }
    const found = decodeHash(this.key, address)
    if (found?.kind === 'fixed') return { kind: 'fixed', role: found.number }
    if (found?.kind === 'user') return { kind: 'user', number: found.number }
    if (found?.kind !== 'fresh') return null
    return {
      kind: 'fresh',
      period: Math.floor(found.number / FRESH_PER_PERIOD),
      index: found.number % FRESH_PER_PERIOD,
    }
  }

  /** How many NFTs of a collection the bootstrap minted, and each period mints. */
  mintedInBootstrap = (collection: Collection) => this.bootstrap.minted[collection]
  mintedPerPeriod = (collection: Collection) => itemAt(this.templates, 0).minted[collection]

  /** The how-manieth NFT of its collection, from 0. */
  nftNumber({ collection, lag, index: number }: NftRef, period: number): number {
    if (period === BOOTSTRAP) return number
    return this.mintedInBootstrap(collection) + (period - lag) * this.mintedPerPeriod(collection) + number
  }

  names(period: number): PeriodContext {
    return {
      address: (role) => this.address(this.participant(role, period)),
      nft: (ref) => nftId(this.key, ref.collection, this.nftNumber(ref, period)),
    }
  }

  /** 32 bits that belong to a thing: for what is decoration. */
  randomBits = (kind: number, number: number) => mix(this.key, kind, number)
}
