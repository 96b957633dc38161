/** Flow graphs: the counterparties of an address, and the sums between each two. */
import * as z from 'zod/mini'
import type { AddressRef } from '#shared/chain/address.ts'
import { call, event } from './definition.ts'
import { address, transactionHash } from './fields.ts'
import type { LedgerAsset, LedgerList, LedgerMovement } from './ledger.ts'
import type { LeftOut } from './ledger-spam.ts'
import { sourceId } from './lists.ts'

/** The maximal number of counterparties that a step names; the others are one sum. */
export const MAX_FLOW_PARTIES = 200
/** The maximal number of assets between two addresses: those with the most movements. */
export const MAX_FLOW_ASSETS = 50
const MAX_FLOW_PAGE = 500
/** The maximal number of movements of one address that are added up: the newest. */
export const MAX_FLOW_MOVEMENTS = 100_000

/** Stands for all counterparties that are not named. */
export const OTHERS = 'others'

/** The sum of one asset from one address to another. */
export interface FlowSum {
  /** In lower case; or `OTHERS`. */
  readonly from: string
  readonly to: string
  /** The id of a `LedgerAsset`. NFTs of a collection are counted; all ids of a multi-token count together. */
  readonly asset: string
  /** In the asset's smallest unit. */
  readonly amount: string
  readonly movements: number
  /** In ms since 1970; null if no row has a time. */
  readonly first: number | null
  readonly last: number | null
}

/**
 * `incomplete`: only a part of the list is on this machine. `absent`: nothing of it is, or the source does not have
 * it.
 */
export type FlowList = Pick<LedgerList, 'list' | 'rows' | 'state'>

export interface FlowStep {
  /** The address and all parties in `sums`, with the names of their newest row, without icons. The largest first. */
  readonly parties: readonly AddressRef[]
  readonly sums: readonly FlowSum[]
  /** The number of counterparties on this side; `others` of them are not named. */
  readonly counterparties: number
  readonly others: number
  /** Counterparties that received, or sent, less than `min`. */
  readonly below: number
  /** Assets between two addresses that are missing from `sums` because there are too many. */
  readonly assetsLeftOut: number
  /** Why the graph stops at this address: `sums` is empty then. */
  readonly stop: 'label' | 'counterparties' | null
  readonly assets: readonly LedgerAsset[]
  readonly leftOut: readonly LeftOut[]
  readonly lists: readonly FlowList[]
  /** The address has more movements than are added up: the oldest are in no sum. */
  readonly isCut: boolean
  /** Movements by contract calls for which it is unknown whether a surrounding failure reverted them. */
  readonly unchecked: number
}

/** The cost of reading data that is missing on this machine: at least this many requests. */
export interface FlowCost {
  readonly requests: number
  readonly credits: number
}

/** The movements of one transaction. Fees are not included. */
export interface FlowTransaction extends Pick<FlowStep, 'parties' | 'sums' | 'assets' | 'lists'> {
  readonly time: number | null
  /** A failed transaction moves nothing. */
  readonly hasFailed: boolean
  /** The cost of reading missing data, which was not asked for. */
  readonly cost: FlowCost | null
}

export type FlowRow = Pick<
  LedgerMovement,
  'asset' | 'nft' | 'amount' | 'block' | 'time' | 'rule' | 'transaction'
> & {
  /** For merged lists: the other address. */
  readonly counterparty: AddressRef | null
}

export interface FlowRows {
  readonly total: number
  /** The newest first. Amounts are unsigned. */
  readonly rows: readonly FlowRow[]
  readonly assets: readonly LedgerAsset[]
}

const time = z.number().check(z.gte(0), z.lte(8_640_000_000_000_000))
const asset = z.string().check(z.maxLength(200))
const direction = z.enum(['in', 'out'])
export type FlowDirection = z.infer<typeof direction>

/** The movements that count. */
const flowFilter = {
  /** In ms since 1970; `from` is included, `to` is not. */
  from: z.nullable(time),
  to: z.nullable(time),
  /** The id of the only asset that counts; null for all. */
  asset: z.nullable(asset),
  /**
   * Counterparties that received, or sent, less than this are left out; in the smallest unit of `asset`, which is
   * required.
   */
  min: z.nullable(z.string().check(z.regex(/^\d{1,78}$/))),
  withSpam: z.boolean(),
}

const of = { source: sourceId, address, direction, ...flowFilter }

export const flowCalls = {
  /**
   * The senders or receivers of an address, from data on this machine: no source that counts requests is asked.
   * `stopAt`: the step stops at an address with more counterparties, or with the label of an exchange or the like;
   * null never stops. `refresh`: reads again in place of using the cached result. `soFar`: returns the newest
   * movements of an address whose reading goes on; its lists are `incomplete` then.
   */
  'flow.step': call<FlowStep>().with(
    z.object({
      ...of,
      limit: z.int().check(z.gte(1), z.lte(MAX_FLOW_PARTIES)),
      stopAt: z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))),
      refresh: z.optional(z.boolean()),
      soFar: z.optional(z.boolean()),
    }),
  ),
  /** `asks`: missing data is requested. */
  'flow.transaction': call<FlowTransaction>().with(
    z.object({
      source: sourceId,
      hash: transactionHash,
      asks: z.boolean(),
    }),
  ),
  /** The movements in a sum. `party`: null for all counterparties except those in `except`. */
  'flow.rows': call<FlowRows>().with(
    z.object({
      ...of,
      party: z.nullable(address),
      except: z.array(address).check(z.maxLength(MAX_FLOW_PARTIES)),
      offset: z.int().check(z.gte(0)),
      limit: z.int().check(z.gte(1), z.lte(MAX_FLOW_PAGE)),
    }),
  ),
} as const

export const flowEvents = {
  /** The number of rows read while the lists of an address are read for a graph; null at other times. */
  'flow.progress': event<{ readonly rows: number } | null>().with(z.object({ source: sourceId, address })),
} as const
