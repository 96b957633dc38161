/**
 * The specification to the letter: only its keys, and numbers where it says number. What it shows in one form only is
 * written in that form (one tag and one implementation's name per instance, all of them in Pro).
 */
import { addressCounters, addressDetail, addressRef, addressTag } from '#shared/chain/address.ts'
import { block, blockReward, withdrawal } from '#shared/chain/block.ts'
import { searchItem } from '#shared/chain/search.ts'
import { token, tokenInstance, tokenTransfer } from '#shared/chain/token.ts'
import { decodedParameter, internalTransaction, stateChange, transaction } from '#shared/chain/transaction.ts'
import { jsonInteger } from '../json.ts'
import { allTags, firstImplementationName, firstTag, implementationsOfName } from './address-forms.ts'
import type { WireForm } from './wire-form.ts'
import { mediaFields } from './media-url.ts'
import { type Convert, createWriter, isRecord, listOf, type WriteRule, type Writer } from './writer.ts'

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
          fields: { implementations: firstImplementationName, metadata: (value) => tag(firstTag(value)) },
        }
    const tag = write(addressTag)
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
              gas_limit: jsonInteger,
              nonce: jsonInteger,
              revert_reason: reasonText,
              timestamp: microseconds,
            },
          },
        ],
        [decodedParameter, { fields: { value: parameterText } }],
        [internalTransaction, { fields: { timestamp: microseconds } }],
        [stateChange, { rename: { address: 'address_hash' }, fields: { address_hash: write(addressRef) } }],
        [
          block,
          {
            fields: {
              timestamp: microseconds,
              uncles_hashes: listOf((uncle) => (isRecord(uncle) ? uncle.hash : uncle)),
            },
          },
        ],
        [blockReward, { fields: { reward: jsonInteger } }],
        [
          withdrawal,
          {
            drop: ['receiver'],
            fields: { index: jsonInteger, validator_index: jsonInteger, timestamp: microseconds },
          },
        ],
        // Neighbours of the specification keep their own keys; addresses in them follow the specification.
        [
          addressDetail,
          { ...address, keepsUnknown: true, fields: { ...address.fields, token: write(token) } },
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
