/**
 * Before v7: `tx_hash`, `block`, `tx_types`, a token's `address` and `holders`, one implementation's name, one tag, no
 * reputation, no media but two URLs, no transfers in a list of transactions.
 */
import { jsonInteger } from '../json.ts'
import { firstImplementationName, firstTag } from './address-words.ts'
import type { Resources, WireForm } from './dialect.ts'
import { mediaUrls } from './media-url.ts'
import { durations, rewards, uncles } from './server-words.ts'
import { always, asText, listOf, shape } from './shape.ts'

export function legacyResources({ origin }: WireForm): Resources {
  const media = mediaUrls(origin)
  const who = {
    drop: ['is_scam', 'reputation', 'proxy_type'],
    rename: { implementations: 'implementation_name' },
    fields: { implementations: firstImplementationName, metadata: firstTag },
  }
  const address = shape(who)
  const token = shape({
    drop: [
      'reputation',
      'volume_24h',
      'bridge_type',
      'foreign_address',
      'origin_chain_id',
      'circulating_supply',
    ],
    rename: { address_hash: 'address', holders_count: 'holders' },
    fields: { holders_count: jsonInteger, icon_url: media.url },
  })
  const instance = shape({
    drop: ['media_type', 'media_url', 'thumbnails', 'image_media_type', 'animation_media_type'],
    fields: { owner: address, token, image_url: media.url, animation_url: media.url },
  })
  const total = shape({ fields: { token_instance: instance } })
  const transfer = shape({
    drop: ['block_number', 'token_type'],
    rename: { transaction_hash: 'tx_hash' },
    fields: { from: address, to: address, token, total, log_index: asText },
  })
  const transaction = {
    drop: ['is_pending_update'],
    rename: {
      block_number: 'block',
      transaction_types: 'tx_types',
      transaction_burnt_fee: 'tx_burnt_fee',
      transaction_tag: 'tx_tag',
      has_error_in_internal_transactions: 'has_error_in_internal_txs',
    },
    fields: {
      from: address,
      to: address,
      created_contract: address,
      gas_limit: asText,
      confirmation_duration: durations,
      token_transfers: listOf(transfer),
    },
  }
  return {
    transfer,
    transaction: shape(transaction),
    listedTransaction: shape({
      ...transaction,
      fields: {
        ...transaction.fields,
        token_transfers: always(null),
        token_transfers_overflow: always(null),
      },
    }),
    token,
    instance,
    listedInstance: instance,
    ownedInstance: instance,
    balance: shape({ fields: { token, token_instance: instance } }),
    internalTransaction: shape({
      rename: { block_number: 'block' },
      fields: { from: address, to: address, created_contract: address },
    }),
    stateChange: shape({
      rename: { address_hash: 'address' },
      fields: { address, address_hash: address, token, change: listOf(shape({ fields: { total } })) },
    }),
    block: shape({
      drop: ['extra_data', 'state_root', 'withdrawals_count'],
      rename: { transactions_count: 'tx_count', transaction_fees: 'tx_fees' },
      fields: { miner: address, uncles_hashes: uncles, rewards },
    }),
    withdrawal: shape({
      drop: ['receiver'],
      fields: { index: jsonInteger, validator_index: jsonInteger },
    }),
    address: shape({
      ...who,
      rename: { ...who.rename, creation_transaction_hash: 'creation_tx_hash' },
      fields: { ...who.fields, token },
    }),
    counters: (value) => value,
  }
}
