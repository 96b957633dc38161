/** Where money came from and where it went: who an address dealt with, and how much went between each two. */
import * as z from 'zod/mini'
import type { AddressRef } from '#shared/chain/address.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import { call, event } from './definition.ts'
import { address } from './fields.ts'
import type { LedgerAsset, LedgerList, LedgerMovement } from './ledger.ts'
import type { LeftOut } from './ledger-spam.ts'
import { sourceId } from './lists.ts'

/** Counterparties of one step that are named; the others are one sum. */
export const MAX_FLOW_PARTIES = 200
/** Assets between two addresses that are given: those with most movements. */
export const MAX_FLOW_ASSETS = 50
const MAX_FLOW_PAGE = 500
/** Movements of one address that are looked at, the newest ones. */
export const MAX_FLOW_MOVEMENTS = 100_000

/** In a sum: all counterparties that are not named. */
export const OTHERS = 'others'

/** How much of one asset went from one address to another. */
export interface FlowSum {
  /** In lower case; or `OTHERS`. */
  readonly from: string
  readonly to: string
  /** The id of a `LedgerAsset`: NFTs of a collection are counted, of a multi-token all ids together. */
  readonly asset: string
  /** In the asset's smallest unit. */
  readonly amount: string
  readonly movements: number
  /** In ms since 1970; null where no row tells a time. */
  readonly first: number | null
  readonly last: number | null
}

/** `incomplete`: not all of it is on this machine. `absent`: nothing of it is, or the source does not have it. */
export type FlowList = Pick<LedgerList, 'list' | 'rows' | 'state'>

export interface FlowStep {
  /** The address, and whoever is named in `sums`: as their newest row names them, without icons. The largest first. */
  readonly parties: readonly AddressRef[]
  readonly sums: readonly FlowSum[]
  /** Counterparties on this side; of them, so many are not named. */
  readonly counterparties: number
  readonly others: number
  /** Counterparties that got, or gave, less than `min`. */
  readonly below: number
  /** Assets that were moved between two and are not in `sums`, because there are too many. */
  readonly assetsLeftOut: number
  /** Why it was not gone through: nothing is in `sums` then. */
  readonly stop: 'label' | 'counterparties' | null
  readonly assets: readonly LedgerAsset[]
  readonly leftOut: readonly LeftOut[]
  readonly lists: readonly FlowList[]
  /** It has more movements than are looked at: the oldest of them are in no sum. */
  readonly isCut: boolean
  /** Movements by calls of contracts of which it is not known whether a failure around them undid them. */
  readonly unchecked: number
}

/** What reading takes that is not on this machine: at least so many requests. */
export interface FlowCost {
  readonly requests: number
  readonly credits: number
}

/** What one transaction moved. Fees are not in it. */
export interface FlowTransaction extends Pick<FlowStep, 'parties' | 'sums' | 'assets' | 'lists'> {
  readonly time: number | null
  /** A failed transaction moves nothing. */
  readonly hasFailed: boolean
  /** Something of it is not on this machine, and was not asked for. */
  readonly cost: FlowCost | null
}

export type FlowRow = Pick<
  LedgerMovement,
  'asset' | 'nft' | 'amount' | 'block' | 'time' | 'rule' | 'transaction'
> & {
  /** The other one, of several together. */
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

/** Which movements count. */
const flowFilter = {
  /** In ms since 1970; `from` included, `to` not. */
  from: z.nullable(time),
  to: z.nullable(time),
  /** The id of the only asset that is followed; null for all. */
  asset: z.nullable(asset),
  /** Counterparties that got, or gave, less of it are left out; in its smallest unit. Needs an asset. */
  min: z.nullable(z.string().check(z.regex(/^\d{1,78}$/))),
  withSpam: z.boolean(),
}

const of = { source: sourceId, address, direction, ...flowFilter }

export const flowCalls = {
  /**
   * Who gave to an address, or got from it, out of what is on this machine: nothing is asked of a source that counts
   * requests. `stopAt`: with more counterparties than that it is not gone through, and neither where a label says that it
   * is an exchange or the like; null: it is, whatever it is. `refresh`: what was remembered is read again.
   * `soFar`: of an address that is being read, what is there by now, the newest first; its lists are `incomplete` then.
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
  /** `asks`: what is not on this machine is asked for. */
  'flow.transaction': call<FlowTransaction>().with(
    z.object({
      source: sourceId,
      hash: z.string().check(z.regex(PARAM_FORMATS.transaction.pattern, 'transaction')),
      asks: z.boolean(),
    }),
  ),
  /** What a sum is the sum of. `party`: null for all but those in `except`. */
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
  /** While the lists of an address are read for a graph: how many rows were; null while none are. */
  'flow.progress': event<{ readonly rows: number } | null>().with(z.object({ source: sourceId, address })),
} as const
