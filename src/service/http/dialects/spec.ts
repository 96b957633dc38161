/**
 * The specification to the letter: its keys and no others, numbers where it says number. What it shows for one form
 * only is written so in that form (one tag and one implementation's name per instance, all of them in Pro).
 */
import { jsonInteger } from '../json.ts'
import {
  allTags,
  firstImplementationName,
  firstTag,
  implementationsOfName,
  TAG_KEYS,
} from './address-words.ts'
import type { Resources, WireForm } from './dialect.ts'
import { mediaUrls } from './media-url.ts'
import { type Convert, asText, isRecord, listOf, shape } from './shape.ts'

export function specResources({ form, origin }: WireForm): Resources {
  const media = mediaUrls(origin)
  const pro = form === 'pro'
  const who = addressWords(pro)
  const address = shape({ only: ADDRESS_KEYS, ...who })
  const token = shape({ only: TOKEN_KEYS, fields: { holders_count: asText, icon_url: media.url } })
  const instance = shape({
    only: INSTANCE_KEYS,
    fields: {
      owner: address,
      token,
      image_url: media.url,
      animation_url: media.url,
      media_url: media.url,
      thumbnails: media.urls,
    },
  })
  const total = shape({
    only: ['decimals', 'value', 'token_id', 'token_instance'],
    fields: { token_instance: instance },
  })
  const transfer = shape({
    only: TRANSFER_KEYS,
    fields: {
      from: address,
      to: address,
      token,
      total,
      timestamp: pro ? wholeSeconds : microseconds,
    },
  })
  const transaction = shape({
    only: TRANSACTION_KEYS,
    fields: {
      from: address,
      to: address,
      created_contract: address,
      token_transfers: listOf(transfer),
      gas_limit: jsonInteger,
      revert_reason: reasonText,
      decoded_input: decodedInput,
      timestamp: microseconds,
    },
  })
  return {
    transfer,
    transaction,
    listedTransaction: transaction,
    token,
    instance,
    listedInstance: instance,
    ownedInstance: instance,
    balance: shape({
      only: ['value', 'token_id', 'token', 'token_instance'],
      fields: { token, token_instance: instance },
    }),
    internalTransaction: shape({
      only: INTERNAL_KEYS,
      fields: { from: address, to: address, created_contract: address, timestamp: microseconds },
    }),
    stateChange: shape({
      only: STATE_CHANGE_KEYS,
      rename: { address: 'address_hash' },
      fields: {
        address,
        address_hash: address,
        token,
        change: listOf(shape({ only: ['direction', 'total'], fields: { total } })),
      },
    }),
    block: shape({
      only: BLOCK_KEYS,
      fields: {
        miner: address,
        timestamp: microseconds,
        uncles_hashes: listOf((uncle) => (isRecord(uncle) ? uncle.hash : uncle)),
        rewards: listOf(shape({ only: ['reward', 'type'], fields: { reward: jsonInteger } })),
      },
    }),
    withdrawal: shape({
      only: ['index', 'amount', 'validator_index', 'block_number', 'timestamp'],
      fields: { index: jsonInteger, validator_index: jsonInteger, timestamp: microseconds },
    }),
    // Neighbours of the specification: their own keys stay, the address in them is in its words.
    address: shape({ ...who, fields: { ...who.fields, token } }),
    counters: (value) => value,
  }
}

function addressWords(pro: boolean) {
  const tag = shape({ only: TAG_KEYS })
  const tags = shape({ fields: { tags: listOf(tag) } })
  return pro
    ? {
        rename: { implementation_name: 'implementations' },
        fields: {
          implementation_name: implementationsOfName,
          implementations: listOf(shape({ only: ['address_hash', 'name'] })),
          metadata: ((value) => tags(allTags(value))) satisfies Convert,
        },
      }
    : {
        rename: { implementations: 'implementation_name' },
        fields: {
          implementations: firstImplementationName,
          metadata: ((value) => tag(firstTag(value))) satisfies Convert,
        },
      }
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

/** A text, where newer servers give `{raw}` or the decoded error. */
const reasonText: Convert = (reason) =>
  isRecord(reason) ? (reason.method_call ?? reason.raw ?? JSON.stringify(reason)) : reason

const parameterText: Convert = (value) =>
  value === null || value === undefined || typeof value === 'string' ? value : JSON.stringify(value)
const decodedInput = shape({
  only: ['method_call', 'method_id', 'parameters'],
  fields: {
    parameters: listOf(shape({ only: ['name', 'type', 'value'], fields: { value: parameterText } })),
  },
})

const keys = (text: string) => text.trim().split(/\s+/)
const ADDRESS_KEYS = keys(`hash name is_contract is_verified is_scam ens_domain_name implementation_name
  implementations proxy_type reputation metadata private_tags public_tags watchlist_names`)
const TOKEN_KEYS =
  keys(`address_hash name symbol decimals type total_supply exchange_rate circulating_market_cap
  holders_count icon_url volume_24h reputation bridge_type foreign_address origin_chain_id`)
const INSTANCE_KEYS =
  keys(`id is_unique owner holder_address_hash token image_url animation_url external_app_url
  metadata media_type media_url thumbnails token_type value`)
const TRANSFER_KEYS =
  keys(`block_hash block_number from to log_index token token_type total transaction_hash type
  method timestamp`)
const INTERNAL_KEYS =
  keys(`block_number index transaction_hash timestamp type from to created_contract gas_limit
  success error value`)
const STATE_CHANGE_KEYS = keys(
  `type is_miner address address_hash token token_id balance_before balance_after change`,
)
const BLOCK_KEYS = keys(`hash parent_hash height type timestamp miner nonce extra_data state_root difficulty
  total_difficulty gas_limit gas_used gas_used_percentage gas_target_percentage burnt_fees_percentage
  base_fee_per_gas burnt_fees priority_fee transaction_fees size transactions_count withdrawals_count uncles_hashes
  rewards`)
const TRANSACTION_KEYS =
  keys(`hash timestamp block_number position nonce confirmations confirmation_duration status
  type method from to created_contract value fee gas_limit gas_used gas_price base_fee_per_gas max_fee_per_gas
  max_priority_fee_per_gas priority_fee transaction_burnt_fee exchange_rate result revert_reason
  has_error_in_internal_transactions raw_input decoded_input token_transfers token_transfers_overflow
  transaction_types transaction_tag actions`)
