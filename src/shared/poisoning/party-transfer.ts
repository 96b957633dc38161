/** Reduces an item to what tells a genuine transfer between two parties from an imitation. */
import type { AddressRef } from '../chain/address.ts'
import { isBadReputation } from '../chain/reputation.ts'
import type { Token, TransferTotal } from '../chain/token.ts'
import { nameDoubt } from '../text/name-doubt.ts'
import { multiplyByPrice } from '../units.ts'

export interface PartyTransfer {
  /** In lower case. */
  readonly from: string
  readonly to: string
  /** `coin`, or the token's address in lower case. */
  readonly asset: string
  /** In the asset's smallest unit. */
  readonly value: bigint
  /** The same text for assets that look alike; empty if there is no name. */
  readonly symbol: string
  /** Whether the sender signed the transaction: then nobody else can have made it. */
  readonly signed: boolean
  /** Whether it is a call or an NFT, and so more than a transfer of an amount. */
  readonly more: boolean
  /** Whether the source knows a price: then it is no token that an attacker made. */
  readonly priced: boolean
  /** Whether it is worth less than half a dollar; false where its worth is not known. */
  readonly cheap: boolean
  /** Whether the source marks the token as scam, or its name imitates another. */
  readonly marked: boolean
  readonly block: number
}

interface MaybeTransfer {
  readonly from?: AddressRef | null
  readonly to?: AddressRef | null
  readonly value?: string | null
  readonly block_number?: number | null
  readonly hash?: string
  readonly method?: string | null
  readonly raw_input?: string | null
  readonly exchange_rate?: string | null
  readonly token?: Token | null
  readonly total?: readonly TransferTotal[]
}

/** Returns undefined for an item that moves nothing from one address to another. */
export function partyTransferOf(item: MaybeTransfer): PartyTransfer | undefined {
  if (!item.from || !item.to) return undefined
  const parties = {
    from: item.from.hash.toLowerCase(),
    to: item.to.hash.toLowerCase(),
    block: item.block_number ?? Number.MAX_SAFE_INTEGER,
  }
  if (item.token) return { ...parties, ...tokenTransfer(item.token, item.total ?? []) }
  if (item.value == null) return undefined
  const value = toBigInt(item.value)
  return {
    ...parties,
    asset: 'coin',
    value,
    symbol: '',
    // An item of the list of internal calls has no hash of its own.
    signed: item.hash !== undefined,
    more: item.hash !== undefined && (item.raw_input ?? '0x') !== '0x',
    priced: true,
    cheap: isCheap(value, 18, item.exchange_rate),
    marked: false,
  }
}

function tokenTransfer(token: Token, totals: readonly TransferTotal[]) {
  const value = totals.reduce((sum, total) => sum + toBigInt(total.value ?? '0'), 0n)
  return {
    asset: token.address_hash.toLowerCase(),
    value,
    symbol: (token.symbol ?? '').toLowerCase(),
    signed: false,
    more: totals.some(({ token_id: id, value: amount }) => id != null || amount == null),
    priced: token.exchange_rate != null,
    cheap: isCheap(value, totals[0]?.decimals ?? token.decimals, token.exchange_rate),
    marked:
      isBadReputation(token.reputation) ||
      [token.symbol, token.name].some((name) => name != null && nameDoubt(name)?.kind === 'imitates'),
  }
}

const CHEAP_CENTS = 50n

function isCheap(...of: Parameters<typeof multiplyByPrice>): boolean {
  const cents = multiplyByPrice(...of)
  return cents !== undefined && cents < CHEAP_CENTS
}

const toBigInt = (text: string): bigint => (/^-?\d{1,100}$/.test(text) ? BigInt(text) : 0n)
