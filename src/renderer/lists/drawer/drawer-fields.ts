/**
 * Every field of an item with its type and label, nested ones too, for the drawer. Fields without a value are named at
 * the end, so no field of the API is left out.
 */
import { $gettext, $msgid } from '#shared/text/gettext.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { withdrawnAmount, withdrawnUnit } from '#shared/withdrawn.ts'
import { callNameOf } from '#shared/chain/call-name.ts'
import type { Coin } from '#shared/source.ts'
import { writeOut } from '#shared/units.ts'
import { rawItem, invalidFieldsOf, parseRaw, type InvalidField } from '#shared/chain/invalid-fields.ts'
import { namedBy, type Named } from '#renderer/entities/abi/name-origin.ts'
import { tokenLabel } from '#renderer/entities/token/token-cell.ts'
import { capitalize, inSentence } from '#renderer/lib/letter-case.ts'
import { describeUnread } from '#renderer/ui/grid/grid-row.ts'

export type FieldValue =
  | { readonly kind: 'address'; readonly address: AddressRef }
  | {
      readonly kind: 'hash'
      readonly hash: string
      readonly of: 'transaction' | 'block' | 'address' | 'token' | 'other'
    }
  | { readonly kind: 'block'; readonly block: string }
  | {
      readonly kind: 'amount'
      readonly amount: string
      readonly decimals: string | number | null
      readonly symbol: string
    }
  | { readonly kind: 'count'; readonly count: string }
  | { readonly kind: 'time'; readonly time: string }
  | { readonly kind: 'flag'; readonly flag: boolean }
  | { readonly kind: 'state'; readonly text: string; readonly good: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly mono: boolean }
  /** The name of the called function. */
  | { readonly kind: 'method'; readonly text: string; readonly by: Named | undefined }
  | { readonly kind: 'group'; readonly fields: ItemFields }
  /** A field that could not be read. */
  | { readonly kind: 'invalid'; readonly why: string; readonly json: string }

export interface Field {
  /** For example `from` or `total.0.value`. */
  readonly path: string
  readonly label: string
  readonly value: FieldValue
}

export interface ItemFields {
  readonly fields: readonly Field[]
  /** Labels of the fields without a value. */
  readonly empty: readonly string[]
}

interface Scope {
  /** The kind of item: a field named `hash` links to it. */
  readonly ownHash: 'transaction' | 'block'
  /** The origin of the item's method name. */
  readonly namedBy: Named | undefined
  /** Fields that could not be read, by their path. */
  readonly invalid: ReadonlyMap<string, InvalidField>
  readonly coin: Coin
  readonly isWithdrawal: boolean
  /** The unit of a fee. */
  readonly fee: Unit
  /** The unit of a field named `value`: the token's or the coin's. */
  readonly unit: Unit
}

interface Unit {
  readonly decimals: string | number | null
  readonly symbol: string
}

export function fieldsOf(item: object, coin: Coin): ItemFields {
  const invalid = new Map(invalidFieldsOf(item).map((field) => [field.path.join('.'), field]))
  const called = callNameOf(item)
  const came = { ...(rawItem(item) as object), ...(called && { method: called.name }) }
  const unit = unitOf(came, { decimals: coin.decimals, symbol: coin.symbol })
  return membersOf(came, '', {
    coin,
    unit,
    fee: feeUnit(item, coin),
    invalid,
    namedBy: namedBy(item),
    ownHash: 'height' in came ? 'block' : 'transaction',
    isWithdrawal: 'validator_index' in came,
  })
}

function feeUnit(item: object, { decimals, symbol }: Coin): Unit {
  const token = 'fee' in item ? paidFee(item as Transaction)?.token : undefined
  return token
    ? { decimals: token.decimals ?? null, symbol: tokenLabel(token, 'symbol') }
    : { decimals, symbol }
}

/** The fields that come first, in this order. The others follow in the order of the API. */
const FIRST = [
  'hash',
  'transaction_hash',
  'height',
  'id',
  'index',
  'status',
  'result',
  'success',
  'error',
  'revert_reason',
  'block_number',
  'timestamp',
  'from',
  'to',
  'created_contract',
  'address',
  'token',
  'method',
  'value',
  'total',
  'fee',
  'gas_used',
  'gas_limit',
  'gas_price',
  'nonce',
  'type',
]
const COIN_AMOUNTS = new Set([
  'l1_fee',
  'operator_fee',
  'mint',
  'transaction_burnt_fee',
  'priority_fee',
  'burnt_fees',
  'transaction_fees',
  'reward',
  'coin_balance',
])
const GWEI_AMOUNTS = new Set(['gas_price', 'base_fee_per_gas', 'max_fee_per_gas', 'max_priority_fee_per_gas'])
const UNIT_AMOUNTS = new Set(['value', 'balance_before', 'balance_after', 'change', 'total_supply'])
/** Small prices come in exponent notation. */
const PRICES = new Set(['exchange_rate', 'historic_exchange_rate', 'circulating_market_cap', 'volume_24h'])
/** Ids and chain ids. They get no digit grouping, since they are looked up, not counted. */
const PLAIN_NUMBERS = new Set(['id', 'token_id', 'chain_id', 'origin_chain_id'])
/** Labels that differ from the field's key in words. */
const LABELS: Readonly<Record<string, string>> = {
  ens_domain_name: $msgid('ENS name'),
  raw_input: $msgid('Input'),
  decoded_input: $msgid('Decoded input'),
  block_number: $msgid('Block'),
  timestamp: $msgid('Time'),
  is_miner: $msgid('Validator'),
  exchange_rate: $msgid('Price now, USD'),
  historic_exchange_rate: $msgid('Price at the time, USD'),
  circulating_market_cap: $msgid('Market cap now, USD'),
  volume_24h: $msgid('Volume of 24 hours, USD'),
  transaction_burnt_fee: $msgid('Burnt fee'),
  result: $msgid('Result'),
  success: $msgid('Success'),
  error: $msgid('Error'),
  revert_reason: $msgid('Revert reason'),
  created_contract: $msgid('Created contract'),
  total: $msgid('Total'),
  position: $msgid('Position'),
  confirmations: $msgid('Confirmations'),
  gas_limit: $msgid('Gas limit'),
  gas_price: $msgid('Gas price'),
  is_contract: $msgid('Contract'),
  block_hash: $msgid('Block hash'),
  parent_hash: $msgid('Parent hash'),
  transaction_hash: $msgid('Transaction hash'),
  token_type: $msgid('Token type'),
  decimals: $msgid('Decimals'),
  id: $msgid('Id'),
}

function membersOf(item: object, path: string, scope: Scope): ItemFields {
  const fields: Field[] = []
  const empty: string[] = []
  for (const [key, value] of ordered(item)) {
    const label = labelOf(key)
    const invalid = scope.invalid.get(path + key)
    if (invalid) fields.push(invalidField(invalid, path + key, label, value))
    else if (isEmpty(value)) empty.push(label)
    else if (key === 'fee' && isFee(value) && !scope.invalid.has(`${path}fee.value`))
      fields.push(...feeFields(value, path, scope))
    else {
      const field = { path: path + key, label, value: valueOf(key, value, `${path}${key}.`, scope) }
      fields.push(field, ...(field.value.kind === 'group' ? [] : invalidWithin(field.path, label, scope)))
    }
  }
  return { fields, empty }
}

const invalidField = (invalid: InvalidField, path: string, label: string, value: unknown): Field => ({
  path,
  label,
  value: {
    kind: 'invalid',
    why: `${invalid.field === path ? capitalize(describeUnread('', invalid)) : describeUnread(invalid.field, invalid)}.`,
    json: JSON.stringify(value, null, 1),
  },
})

/** Unreadable parts of a value that is shown in one line, such as an address. They get fields of their own. */
const invalidWithin = (path: string, label: string, { invalid }: Scope): Field[] =>
  [...invalid.entries()]
    .filter(([at]) => at.startsWith(`${path}.`))
    .map(([at, field]) => {
      const inside = at.slice(path.length + 1)
      const name = inside.split('.').map(labelOf).join(' ')
      return invalidField(field, at, `${label}: ${inSentence(name)}`, parseRaw(field.raw))
    })

/** Shows a fee object as one amount, with its other members after it. */
function feeFields(fee: Fee, path: string, scope: Scope): Field[] {
  const amount: FieldValue = { kind: 'amount', amount: fee.value, ...scope.fee }
  const more = Object.entries(fee).filter(([key, value]) => key !== 'value' && !isEmpty(value))
  return [
    { path: `${path}fee.value`, label: $gettext('Fee'), value: amount },
    ...more.map(([key, value]) => ({
      path: `${path}fee.${key}`,
      label: $gettext('Fee %{name}', { name: inSentence(labelOf(key)) }),
      value: valueOf(key, value, `${path}fee.${key}.`, scope),
    })),
  ]
}

interface Fee {
  readonly value: string
}
const isFee = (value: unknown): value is Fee =>
  typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string'

function ordered(item: object): [string, unknown][] {
  const position = (key: string) => {
    const index = FIRST.indexOf(key)
    return index < 0 ? FIRST.length : index
  }
  const entries = Object.entries(item) as [string, unknown][]
  return Array.isArray(item) ? entries : entries.sort(([one], [other]) => position(one) - position(other))
}

function valueOf(key: string, value: unknown, path: string, scope: Scope): FieldValue {
  if (typeof value === 'boolean') return { kind: 'flag', flag: value }
  if (typeof value === 'number') return numberOf(key, String(value), scope)
  if (typeof value === 'string')
    return path === 'method.' ? { kind: 'method', text: value, by: scope.namedBy } : textOf(key, value, scope)
  if (typeof value !== 'object' || value === null) return { kind: 'text', text: String(value), mono: true }
  if (isAddress(value)) return { kind: 'address', address: value }
  if (Array.isArray(value) && value.every(isShort))
    return { kind: 'text', text: value.join(', '), mono: false }
  const inside = { ...scope, unit: unitOf(value, scope.unit) }
  return { kind: 'group', fields: membersOf(value, path, inside) }
}

function textOf(key: string, text: string, scope: Scope): FieldValue {
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { kind: 'hash', hash: text, of: hashOf(key, scope) }
  if (/^0x[0-9a-f]{40}$/i.test(text))
    return { kind: 'hash', hash: text, of: key === 'address_hash' ? 'token' : 'address' }
  if (PRICES.has(key)) return { kind: 'text', text: writeOut(text) ?? text, mono: false }
  if (key === 'status') return { kind: 'state', text, good: text === 'ok' }
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return { kind: 'time', time: text }
  if (/^[+-]?\d+$/.test(text)) return numberOf(key, text, scope)
  return { kind: 'text', text, mono: text.startsWith('0x') }
}

function hashOf(key: string, { ownHash }: Scope): 'transaction' | 'block' | 'other' {
  if (key === 'hash') return ownHash
  if (key === 'parent_hash' || key === 'block_hash') return 'block'
  return key.includes('transaction') ? 'transaction' : 'other'
}

function numberOf(key: string, text: string, scope: Scope): FieldValue {
  if ((key === 'block_number' || key === 'height') && /^\d+$/.test(text))
    return { kind: 'block', block: text }
  if (GWEI_AMOUNTS.has(key)) return { kind: 'amount', amount: text, decimals: 9, symbol: 'gwei' }
  if (key === 'amount' && scope.isWithdrawal)
    return { kind: 'amount', amount: withdrawnAmount(text, scope.coin) ?? text, ...withdrawnUnit(scope.coin) }
  if (COIN_AMOUNTS.has(key))
    return { kind: 'amount', amount: text, decimals: scope.coin.decimals, symbol: scope.coin.symbol }
  if (UNIT_AMOUNTS.has(key)) return { kind: 'amount', amount: text, ...scope.unit }
  if (PLAIN_NUMBERS.has(key) || !/^[+-]?\d+$/.test(text)) return { kind: 'text', text, mono: false }
  return { kind: 'count', count: text }
}

/** The unit of `value` in an item: that of the item's token, or of the item itself where it has decimals. */
function unitOf(item: object, outer: Scope['unit']): Scope['unit'] {
  const token = 'token' in item ? item.token : 'address_hash' in item && 'symbol' in item ? item : undefined
  if (typeof token === 'object' && token !== null) {
    const symbol = 'symbol' in token && typeof token.symbol === 'string' ? token.symbol : ''
    return { decimals: decimalsOf(token) ?? null, symbol }
  }
  const own = decimalsOf(item)
  if ('token_id' in item) return { decimals: own ?? null, symbol: '' }
  return own === undefined ? outer : { ...outer, decimals: own }
}

const decimalsOf = (item: object) =>
  'decimals' in item && typeof item.decimals === 'string' ? item.decimals : undefined

/** An array of such values is shown in one line. */
const isShort = (value: unknown) =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.length <= 40)

/** Whether a field has no value. Blank text counts as a value; only the empty text does not. */
const isEmpty = (value: unknown) =>
  value == null || value === '' || (Array.isArray(value) ? value.length === 0 : isEmptyObject(value))
const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

const isAddress = (value: object): value is AddressRef =>
  'hash' in value &&
  typeof value.hash === 'string' &&
  /^0x[0-9a-f]{40}$/i.test(value.hash) &&
  ('is_contract' in value || Object.keys(value).length === 1)

/**
 * The label of a key: `max_fee_per_gas` becomes `Max fee per gas`, translated like a column label. An array index
 * becomes `#1`.
 */
function labelOf(key: string): string {
  if (/^\d+$/.test(key)) return `#${String(Number(key) + 1)}`
  const label = Object.hasOwn(LABELS, key) ? LABELS[key] : undefined
  return $gettext(label ?? capitalize(key.replaceAll('_', ' ').replace(/^is /, '')))
}
