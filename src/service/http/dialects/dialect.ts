/**
 * A dialect writes the API as a server of a certain version does. Readers return items with the present key names; a
 * dialect converts the names, and defines the behaviour of its cursors and queries.
 */
import * as z from 'zod/mini'
import { addressDetail, addressRef } from '#shared/chain/address.ts'
import { block, blockReward, withdrawal } from '#shared/chain/block.ts'
import { record, text } from '#shared/chain/fields.ts'
import { searchItem } from '#shared/chain/search.ts'
import { token, tokenInstance } from '#shared/chain/token.ts'
import { decodedInput, stateChange, transaction } from '#shared/chain/transaction.ts'
import { isRecord } from '#shared/is-record.ts'
import type { Dialect } from '#shared/lists/dialects.ts'
import { detailItem } from '#shared/lists/detail-items.ts'
import { DETAIL_IDS, type DetailId } from '#shared/lists/detail-table.ts'
import { listItem } from '#shared/lists/list-items.ts'
import { LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import { allTags, implementationsOfName } from './address-forms.ts'
import { legacyWriter } from './legacy.ts'
import { mediaFields } from './media-url.ts'
import { asInteger, durations, NO_TRANSFERS, REWARD_RULE, uncles, withRewardKinds } from './server-values.ts'
import { specWriter } from './spec.ts'
import type { WireForm } from './wire-form.ts'
import { type Convert, listOf, type Writer, createWriter, type WriteRule } from './writer.ts'

/**
 * v12: an NFT's image and animation each have a type, the list of a token's NFTs does not repeat the token,
 * transactions no longer have `actions`, and an undecoded revert reason is given as its bytes.
 */
const v12Writer = ({ origin }: WireForm): Writer =>
  modernWriter(origin, {
    transaction: {
      drop: ['actions'],
      finish: reasonAsObject,
      adds: { revert_reason: z.nullable(z.union([decodedInput, record({ raw: text })])) },
    },
    instance: {
      finish: addMediaTypes,
      adds: { image_media_type: z.nullable(text), animation_media_type: z.nullable(text) },
    },
    listedInstance: { drop: ['token'] },
  })
/** A text breaks frontends that were written for v12. */
const reasonAsObject: Convert = (value) => {
  if (!isRecord(value) || typeof value.revert_reason !== 'string') return value
  const text = value.revert_reason
  const isHex = /^0x(?:[0-9a-f]{2})*$/i.test(text)
  return { ...value, revert_reason: { raw: isHex ? text : `0x${Buffer.from(text).toString('hex')}` } }
}

const addMediaTypes: Convert = (value) => {
  if (!isRecord(value)) return value
  const type = typeof value.media_type === 'string' ? value.media_type : null
  const isImage = type?.startsWith('image/') ?? false
  return {
    ...value,
    image_media_type: value.image_media_type ?? (isImage ? type : null),
    animation_media_type: value.animation_media_type ?? (isImage ? null : type),
  }
}

/** v11: the present key names; an NFT's media have one type. */
const v11Writer = ({ origin }: WireForm): Writer =>
  modernWriter(origin, { instance: { drop: ['image_media_type', 'animation_media_type'] } })

/** The conversion of each list's items, and of each detail. */
export interface WireDialect {
  readonly list: Readonly<Record<ListId, Convert>>
  readonly detail: Readonly<Record<DetailId, Convert>>
}

export interface DialectBehaviour {
  /** The meaning of a cursor's `items_count`: all items so far, those of this page, or absent. */
  readonly itemsCount: 'so far' | 'this page' | 'absent'
  /** Whether an unknown query parameter is a 422; otherwise it is ignored. */
  readonly strictQuery: boolean
  /** Whether cursors repeat the filters of the request. */
  readonly echoesFilters: boolean
  /** Whether the `value` of a cursor is a JSON integer; otherwise it is a text. */
  readonly integerValue: boolean
  /** Whether the envelope of a list says that the list is still being prepared. */
  readonly envelopeMeta: boolean
  /** Whether things have the extra fields that explorers' frontends read. */
  readonly isOfExplorers: boolean
}

export const BEHAVIOURS: Readonly<Record<Dialect, DialectBehaviour>> = {
  spec: {
    itemsCount: 'so far',
    strictQuery: false,
    echoesFilters: false,
    integerValue: true,
    envelopeMeta: false,
    isOfExplorers: false,
  },
  legacy: {
    itemsCount: 'so far',
    strictQuery: false,
    echoesFilters: true,
    integerValue: true,
    envelopeMeta: false,
    isOfExplorers: false,
  },
  v11: {
    itemsCount: 'this page',
    strictQuery: true,
    echoesFilters: false,
    integerValue: false,
    envelopeMeta: false,
    isOfExplorers: false,
  },
  v12: {
    itemsCount: 'absent',
    strictQuery: true,
    echoesFilters: false,
    integerValue: false,
    envelopeMeta: true,
    isOfExplorers: true,
  },
}

const WRITERS: Readonly<Record<Dialect, (wire: WireForm) => Writer>> = {
  spec: specWriter,
  legacy: legacyWriter,
  v11: v11Writer,
  v12: v12Writer,
}

export const dialectWriter = (dialect: Dialect, wire: WireForm): Writer => WRITERS[dialect](wire)

/** The conversions of a dialect: created once per form, used for every item. */
export function wireDialect(dialect: Dialect, wire: WireForm): WireDialect {
  const writer = dialectWriter(dialect, wire)
  return {
    list: mapIds(LIST_IDS, (id) => writer.writeRow(listItem(id))),
    detail: mapIds(DETAIL_IDS, (id) => {
      const item = detailItem(id)
      // An array of a list's first rows is written like the list.
      return item instanceof z.ZodMiniArray ? listOf(writer.writeRow(item.def.element)) : writer.write(item)
    }),
  }
}

const mapIds = <Id extends string, Value>(ids: readonly Id[], value: (id: Id) => Value) =>
  Object.fromEntries(ids.map((id) => [id, value(id)])) as Record<Id, Value>

interface ModernDifferences {
  readonly transaction?: WriteRule
  readonly instance: WriteRule
  /** An additional rule for NFTs in the list of their token's NFTs. */
  readonly listedInstance?: WriteRule
}

/** The common part of v11 and v12: the present key names, every tag and implementation, whole numbers as texts. */
function modernWriter(origin: string, differences: ModernDifferences): Writer {
  const media = mediaFields(origin)
  return createWriter((write) => {
    const address: WriteRule = {
      rename: { implementation_name: 'implementations' },
      fields: { implementation_name: implementationsOfName, metadata: allTags },
    }
    const instance: WriteRule = { ...differences.instance, fields: media.instance }
    const transactionRule: WriteRule = {
      ...differences.transaction,
      fields: { confirmation_duration: durations, nonce: asInteger },
    }
    const blockRule: WriteRule = { drop: ['extra_data', 'state_root'], fields: { uncles_hashes: uncles } }
    return {
      rules: [
        [addressRef, address],
        [addressDetail, { ...address, fields: { ...address.fields, token: write(z.nullable(token)) } }],
        [token, { fields: media.token }],
        [searchItem, { fields: media.token }],
        [tokenInstance, instance],
        [transaction, transactionRule],
        [stateChange, { rename: { address_hash: 'address' }, fields: { address_hash: write(addressRef) } }],
        [block, blockRule],
        [blockReward, REWARD_RULE],
        [withdrawal, { fields: { index: asInteger, validator_index: asInteger } }],
      ],
      rowRules: [
        [block, { ...blockRule, finish: withRewardKinds }],
        [transaction, { ...transactionRule, fields: { ...transactionRule.fields, ...NO_TRANSFERS } }],
        [tokenInstance, { ...instance, ...differences.listedInstance }],
      ],
    }
  })
}
