/** What an accounting file is about: the address, the period, and what it held at both ends. */
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { formatAmount, knownDecimals } from '#shared/units.ts'
import type { Period } from '../movements.ts'

export interface BookAsset extends LedgerAsset {
  /** What the file calls it: no other asset of the ledger is called so. */
  readonly name: string
  /** Amounts are written in units of 10 to the power of this. */
  readonly decimals: number
}

export interface BookLine {
  readonly asset: BookAsset
  readonly opening: bigint
  readonly closing: bigint
}

export interface Book {
  readonly chain: { readonly id: string | undefined; readonly name: string; readonly decimals: number }
  /** With its checksum. */
  readonly address: string
  readonly period: Period
  /** In ms since 1970: no movement of the period is before it. */
  readonly start: number
  /** Of all assets of the ledger. */
  readonly assets: ReadonlyMap<string, BookAsset>
  /** Of the assets that were held or moved in the period. */
  readonly lines: readonly BookLine[]
}

/** Programs read numbers of at most 255 signs; no token that means something has as many decimals. */
const MAX_DECIMALS = 77

/** Where they are not known, or make no sense, amounts stay in the smallest unit. */
export function decimalsOf({ token }: LedgerAsset, coinDecimals: number): number {
  if (token === null) return coinDecimals
  if (token.type === 'ERC-721') return 0
  const decimals = knownDecimals(token.decimals) ?? 0
  return decimals > MAX_DECIMALS ? 0 : decimals
}

/** All digits, with a point and nothing between thousands. */
export const writeAmount = (amount: bigint, { decimals }: Pick<BookAsset, 'decimals'>) =>
  formatAmount(amount, decimals, '')

/** An asset that no movement was expected of stands for itself. */
export const assetIn = ({ assets }: Book, id: string): BookAsset =>
  assets.get(id) ?? { id, token: null, tokenId: null, name: 'UNKNOWN', decimals: 0 }

const MAX_TIME = Date.UTC(9999, 11, 30)

/** Times that no calendar of these programs has are moved to its end. */
export const boundTime = (time: number) => Math.min(MAX_TIME, Math.max(0, time))

/** `2025-01-31T13:05:09Z`. */
export const writeTime = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`

export const DAY_MS = 86_400_000
/** Of the day in UTC. */
export const writeDate = (time: number) => new Date(time).toISOString().slice(0, 10)
