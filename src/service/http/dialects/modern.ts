/** The common part of v11 and v12: the present key names, every tag and implementation, whole numbers as texts. */
import * as z from 'zod/mini'
import { addressDetail, addressRef } from '#shared/chain/address.ts'
import { block, blockReward, withdrawal } from '#shared/chain/block.ts'
import { searchItem } from '#shared/chain/search.ts'
import { token, tokenInstance } from '#shared/chain/token.ts'
import { stateChange, transaction } from '#shared/chain/transaction.ts'
import { allTags, implementationsOfName } from './address-forms.ts'
import { mediaFields } from './media-url.ts'
import { asInteger, durations, NO_TRANSFERS, REWARD_RULE, uncles, withRewardKinds } from './server-values.ts'
import { createWriter, type WriteRule, type Writer } from './writer.ts'

export interface ModernDifferences {
  readonly transaction?: WriteRule
  readonly instance: WriteRule
  /** An additional rule for NFTs in the list of their token's NFTs. */
  readonly listedInstance?: WriteRule
}

export function modernWriter(origin: string, differences: ModernDifferences): Writer {
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
