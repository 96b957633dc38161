/**
 * The complete chain, computed instead of stored: the bootstrap, then an endless series of periods, each a repetition of
 * one of the templates with other participants. Finds transactions, blocks and addresses by arithmetic.
 */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import { ADDRESSES, FRESH_ROLE, ROLE, USER_ROLE, type AddressKey, type Role } from '../config/addresses.ts'
import { itemAt } from '../lib/arrays.ts'
import { BLOCKS_PER_PERIOD, createTemplates, TEMPLATE_COUNT, USERS_PER_PERIOD } from '../scenarios/periods.ts'
import type {
  NftRef,
  PeriodContext,
  PeriodTemplate,
  TemplateBlock,
  TemplateTransaction,
} from '../templates/period-template.ts'
import { BOOTSTRAP_BLOCKS, createBootstrap } from '../scenarios/bootstrap.ts'
import { nftId } from './nft-ids.ts'
import { decodeHash, encodeHash } from '../lib/hash-codec.ts'
import { createKey, mix, type Key } from '../lib/seeded-random.ts'
import type { Collection } from '../config/tokens.ts'

/**
 * Number of customers of the exchange, who take turns: customer x has the turns x, x + CUSTOMERS, x + 2·CUSTOMERS, ...
 * With this number, every eighth visit of a customer has the same template and the same role in it.
 */
export const CUSTOMERS = TEMPLATE_COUNT * (8 * USERS_PER_PERIOD + 2)
export const VISITS_PER_CYCLE = 8

/** Number of the period before period 0: the bootstrap. */
export const BOOTSTRAP = -1

const FRESH_PER_PERIOD = 64

/** An address of the chain: `fixed` by its role, `user` by customer number, `fresh` (new in one period) by its index there. */
export type Participant =
  | { readonly kind: 'fixed'; readonly role: Role }
  | { readonly kind: 'user'; readonly number: number }
  | { readonly kind: 'fresh'; readonly period: number; readonly index: number }

export function isSameParticipant(one: Participant, other: Participant): boolean {
  if (one.kind === 'fixed') return other.kind === 'fixed' && one.role === other.role
  if (one.kind === 'user') return other.kind === 'user' && one.number === other.number
  return other.kind === 'fresh' && one.period === other.period && one.index === other.index
}

/** A transaction, by its index in a period. */
export interface TransactionRef {
  readonly period: number
  readonly transaction: number
}

const IMITATORS: readonly Role[] = ADDRESSES.flatMap(({ imitates }, role) =>
  imitates === undefined ? [] : [role],
)

export class ChainModel {
  readonly key: Key
  readonly bootstrap: PeriodTemplate
  /** Roles whose address is chosen to imitate another and so can't be decoded, by address. */
  readonly #imitators: ReadonlyMap<string, Role>
  readonly templates: readonly PeriodTemplate[]
  readonly transactionsPerPeriod: number

  constructor(seed: number | string) {
    this.key = createKey(seed, 'chain')
    this.bootstrap = createBootstrap(this.key)
    this.#imitators = new Map(IMITATORS.map((role) => [this.#fixedAddress(role), role]))
    this.templates = createTemplates(this.key)
    this.transactionsPerPeriod = itemAt(this.templates, 0).transactions.length
  }

  template(period: number): PeriodTemplate {
    return period === BOOTSTRAP ? this.bootstrap : itemAt(this.templates, period % TEMPLATE_COUNT)
  }

  /** Number of a transaction on the complete chain, from 0. */
  transactionNumber({ period, transaction }: TransactionRef): number {
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

  transactionHash = (transaction: TransactionRef) =>
    encodeHash(this.key, 'transaction', this.transactionNumber(transaction), 32)
  blockHash = (height: number) => encodeHash(this.key, 'block', height, 32)

  /** Finds a transaction by its hash in lower case. It may be after the head. `null` if the chain never has it. */
  findTransaction(hash: string): TransactionRef | null {
    const found = decodeHash(this.key, hash)
    return found?.kind === 'transaction' ? this.transactionAt(found.number) : null
  }

  /** Finds a block's height by its hash in lower case. It may be after the head. `null` if the chain never has it. */
  findBlock(hash: string): number | null {
    const found = decodeHash(this.key, hash)
    return found?.kind === 'block' ? found.number : null
  }

  /** The participant that has this role in a period. */
  participant(role: Role, period: number): Participant {
    if (role < USER_ROLE) return { kind: 'fixed', role }
    if (role < FRESH_ROLE)
      return { kind: 'user', number: (period * USERS_PER_PERIOD + (role - USER_ROLE)) % CUSTOMERS }
    return { kind: 'fresh', period, index: role - FRESH_ROLE }
  }

  address(participant: Participant): string {
    switch (participant.kind) {
      case 'fixed':
        return participant.role === ROLE.null ? ZERO_ADDRESS : this.#fixedAddress(participant.role)
      case 'user':
        return encodeHash(this.key, 'user', participant.number, 20)
      case 'fresh':
        return encodeHash(this.key, 'fresh', participant.period * FRESH_PER_PERIOD + participant.index, 20)
    }
  }

  #fixedAddress(role: Role): string {
    const address = encodeHash(this.key, 'fixed', role, 20)
    const imitated = ADDRESSES[role]?.imitates
    if (imitated === undefined) return address
    const other = encodeHash(this.key, 'fixed', ROLE[imitated as AddressKey], 20)
    return other.slice(0, 6) + address.slice(6, -4) + other.slice(-4)
  }

  /**
   * Finds a participant by its address in lower case. It may take part only after the head. `null` if the chain never
   * has it.
   */
  findParticipant(address: string): Participant | null {
    if (address === ZERO_ADDRESS) return { kind: 'fixed', role: ROLE.null }
    const imitator = this.#imitators.get(address)
    if (imitator !== undefined) return { kind: 'fixed', role: imitator }
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

  /** Number of NFTs of a collection that the bootstrap mints, and that each period mints. */
  mintedInBootstrap = (collection: Collection) => this.bootstrap.minted[collection]
  mintedPerPeriod = (collection: Collection) => itemAt(this.templates, 0).minted[collection]

  /** Number of an NFT in its collection, from 0. */
  nftNumber({ collection, lag, index: number }: NftRef, period: number): number {
    if (period === BOOTSTRAP) return number
    return this.mintedInBootstrap(collection) + (period - lag) * this.mintedPerPeriod(collection) + number
  }

  periodContext(period: number): PeriodContext {
    return {
      address: (role) => this.address(this.participant(role, period)),
      nft: (ref) => nftId(this.key, ref.collection, this.nftNumber(ref, period)),
    }
  }

  /** 32 random bits, always the same for a kind and number: for details that nothing depends on. */
  randomBits = (kind: number, number: number) => mix(this.key, kind, number)
}
