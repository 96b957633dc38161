/** The ledger of an address: its lists as signed movements of assets, and whether these add up to what it holds. */
import * as z from 'zod/mini'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import { INTERVALS } from '#shared/intervals.ts'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import { MAX_MEMBERS } from '#shared/lists/several.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import type { LeftOut, SpamRule } from './ledger-spam.ts'

/** Where a movement comes from: the rule that made it of a row (core/ledger/rules). */
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

/** So many rows an address's lists may have together. */
export const MAX_LEDGER_ROWS = 5_000_000
export const MAX_MOVEMENTS_PAGE = 1_000
/** Of the assets of an address; those that do not add up come first. */
export const MAX_LEDGER_ASSETS = 1_000
/** 27 years of days. */
export const MAX_LEDGER_INTERVALS = 10_000
/** Those of most volume. */
export const MAX_COUNTERPARTIES = 100
/** Of the gaps of one asset. */
export const MAX_LEDGER_GAPS = 20

/** What has a balance of its own: the coin, a token, an ERC-721 collection (how many of it), an id of a multi-token. */
export interface LedgerAsset {
  /** `coin`, the token's address in lower case, or that and `:` and the id. */
  readonly id: string
  /** What its newest row says of it, without prices. */
  readonly token: Token | null
  readonly tokenId: string | null
}

/** Dollars for one unit, as the source gave them: at the time of the movement, or when its row was read. */
export interface MovementPrice {
  readonly usd: string
  readonly of: 'then' | 'now'
}

export interface LedgerMovement {
  /** Its place among all movements of the address, the oldest first, from 0. */
  readonly place: number
  /** The id of a `LedgerAsset`. */
  readonly asset: string
  /** Of an NFT: which one. */
  readonly nft: string | null
  /** Signed, in the asset's smallest unit. */
  readonly amount: string
  readonly block: number
  /** In ms since 1970; null for what was there before the first block, and where the source does not say. */
  readonly time: number | null
  readonly rule: MovementRule
  /** As its row names it, without tags. */
  readonly counterparty: AddressRef | null
  /** Only where the row tells one. */
  readonly price?: MovementPrice
  /** Null for what was entered by hand. */
  readonly list: ListId | null
  /** The identity of its row in that list, or the id of the entry. */
  readonly row: string
  readonly transaction: string | null
  /** Of what was entered by hand. */
  readonly note?: string
  /** Of several addresses as one: whose it is, in lower case; and whether it went from one of them to another. */
  readonly of?: string
  readonly within?: boolean
  /** Why it is left out, where it is. */
  readonly spam?: SpamRule
}

/**
 * Why a sum can be another than the balance. `internals_missing`: the source has no list of internal transactions.
 * `list_noticed`: the source says of a list that it may lack rows. `between_transactions`: the balance changed where no
 * transaction touched it (a rebasing token, or rows that no list has). `in_transaction`: a transaction moved another amount
 * than its rows say (a fee on transfer, an internal transaction or a wrapped coin that is in no list). `not_listed`: the
 * source does not list the token among those of the address. `before_first`: it held some before its first movement.
 * `outcome_unknown`: nobody knows whether a transaction in there succeeded (a receipt from before Byzantium, and no trace).
 * `amount_unknown`: a row in there does not say how much it moved, or what its fee was.
 * `not_claimed`: what validators have withdrawn and nobody has claimed yet (Gnosis).
 * `entered_by_hand`: what a person entered lies where nothing was missing.
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
  /** What is missing, signed. */
  readonly amount: string
  /** It lies between these two: null before the first one, and after the last. */
  readonly after: LedgerMovement | null
  readonly before: LedgerMovement | null
  /** The only block, or the only transaction, that it can be in. */
  readonly block: number | null
  readonly transaction: string | null
  readonly reason: GapReason
  /** Of several addresses as one: of which it is, in lower case. */
  readonly of?: string
}

/** `unknown`: its amounts are hidden, or the source does not say what the address holds. */
export interface AssetProof {
  readonly asset: LedgerAsset
  readonly state: 'adds_up' | 'differs' | 'unknown'
  readonly movements: number
  readonly sum: string
  readonly reported: string | null
  /** What is reported and not in the sum. */
  readonly difference: string | null
  readonly gaps: readonly LedgerGap[]
}

/**
 * `incomplete`: the list is not whole on this machine. `absent`: the source does not have it. `noticed`: the source says
 * that it may lack rows, in its words.
 */
export interface LedgerList {
  readonly list: ListId
  readonly rows: number
  readonly state: 'whole' | 'incomplete' | 'absent' | 'noticed'
  readonly notice?: string
  /** Rows that could not be read, and are in no sum. */
  readonly unread: number
}

export interface LedgerProof {
  /** Another one whenever the lists were read again. */
  readonly revision: number
  /** `too_many`: the lists have more rows than a ledger takes. `incomplete`: nothing can be said before they are whole. */
  readonly state: 'adds_up' | 'differs' | 'incomplete' | 'too_many'
  readonly movements: number
  /** So many of them were entered by hand; none where it is not said. */
  readonly byHand?: number
  /** The newest that the proof is about. */
  readonly block: number | null
  /** In ms since 1970. */
  readonly readAt: number
  readonly lists: readonly LedgerList[]
  /** Those that do not add up first; at most `MAX_LEDGER_ASSETS` of them. */
  readonly assets: readonly AssetProof[]
  readonly assetCount: number
  /** Requests that finding the gaps took. */
  readonly asked: number
  /** Of several addresses as one: what each of them is by itself. */
  readonly members?: readonly {
    readonly address: string
    readonly state: LedgerProof['state']
    readonly movements: number
  }[]
}

/** Of one asset in a period. `fees` is a part of `out`; `closing` is opening + in − out. All in smallest units, unsigned but opening and closing. */
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
  /** Assets that were held or moved in the period; at most `MAX_LEDGER_ASSETS` of them. */
  readonly lines: readonly StatementLine[]
  readonly lineCount: number
  /** Spam of the period: in none of the sums, unless it was asked for with them. */
  readonly leftOut: readonly LeftOut[]
}

export interface MovementsPage {
  readonly revision: number
  /** Of all that match. */
  readonly total: number
  /** The newest first. */
  readonly movements: readonly LedgerMovement[]
  /** Of the movements. */
  readonly assets: readonly LedgerAsset[]
}

/** An interval in which the asset moved. Amounts are unsigned but `closing`, in the asset's smallest unit. */
export interface LedgerInterval {
  /** In ms since 1970: from `start` to before `end`. */
  readonly start: number
  readonly end: number
  readonly in: string
  readonly out: string
  /** What is held at its end. */
  readonly closing: string
  readonly movements: number
}

export interface LedgerSeries {
  readonly revision: number
  /** What was held before the first interval. */
  readonly opening: string
  /** The oldest first; at most `MAX_LEDGER_INTERVALS`, the newest ones. */
  readonly intervals: readonly LedgerInterval[]
}

/** In which something moved; the oldest first, at most `MAX_LEDGER_INTERVALS`, the newest ones. */
export interface LedgerActivity {
  readonly revision: number
  readonly intervals: readonly { readonly start: number; readonly end: number; readonly movements: number }[]
}

/** Unsigned, in the asset's smallest unit. */
export interface LedgerDealings {
  readonly in: string
  readonly out: string
  readonly movements: number
}

export interface LedgerCounterparties {
  readonly revision: number
  readonly total: number
  /** By volume; `party` is null for what has none, as fees and rewards. At most `MAX_COUNTERPARTIES`, */
  readonly counterparties: readonly (LedgerDealings & { readonly party: AddressRef | null })[]
  /** and the rest together. */
  readonly others: LedgerDealings
}

/** `others`: further addresses that are one with it. What went from one of them to another moved nothing of them all. */
const ledger = {
  source: z.string().check(z.maxLength(200)),
  address,
  others: z.optional(z.array(address).check(z.maxLength(MAX_MEMBERS - 1))),
}
const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000))
/** Counts spam, too. The proof always does: a token adds up, whatever it is. */
const withSpam = z.optional(z.boolean())
/** Counts what went from one of several addresses to another, both ways. */
const withWithin = z.optional(z.boolean())
/** `from` included, `to` not. In ms since 1970. */
const period = { from: z.nullable(time), to: z.nullable(time) }

const zone = z.enum(['local', 'utc'])
/** Only movements that fit it count, what was there before included (shared/query). Days in it are those of `zone`. */
const query = z.optional(z.string().check(z.maxLength(MAX_QUERY_LENGTH)))
const asked = { withSpam, withWithin, query, zone: z.optional(zone) }

/** A ledger is made when it is first asked for, and stays as it is until `refresh`. */
export const ledgerCalls = {
  'ledger.proof': call<LedgerProof>().with(z.object({ ...ledger, refresh: z.optional(z.boolean()) })),
  'ledger.statement': call<LedgerStatement>().with(z.object({ ...ledger, ...period, ...asked })),
  'ledger.movements': call<MovementsPage>().with(
    z.object({
      ...ledger,
      ...period,
      ...asked,
      /** The id of one asset; null for all. */
      asset: z.nullable(z.string().check(z.maxLength(200))),
      offset: z.int().check(z.gte(0)),
      limit: z.int().check(z.gte(1), z.lte(MAX_MOVEMENTS_PAGE)),
    }),
  ),
  /** How much of an asset was held, came and went. Intervals are those of the zone. */
  'ledger.series': call<LedgerSeries>().with(
    z.object({
      ...ledger,
      ...period,
      ...asked,
      asset: z.string().check(z.maxLength(200)),
      by: z.enum(INTERVALS),
      zone,
    }),
  ),
  /** How much happened when. */
  'ledger.activity': call<LedgerActivity>().with(
    z.object({
      ...ledger,
      ...period,
      ...asked,
      asset: z.nullable(z.string().check(z.maxLength(200))),
      by: z.enum(['minute', 'hour', 'day']),
      zone,
    }),
  ),
  /** With whom an asset was moved. */
  'ledger.counterparties': call<LedgerCounterparties>().with(
    z.object({ ...ledger, ...period, ...asked, asset: z.string().check(z.maxLength(200)) }),
  ),
} as const

/** Rows that were read from the source, then those of them that were added up. */
export interface LedgerProgress {
  readonly step: 'reading' | 'adding_up'
  readonly rows: number
}

export const ledgerEvents = {
  /** While a ledger is made; null while none is. */
  'ledger.progress': event<LedgerProgress | null>().with(z.object(ledger)),
} as const
