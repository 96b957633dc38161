/** What real servers of every age write otherwise than the specification says. */
import { rawJson } from '../json.ts'
import { always, type Convert, asText, isRecord, listOf, type WriteRule } from './writer.ts'

/** Their language writes a float from 1000 on with an exponent: `[0,2.0e3]`. */
export const durations: Convert = listOf((value) => {
  if (typeof value !== 'number' || Math.abs(value) < 1000) return value
  const [digits = '', exponent = ''] = value.toExponential().split('e+')
  return rawJson(`${digits.includes('.') ? digits : `${digits}.0`}e${exponent}`)
})

/** In lists the receiver of a block's reward is named by its kind, not as on a block's own page. */
const REWARD_KINDS: Readonly<Record<string, string>> = {
  'Miner Reward': 'validator',
  'Emission Reward': 'emission_funds',
  'Uncle Reward': 'uncle',
}
export const REWARD_RULE: WriteRule = {
  fields: {
    reward: asText,
    type: (type) => (typeof type === 'string' ? (REWARD_KINDS[type] ?? type) : type),
  },
}

export const uncles: Convert = listOf((uncle) => (isRecord(uncle) ? uncle : { hash: uncle }))

/** In lists the transfers of a transaction are not looked up. */
export const NO_TRANSFERS = { token_transfers: always(null), token_transfers_overflow: always(null) }
