/**
 * The ledger of an address: its lists as signed movements of assets, and the proof that they add up to its balances.
 */
import * as z from 'zod/mini'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import { INTERVALS } from '#shared/intervals.ts'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { MAX_MEMBERS } from '#shared/lists/merged-lists.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import type { LeftOut, SpamRule } from './ledger-spam.ts'

/** The rule that made a movement from a row (core/ledger/rules). */
export type MovementRule =
  | 'genesis'
  | 'deposit'
  | 'value'
  | 'creation'
  | 'fee'
  | 'internal'
  | 'self-destruct'
  | 'transfer'
  | 'mint'
  | 'burn'
  | 'wrapped'
  | 'withdrawal'
  | 'block-reward'
  /** Entered by hand. */
  | 'manual'

/** The maximal number of rows of an address's lists together. */
export const MAX_LEDGER_ROWS = 5_000_000
export const MAX_MOVEMENTS_PAGE = 1_000
/** The maximal number of assets of an address. Assets that do not add up come first. */
export const MAX_LEDGER_ASSETS = 1_000
/** 27 years of days. */
export const MAX_LEDGER_INTERVALS = 10_000
/** The counterparties with the most volume. */
export const MAX_COUNTERPARTIES = 100
/** The maximal number of gaps of one asset. */
export const MAX_LEDGER_GAPS = 20

/**
 * An asset with a balance of its own: the coin, a token, an ERC-721 collection (the number of its NFTs), or an id of
 * a multi-token.
 */
export interface LedgerAsset {
  /** `coin`, the token's address in lower case, or that address, `:` and the id. */
  readonly id: string
  /** The token as in its newest row, without prices. */
  readonly token: Token | null
  readonly tokenId: string | null
}

/** The price of one unit in dollars, from the source: at the time of the movement, or when its row was read. */
export interface MovementPrice {
  readonly usd: string
  readonly of: 'then' | 'now'
}

export interface LedgerMovement {
  /** The index among all movements of the address, the oldest first, from 0. */
  readonly place: number
  /** The id of a `LedgerAsset`. */
  readonly asset: string
  /** The id of the NFT. */
  readonly nft: string | null
  /** Signed, in the asset's smallest unit. */
  readonly amount: string
  readonly block: number
  /** In ms since 1970; null for what the address had before its first movement, and if the source does not say. */
  readonly time: number | null
  readonly rule: MovementRule
  /** With the names of its row, without tags. */
  readonly counterparty: AddressRef | null
  /** Present if the row has a price. */
  readonly price?: MovementPrice
  /** Null for a movement that was entered by hand. */
  readonly list: ListId | null
  /** The identity of its row in that list, or the id of the entry. */
  readonly row: string
  readonly transaction: string | null
  /** The note of a movement that was entered by hand. */
  readonly note?: string
  /**
   * For merged ledgers: the address of the movement, in lower case; and whether it went from one of them to another.
   */
  readonly of?: string
  readonly within?: boolean
  /** The rule by which the movement is left out, if it is. */
  readonly spam?: SpamRule
}

/**
 * Why a sum can differ from the balance. `internals_missing`: the source has no list of internal transactions.
 * `list_noticed`: the source says that a list may lack rows. `between_transactions`: the balance changed without a
 * transaction (a rebasing token, or rows that no list has). `in_transaction`: a transaction moved another amount than
 * its rows say (a fee on transfer, an internal transaction or a wrapped coin that is in no list). `not_listed`: the
 * source does not list the token among those of the address. `before_first`: the address held some before its first
 * movement. `outcome_unknown`: it is unknown whether a transaction in the gap succeeded (a receipt from before
 * Byzantium, and no trace). `amount_unknown`: a row in the gap does not say its amount or its fee. `not_claimed`:
 * validators have withdrawn an amount that nobody has claimed yet (Gnosis). `entered_by_hand`: a movement that a
 * person entered is where nothing was missing.
 */
export type GapReason =
  | 'internals_missing'
  | 'list_noticed'
  | 'between_transactions'
  | 'in_transaction'
  | 'not_listed'
  | 'before_first'
  | 'outcome_unknown'
  | 'amount_unknown'
  | 'not_claimed'
  | 'entered_by_hand'

export interface LedgerGap {
  /** The missing amount, signed. */
  readonly amount: string
  /** The gap is between these two movements; null before the first one, and after the last. */
  readonly after: LedgerMovement | null
  readonly before: LedgerMovement | null
  /** The only block, or the only transaction, that can contain the gap. */
  readonly block: number | null
  readonly transaction: string | null
  readonly reason: GapReason
  /** For merged ledgers: the address of the gap, in lower case. */
  readonly of?: string
}

/** `unknown`: its amounts are hidden, or the source does not report the balance. */
export interface AssetProof {
  readonly asset: LedgerAsset
  readonly state: 'adds_up' | 'differs' | 'unknown'
  readonly movements: number
  readonly sum: string
  readonly reported: string | null
  /** The reported balance minus the sum. */
  readonly difference: string | null
  readonly gaps: readonly LedgerGap[]
}

/**
 * `incomplete`: the list is not complete on this machine. `absent`: the source does not have it. `noticed`: the
 * source says that it may lack rows; the message is the source's.
 */
export interface LedgerList {
  readonly list: ListId
  readonly rows: number
  readonly state: 'whole' | 'incomplete' | 'absent' | 'noticed'
  readonly notice?: string
  /** The number of rows that could not be read; they are in no sum. */
  readonly unread: number
}

export interface LedgerProof {
  /** A new number whenever the lists were read again. */
  readonly revision: number
  /** `too_many`: the lists have more rows than a ledger takes. `incomplete`: the lists must be completed first. */
  readonly state: 'adds_up' | 'differs' | 'incomplete' | 'too_many'
  readonly movements: number
  /** The number of movements that were entered by hand; absent if there are none. */
  readonly byHand?: number
  /** The newest block that the proof covers. */
  readonly block: number | null
  /** In ms since 1970. */
  readonly readAt: number
  readonly lists: readonly LedgerList[]
  /** Assets that do not add up come first; at most `MAX_LEDGER_ASSETS`. */
  readonly assets: readonly AssetProof[]
  readonly assetCount: number
  /** The number of requests that finding the gaps took. */
  readonly asked: number
  /** For merged ledgers: the result of each address. */
  readonly members?: readonly {
    readonly address: string
    readonly state: LedgerProof['state']
    readonly movements: number
  }[]
}

/**
 * The sums of one asset in a period. `fees` is a part of `out`; `closing` is opening + in − out. All are in smallest
 * units; only opening and closing are signed.
 */
export interface StatementLine {
  readonly asset: LedgerAsset
  readonly movements: number
  readonly opening: string
  readonly in: string
  readonly out: string
  readonly fees: string
  readonly closing: string
}

export interface LedgerStatement {
  readonly revision: number
  readonly movements: number
  /** Assets that were held or moved in the period; at most `MAX_LEDGER_ASSETS`. */
  readonly lines: readonly StatementLine[]
  readonly lineCount: number
  /** Spam in the period. The sums do not include it, unless the call asked for it. */
  readonly leftOut: readonly LeftOut[]
}

export interface MovementsPage {
  readonly revision: number
  /** The number of all matching movements. */
  readonly total: number
  /** The newest first. */
  readonly movements: readonly LedgerMovement[]
  /** The assets of the movements. */
  readonly assets: readonly LedgerAsset[]
}

/** An interval in which the asset moved. Amounts are in the asset's smallest unit; only `closing` is signed. */
export interface LedgerInterval {
  /** In ms since 1970; `start` is included, `end` is not. */
  readonly start: number
  readonly end: number
  readonly in: string
  readonly out: string
  /** The balance at its end. */
  readonly closing: string
  readonly movements: number
}

export interface LedgerSeries {
  readonly revision: number
  /** The balance before the first interval. */
  readonly opening: string
  /** The oldest first; at most `MAX_LEDGER_INTERVALS`, the newest ones. */
  readonly intervals: readonly LedgerInterval[]
}

/** Intervals with movements; the oldest first, at most `MAX_LEDGER_INTERVALS`, the newest ones. */
export interface LedgerActivity {
  readonly revision: number
  readonly intervals: readonly { readonly start: number; readonly end: number; readonly movements: number }[]
}

/** Unsigned, in the asset's smallest unit. */
export interface CounterpartySums {
  readonly in: string
  readonly out: string
  readonly movements: number
}

export interface LedgerCounterparties {
  readonly revision: number
  readonly total: number
  /**
   * Sorted by volume, at most `MAX_COUNTERPARTIES`. `party` is null for movements without one, such as fees and
   * rewards.
   */
  readonly counterparties: readonly (CounterpartySums & { readonly party: AddressRef | null })[]
  /** The sum of all other counterparties. */
  readonly others: CounterpartySums
}

/** `others`: further addresses of a merged ledger. A transfer between two of them does not change their sum. */
const ledger = {
  source: z.string().check(z.maxLength(200)),
  address,
  others: z.optional(z.array(address).check(z.maxLength(MAX_MEMBERS - 1))),
}
const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000))
/** Includes spam. The proof always does, because every token has to add up. */
const withSpam = z.optional(z.boolean())
/** Includes transfers from one of several addresses to another, in both directions. */
const withWithin = z.optional(z.boolean())
/** `from` is included, `to` is not. In ms since 1970. */
const period = { from: z.nullable(time), to: z.nullable(time) }

const zone = z.enum(['local', 'utc'])
/**
 * Only movements that match this filter count, also those before the period (shared/query). Its dates are in `zone`.
 */
const query = z.optional(z.string().check(z.maxLength(MAX_QUERY_LENGTH)))
const statementFields = { withSpam, withWithin, query, zone: z.optional(zone) }

/** A ledger is computed at the first call, and cached until `refresh`. */
export const ledgerCalls = {
  /** Whether the movements of each asset add up to its balance, and where they do not. */
  'ledger.proof': call<LedgerProof>().with(z.object({ ...ledger, refresh: z.optional(z.boolean()) })),
  /** Opening balance, in, out, fees and closing balance of each asset in a period. */
  'ledger.statement': call<LedgerStatement>().with(z.object({ ...ledger, ...period, ...statementFields })),
  /** A page of movements, the newest first. */
  'ledger.movements': call<MovementsPage>().with(
    z.object({
      ...ledger,
      ...period,
      ...statementFields,
      /** The id of one asset; null for all. */
      asset: z.nullable(z.string().check(z.maxLength(200))),
      offset: z.int().check(z.gte(0)),
      limit: z.int().check(z.gte(1), z.lte(MAX_MOVEMENTS_PAGE)),
    }),
  ),
  /** The balance, inflow and outflow of an asset per interval. Intervals are in the zone. */
  'ledger.series': call<LedgerSeries>().with(
    z.object({
      ...ledger,
      ...period,
      ...statementFields,
      asset: z.string().check(z.maxLength(200)),
      by: z.enum(INTERVALS),
      zone,
    }),
  ),
  /** The number of movements per interval. */
  'ledger.activity': call<LedgerActivity>().with(
    z.object({
      ...ledger,
      ...period,
      ...statementFields,
      asset: z.nullable(z.string().check(z.maxLength(200))),
      by: z.enum(['minute', 'hour', 'day']),
      zone,
    }),
  ),
  /** The counterparties of an asset. */
  'ledger.counterparties': call<LedgerCounterparties>().with(
    z.object({ ...ledger, ...period, ...statementFields, asset: z.string().check(z.maxLength(200)) }),
  ),
} as const

/** Rows read from the source, then the number of them that were added up. */
export interface LedgerProgress {
  readonly step: 'reading' | 'adding_up'
  readonly rows: number
}

export const ledgerEvents = {
  /** Emitted while a ledger is computed; null at other times. */
  'ledger.progress': event<LedgerProgress | null>().with(z.object(ledger)),
} as const
