/**
 * The dialect before v7: `tx_hash`, `block`, `tx_types`, a token's `address` and `holders`, one implementation's
 * name, one tag, no reputation, two URLs in place of media, no transfers in a list of transactions.
 */
import * as z from 'zod/mini'
import { addressDetail, addressRef } from '#shared/chain/address.ts'
import { text } from '#shared/chain/fields.ts'
import { block, blockReward, withdrawal } from '#shared/chain/block.ts'
import { log } from '#shared/chain/log.ts'
import { searchItem } from '#shared/chain/search.ts'
import { token, tokenInstance, tokenTransfer } from '#shared/chain/token.ts'
import { internalTransaction, stateChange, transaction } from '#shared/chain/transaction.ts'
import { firstImplementationName, firstTag, TAG_OR_NULL } from './address-forms.ts'
import type { WireForm } from './wire-form.ts'
import { mediaFields } from './media-url.ts'
import { asInteger, durations, NO_TRANSFERS, REWARD_RULE, uncles, withRewardKinds } from './server-values.ts'
import { asText, createWriter, type WriteRule, type Writer } from './writer.ts'

const FOUND: WriteRule = { rename: { address_hash: 'address', transaction_hash: 'tx_hash' } }

export function legacyWriter({ origin }: WireForm): Writer {
  const media = mediaFields(origin)
  const address: WriteRule = {
    drop: ['is_scam', 'reputation', 'proxy_type'],
    rename: { implementations: 'implementation_name' },
    fields: { implementations: firstImplementationName, metadata: { convert: firstTag, form: TAG_OR_NULL } },
  }
  const transactionRule: WriteRule = {
    drop: ['is_pending_update', 'historic_exchange_rate'],
    rename: {
      block_number: 'block',
      transaction_types: 'tx_types',
      transaction_burnt_fee: 'tx_burnt_fee',
      transaction_tag: 'tx_tag',
      has_error_in_internal_transactions: 'has_error_in_internal_txs',
    },
    fields: { confirmation_duration: durations, nonce: asInteger },
  }
  const blockRule: WriteRule = {
    drop: ['extra_data', 'state_root', 'withdrawals_count'],
    rename: { transactions_count: 'tx_count', transaction_fees: 'tx_fees' },
    fields: { uncles_hashes: uncles },
  }
  return createWriter((write) => ({
    rules: [
      [addressRef, address],
      [
        addressDetail,
        {
          ...address,
          rename: { ...address.rename, creation_transaction_hash: 'creation_tx_hash' },
          fields: { ...address.fields, token: write(z.nullable(token)) },
        },
      ],
      [
        token,
        {
          drop: [
            'reputation',
            'volume_24h',
            'bridge_type',
            'foreign_address',
            'origin_chain_id',
            'circulating_supply',
          ],
          rename: { address_hash: 'address', holders_count: 'holders' },
          fields: { holders_count: asInteger, ...media.token },
        },
      ],
      [searchItem, { ...FOUND, fields: media.token }],
      [
        tokenInstance,
        {
          drop: ['media_type', 'media_url', 'thumbnails', 'image_media_type', 'animation_media_type'],
          fields: media.instance,
        },
      ],
      [
        tokenTransfer,
        {
          drop: ['block_number', 'token_type'],
          rename: { transaction_hash: 'tx_hash' },
          fields: { log_index: { convert: asText, form: text } },
        },
      ],
      [transaction, transactionRule],
      [log, { drop: ['block_timestamp'], rename: { transaction_hash: 'tx_hash' } }],
      [internalTransaction, { rename: { block_number: 'block' } }],
      [stateChange, { rename: { address_hash: 'address' }, fields: { address_hash: write(addressRef) } }],
      [block, blockRule],
      [blockReward, REWARD_RULE],
      [withdrawal, { drop: ['receiver'], fields: { index: asInteger, validator_index: asInteger } }],
    ],
    rowRules: [
      [block, { ...blockRule, finish: withRewardKinds }],
      [transaction, { ...transactionRule, fields: { ...transactionRule.fields, ...NO_TRANSFERS } }],
    ],
  }))
}
