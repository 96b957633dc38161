/** What v11 and v12 have in common: the present key names, every tag and implementation, whole numbers as texts. */
import { jsonInteger } from '../json.ts'
import { allTags, implementationsOfName } from './address-words.ts'
import type { Resources } from './dialect.ts'
import { mediaUrls } from './media-url.ts'
import { durations, rewards, uncles } from './server-words.ts'
import { type Convert, always, asText, listOf, shape } from './shape.ts'

export interface ModernDifferences {
  readonly transactionDrop?: readonly string[]
  /** Applied to every NFT after the common shape. */
  readonly instance: Convert
}

export function modernResources(origin: string, differences: ModernDifferences): Resources {
  const media = mediaUrls(origin)
  const who = {
    rename: { implementation_name: 'implementations' },
    fields: { implementation_name: implementationsOfName, metadata: allTags },
  }
  const address = shape(who)
  const token = shape({ fields: { holders_count: asText, icon_url: media.url } })
  const commonInstance = shape({
    fields: {
      owner: address,
      token,
      image_url: media.url,
      animation_url: media.url,
      media_url: media.url,
      thumbnails: media.urls,
    },
  })
  const instance: Convert = (value) => differences.instance(commonInstance(value))
  const total = shape({ fields: { token_instance: instance } })
  const transfer = shape({ fields: { from: address, to: address, token, total } })
  const transactionFields = {
    from: address,
    to: address,
    created_contract: address,
    gas_limit: asText,
    confirmation_duration: durations,
    token_transfers: listOf(transfer),
  }
  const drop = differences.transactionDrop ?? []
  return {
    transfer,
    transaction: shape({ drop, fields: transactionFields }),
    listedTransaction: shape({
      drop,
      // In lists the transfers are not looked up.
      fields: { ...transactionFields, token_transfers: always(null), token_transfers_overflow: always(null) },
    }),
    token,
    instance,
    listedInstance: instance,
    ownedInstance: instance,
    balance: shape({ fields: { token, token_instance: instance } }),
    internalTransaction: shape({ fields: { from: address, to: address, created_contract: address } }),
    stateChange: shape({
      rename: { address_hash: 'address' },
      fields: { address, address_hash: address, token, change: listOf(shape({ fields: { total } })) },
    }),
    block: shape({
      drop: ['extra_data', 'state_root'],
      fields: { miner: address, uncles_hashes: uncles, rewards },
    }),
    withdrawal: shape({
      fields: { index: jsonInteger, validator_index: jsonInteger, receiver: address },
    }),
    address: shape({ ...who, fields: { ...who.fields, token } }),
    counters: (value) => value,
  }
}
