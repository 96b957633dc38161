/**
 * The specification to the letter: only its keys, and numbers where it says number. What it shows in one form only is
 * written in that form (one tag and one implementation's name per instance, all of them in Pro).
 */
import * as z from 'zod/mini'
import { addressCounters, addressDetail, addressRef, addressTag } from '#shared/chain/address.ts'
import { text } from '#shared/chain/fields.ts'
import { block, blockReward, withdrawal } from '#shared/chain/block.ts'
import { searchItem } from '#shared/chain/search.ts'
import { token, tokenInstance, tokenTransfer } from '#shared/chain/token.ts'
import { decodedParameter, internalTransaction, stateChange, transaction } from '#shared/chain/transaction.ts'
import { isRecord } from '#shared/is-record.ts'
import {
  allTags,
  firstImplementationName,
  firstTag,
  implementationsOfName,
  TAG_OR_NULL,
} from './address-forms.ts'
import type { WireForm } from './wire-form.ts'
import { asInteger } from './server-values.ts'
import { mediaFields } from './media-url.ts'
import { type Convert, createWriter, listOf, type WriteRule, type Writer } from './writer.ts'

export function specWriter({ form, origin }: WireForm): Writer {
  const media = mediaFields(origin)
  const pro = form === 'pro'
  return createWriter((write) => {
    const address: WriteRule = pro
      ? {
          rename: { implementation_name: 'implementations' },
          fields: { implementation_name: implementationsOfName, metadata: (value) => tags(allTags(value)) },
        }
      : {
          rename: { implementations: 'implementation_name' },
          fields: {
            implementations: firstImplementationName,
            metadata: { convert: (value) => tag(firstTag(value)), form: TAG_OR_NULL },
          },
        }
    const tag = write(addressTag).convert
    const tags: Convert = (metadata) =>
      isRecord(metadata) ? { ...metadata, tags: listOf(tag)(metadata.tags) } : metadata
    return {
      knownKeysOnly: true,
      rules: [
        [addressRef, address],
        [
          token,
          { drop: ['circulating_supply', 'counted_since_block', 'balances_asked'], fields: media.token },
        ],
        [searchItem, { fields: media.token }],
        [tokenInstance, { fields: media.instance }],
        [tokenTransfer, { fields: { timestamp: pro ? wholeSeconds : microseconds } }],
        [
          transaction,
          {
            drop: ['is_pending_update', 'historic_exchange_rate'],
            fields: {
              gas_limit: asInteger,
              nonce: asInteger,
              revert_reason: { convert: reasonText, form: z.nullable(text) },
              timestamp: microseconds,
            },
          },
        ],
        [decodedParameter, { fields: { value: { convert: parameterText, form: z.nullable(text) } } }],
        [internalTransaction, { fields: { timestamp: microseconds } }],
        [stateChange, { rename: { address: 'address_hash' }, fields: { address_hash: write(addressRef) } }],
        [
          block,
          {
            fields: {
              timestamp: microseconds,
              uncles_hashes: {
                convert: listOf((uncle) => (isRecord(uncle) ? uncle.hash : uncle)),
                form: z.array(text),
              },
            },
          },
        ],
        [blockReward, { fields: { reward: asInteger } }],
        [
          withdrawal,
          {
            drop: ['receiver'],
            fields: { index: asInteger, validator_index: asInteger, timestamp: microseconds },
          },
        ],
        // Neighbours of the specification keep their own keys; addresses in them follow the specification.
        [
          addressDetail,
          { ...address, keepsUnknown: true, fields: { ...address.fields, token: write(z.nullable(token)) } },
        ],
        [addressCounters, { keepsUnknown: true }],
      ],
    }
  })
}

const FRACTION = /(?:\.(\d+))?Z$/
const microseconds: Convert = (time) =>
  typeof time === 'string'
    ? time.replace(
        FRACTION,
        (_, digits: string | undefined) => `.${(digits ?? '').slice(0, 6).padEnd(6, '0')}Z`,
      )
    : time
const wholeSeconds: Convert = (time) => (typeof time === 'string' ? time.replace(FRACTION, 'Z') : time)

/** A text, although newer servers give `{raw}` or the decoded error. */
const reasonText: Convert = (reason) =>
  isRecord(reason) ? (reason.method_call ?? reason.raw ?? JSON.stringify(reason)) : reason

const parameterText: Convert = (value) =>
  value === null || value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
