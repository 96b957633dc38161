/** Values that real servers of every version write differently from the specification. */
import * as z from 'zod/mini'
import { integer, record, text } from '#shared/chain/fields.ts'
import { isRecord } from '#shared/is-record.ts'
import { jsonInteger, rawJson } from '../json.ts'
import { always, type Convert, asText, listOf, type WriteRule, type Written } from './writer.ts'

/** Durations as the language of that server writes them: floats from 1000 on have an exponent, `[0,2.0e3]`. */
export const durations: Convert = listOf((value) => {
  if (typeof value !== 'number' || Math.abs(value) < 1000) return value
  const [digits = '', exponent = ''] = value.toExponential().split('e+')
  return rawJson(`${digits.includes('.') ? digits : `${digits}.0`}e${exponent}`)
})

/** Lists use other names for the receivers of a block's reward than the block's own page. */
const REWARD_KINDS: Readonly<Record<string, string>> = {
  'Miner Reward': 'validator',
  'Emission Reward': 'emission_funds',
  'Uncle Reward': 'uncle',
}
const kindOf: Convert = (reward) =>
  isRecord(reward) && typeof reward.type === 'string'
    ? { ...reward, type: REWARD_KINDS[reward.type] ?? reward.type }
    : reward

/** A block in a list names the kinds of its rewards' receivers, its own page the rewards. */
export const withRewardKinds: Convert = (block) =>
  isRecord(block) ? { ...block, rewards: listOf(kindOf)(block.rewards) } : block
export const REWARD_RULE: WriteRule = { fields: { reward: asText } }

export const uncles: Written = {
  convert: listOf((uncle) => (isRecord(uncle) ? uncle : { hash: uncle })),
  form: z.array(record({ hash: text })),
}

export const asInteger: Written = { convert: jsonInteger, form: integer }

/** Lists of transactions do not contain transfers. */
const ALWAYS_NULL: Written = { convert: always(null), form: z.null() }
export const NO_TRANSFERS = { token_transfers: ALWAYS_NULL, token_transfers_overflow: ALWAYS_NULL }
