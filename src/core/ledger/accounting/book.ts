/** The data of an accounting file: the address, the period, and the balances at both ends. */
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { formatAmount, knownDecimals } from '#shared/units.ts'
import type { Period } from '../movements.ts'

export interface BookAsset extends LedgerAsset {
  /** Name in the file, unique among the assets of the ledger. */
  readonly name: string
  /** Number of decimals that amounts are written with. */
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
  /** In ms since 1970; all movements of the period are at or after it. */
  readonly start: number
  /** All assets of the ledger, by id. */
  readonly assets: ReadonlyMap<string, BookAsset>
  /** One line for each asset with a balance or a movement in the period. */
  readonly lines: readonly BookLine[]
}

/** Decimals of an asset; 0 where what was said is no number. Programs read numbers of at most 255 characters. */
export function decimalsOf({ token }: LedgerAsset, coinDecimals: number): number {
  if (token === null) return coinDecimals
  if (token.type === 'ERC-721') return 0
  return knownDecimals(token.decimals) ?? 0
}

/** The amount with all digits, a decimal point and no thousands separators. */
export const writeAmount = (amount: bigint, { decimals }: Pick<BookAsset, 'decimals'>) =>
  formatAmount(amount, decimals, '')

/** The asset with this id; a placeholder for an unexpected one. */
export const assetIn = ({ assets }: Book, id: string): BookAsset =>
  assets.get(id) ?? { id, token: null, tokenId: null, name: 'UNKNOWN', decimals: 0 }

const MAX_TIME = Date.UTC(9999, 11, 30)

/** Moves a time into the range that the programs' calendars have. */
export const boundTime = (time: number) => Math.min(MAX_TIME, Math.max(0, time))

/** A time in UTC, for example `2025-01-31T13:05:09Z`. */
export const writeTime = (time: number) => `${new Date(time).toISOString().slice(0, 19)}Z`
