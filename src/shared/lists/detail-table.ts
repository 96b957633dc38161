/** Single things that an instance may give beside its lists. */
import type * as z from 'zod/mini'
import { addressCounters, addressDetail, addressTabCounters } from '../chain/address.ts'
import { block } from '../chain/block.ts'
import { callTrace } from '../chain/call-trace.ts'
import { token, tokenInstance } from '../chain/token.ts'
import { transaction } from '../chain/transaction.ts'
import { OF_ADDRESS, OF_BLOCK, OF_TRANSACTION, type ParamFormat } from './path-params.ts'

export interface DetailEndpoint<Schema extends z.core.$ZodType = z.core.$ZodType> {
  readonly path: string
  readonly params: Readonly<Record<string, ParamFormat>>
  readonly item: Schema
  readonly credits: number
  readonly noun: string
  /** The API gives a bare list, which its schema bounds itself; anything else is bounded like the item of a page. */
  readonly isList?: true
}

const detail = <Schema extends z.core.$ZodType>(endpoint: DetailEndpoint<Schema>) => endpoint

/** Neighbours of the specification: enrichment where an instance has them, never required. Our own service has them. */
export const DETAILS = {
  transaction: detail({
    path: '/transactions/{transaction_hash}',
    params: OF_TRANSACTION,
    item: transaction,
    credits: 20,
    noun: 'transaction',
  }),
  'transaction-calls': detail({
    path: '/transactions/{transaction_hash}/raw-trace',
    params: OF_TRANSACTION,
    item: callTrace,
    credits: 50,
    noun: 'call trace',
    isList: true,
  }),
  address: detail({
    path: '/addresses/{address_hash}',
    params: OF_ADDRESS,
    item: addressDetail,
    credits: 20,
    noun: 'address',
  }),
  'address-counters': detail({
    path: '/addresses/{address_hash}/counters',
    params: OF_ADDRESS,
    item: addressCounters,
    credits: 20,
    noun: 'counters',
  }),
  'address-tab-counters': detail({
    path: '/addresses/{address_hash}/tabs-counters',
    params: OF_ADDRESS,
    item: addressTabCounters,
    credits: 20,
    noun: 'counters',
  }),
  token: detail({
    path: '/tokens/{address_hash}',
    params: OF_ADDRESS,
    item: token,
    credits: 20,
    noun: 'token',
  }),
  block: detail({
    path: '/blocks/{block_hash_or_number}',
    params: OF_BLOCK,
    item: block,
    credits: 20,
    noun: 'block',
  }),
  'token-instance': detail({
    path: '/tokens/{address_hash}/instances/{token_id}',
    params: { address_hash: 'address', token_id: 'tokenId' },
    item: tokenInstance,
    credits: 20,
    noun: 'NFT',
  }),
} as const

export type DetailId = keyof typeof DETAILS
export type DetailItem<Id extends DetailId = DetailId> = z.output<(typeof DETAILS)[Id]['item']>
export const DETAIL_IDS = Object.keys(DETAILS) as DetailId[]
export const detailEndpoint = (id: DetailId) => DETAILS[id] as unknown as DetailEndpoint
