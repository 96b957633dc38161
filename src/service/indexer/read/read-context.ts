import type { Hex } from 'viem'
import type { AbiBook } from '../decode/abi-registry.ts'
import { Missing } from '../model/missing-data.ts'
import { amountValue, hexText } from '../store/amounts.ts'
import type { IndexStore } from '../store/index-store.ts'
import { AddressRefs } from './address-refs.ts'
import { TokenItems } from './token-items.ts'

export interface BlockTime {
  readonly hash: string
  readonly timestamp: number
  /** Wei for a unit of gas; null before London. */
  readonly baseFee: bigint | null
}

/** What every list is read with: the index, names for what is in it. Made anew for each page, so it never ages. */
export class Reading {
  readonly store: IndexStore
  readonly abis: AbiBook
  readonly missing = new Missing()
  readonly refs: AddressRefs
  readonly tokens: TokenItems
  readonly head: number
  readonly #blocks = new Map<number, BlockTime>()
  readonly #transactions = new Map<number, { hash: string; method: string | null }>()

  constructor(store: IndexStore, abis: AbiBook, checksummed: Map<number, string>) {
    this.store = store
    this.abis = abis
    this.refs = new AddressRefs(store, abis, this.missing, checksummed)
    this.tokens = new TokenItems(store, this.refs, this.missing)
    this.head = store.head()?.number ?? 0
  }

  /** The number of an address that takes part in this chain; null for one that never did. */
  addressOf(hash: string | undefined): number | null {
    return hash === undefined ? null : this.store.addresses.find(hash)
  }

  tokenOf(hash: string | undefined): number | null {
    const address = this.addressOf(hash)
    return address !== null && this.tokens.row(address) !== null ? address : null
  }

  block(height: number): BlockTime {
    const known = this.#blocks.get(height)
    if (known) return known
    const row = this.store.database.get<{ hash: Uint8Array; timestamp: number; base_fee: Uint8Array | null }>(
      'SELECT hash, timestamp, base_fee FROM block WHERE number = ?',
      height,
    )
    const block = {
      hash: row ? hexText(row.hash) : '0x',
      timestamp: row?.timestamp ?? 0,
      baseFee: row?.base_fee ? amountValue(row.base_fee) : null,
    }
    this.#blocks.set(height, block)
    return block
  }

  transaction(place: number): { readonly hash: string; readonly method: string | null } {
    const known = this.#transactions.get(place)
    if (known) return known
    const row = this.store.database.get<{ hash: Uint8Array; selector: Uint8Array; receiver: number | null }>(
      'SELECT hash, substr(input, 1, 4) AS selector, receiver FROM tx WHERE place = ?',
      place,
    )
    const transaction = {
      hash: row ? hexText(row.hash) : '0x',
      method: row?.receiver == null ? null : this.methodName(row.selector, row.receiver),
    }
    this.#transactions.set(place, transaction)
    return transaction
  }

  /** The name of the method called, its selector where nobody knows the name, null where none was called. */
  methodName(selector: Uint8Array, receiver: number): string | null {
    if (selector.length < SELECTOR) return null
    const hex: Hex = `0x${Buffer.from(selector.subarray(0, SELECTOR)).toString('hex')}`
    return this.abis.methodName(hex, this.store.addresses.hashOf(receiver)) ?? hex
  }
}

const SELECTOR = 4
