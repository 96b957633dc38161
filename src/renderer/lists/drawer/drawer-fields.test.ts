import { describe, expect, test } from 'vitest'
import { invalidFieldsOf, withInvalidFields } from '#shared/chain/invalid-fields.ts'
import { withCallName } from '#shared/chain/call-name.ts'
import { fieldsOf, type Field, type ItemFields } from './drawer-fields.ts'

const COIN = { symbol: 'ETH', decimals: 18 }
const HASH = `0x${'1'.repeat(64)}`
const ADDRESS = `0x${'a'.repeat(40)}`
const flat = ({ fields }: ItemFields): Field[] =>
  fields.flatMap((field) => [field, ...(field.value.kind === 'group' ? flat(field.value.fields) : [])])
const valueAt = (item: object, path: string) =>
  flat(fieldsOf(item, COIN)).find((field) => field.path === path)?.value

describe('the fields of an item', () => {
  test('none is left out: each is a field with its value, or named among those without one', () => {
    const item = {
      hash: HASH,
      nonce: 0,
      to: null,
      l1_fee_scalar: '0.684',
      nested: { deep: [{ at: 1 }] },
      tags: [],
      odd: '',
    }
    const fields = fieldsOf(item, COIN)
    expect(flat(fields).map(({ path }) => path)).toEqual([
      'hash',
      'nonce',
      'l1_fee_scalar',
      'nested',
      'nested.deep',
      'nested.deep.0',
      'nested.deep.0.at',
    ])
    expect(fields.empty).toEqual(['To', 'Tags', 'Odd'])
  })

  test('a field with a name that every object has is labelled as any other', () => {
    const item = JSON.parse('{"constructor":"a","toString":"b","hasOwnProperty":null}') as object
    const fields = fieldsOf(item, COIN)
    expect(flat(fields).map(({ label }) => label)).toEqual(['Constructor', 'ToString'])
    expect(fields.empty).toEqual(['HasOwnProperty'])
  })

  test('a call has the name that the core found, also where the source has none', () => {
    const called = { name: 'f', signature: 'f()', origin: 'own', from: 'F.json', isCertain: true } as const
    for (const method of ['0x26121ff0', null])
      expect(valueAt(withCallName({ hash: HASH, method }, called), 'method')).toMatchObject({
        ...{ kind: 'method', text: 'f', by: { origin: 'own', from: 'F.json' } },
      })
    expect(valueAt({ method: '0x26121ff0' }, 'method')).toMatchObject({ text: '0x26121ff0', by: undefined })
  })

  test('amounts are in the coin, in gwei, or in the units of the token beside them', () => {
    expect(valueAt({ value: '5' }, 'value')).toEqual({
      kind: 'amount',
      amount: '5',
      decimals: 18,
      symbol: 'ETH',
    })
    expect(valueAt({ gas_price: '5' }, 'gas_price')).toMatchObject({ decimals: 9, symbol: 'gwei' })
    const token = { address_hash: ADDRESS, symbol: 'USDC', decimals: '6' }
    expect(valueAt({ token, value: '5' }, 'value')).toMatchObject({ decimals: '6', symbol: 'USDC' })
    expect(valueAt({ token, total: [{ value: '5' }] }, 'total.0.value')).toMatchObject({ decimals: '6' })
    expect(valueAt({ token, total: [{ value: '5', token_id: '1' }] }, 'total.0.value')).toMatchObject({
      decimals: null,
    })
    expect(valueAt({ fee: { type: 'actual', value: '5' } }, 'fee.value')).toMatchObject({ symbol: 'ETH' })
    expect(valueAt({ fee: { type: 'actual', value: '5' } }, 'fee.type')).toMatchObject({ text: 'actual' })
  })

  test('a withdrawal is in what the chain pays; an amount of a collection is a count', () => {
    const item = { index: '1', validator_index: '7', amount: '64' }
    expect(valueAt(item, 'amount')).toMatchObject({ amount: '64', decimals: 18, symbol: 'ETH' })
    const withdrawals = { token: ADDRESS, symbol: 'GNO', divisor: 32, payer: ADDRESS }
    const paid = fieldsOf(item, { symbol: 'xDAI', decimals: 18, withdrawals }).fields.at(-1)
    expect(paid?.value).toEqual({ kind: 'amount', amount: '2', decimals: 18, symbol: 'GNO' })
    expect(valueAt({ token: { address_hash: ADDRESS }, amount: '3' }, 'amount')).toEqual({
      kind: 'count',
      count: '3',
    })
  })

  test('prices are written out, and say whether they are of now or of the time', () => {
    const item = { hash: HASH, exchange_rate: '2.31e-10', historic_exchange_rate: '2481.37' }
    const [, now, then] = flat(fieldsOf(item, COIN))
    expect(now).toMatchObject({ label: 'Price now, USD', value: { text: '0.000000000231' } })
    expect(then).toMatchObject({ label: 'Price at the time, USD', value: { text: '2481.37' } })
  })

  test('what could not be read is marked, with its JSON, where it stands', () => {
    const invalid = (path: string, raw: string, field = path) => ({
      path: path.split('.'),
      field,
      found: 'an object',
      expected: 'a list',
      raw,
    })
    const read = {
      hash: HASH,
      from: { hash: ADDRESS, is_contract: true, implementations: null },
      value: null,
    }
    const item = withInvalidFields({ ...read, token_transfers: [{ log_index: 2 }] }, [
      invalid('from.implementations', '{"a":1}'),
      invalid('value', '{"wei":"1"}'),
      invalid('token_transfers.0', '{"log_index":{}}', 'token_transfers.0.log_index'),
    ])
    const why = 'is an object, a list was expected.'
    expect(valueAt(item, 'from')).toMatchObject({ kind: 'address' })
    expect(valueAt(item, 'from.implementations')).toEqual({
      kind: 'invalid',
      why: `It ${why}`,
      json: '{\n "a": 1\n}',
    })
    expect(valueAt(item, 'value')).toMatchObject({ kind: 'invalid', json: '{\n "wei": "1"\n}' })
    expect(valueAt(item, 'token_transfers.0')).toMatchObject({
      kind: 'invalid',
      why: `token_transfers.0.log_index ${why}`,
    })
    expect(valueAt(item, 'token_transfers.1.log_index')).toMatchObject({ kind: 'count' })
    expect(fieldsOf(item, COIN).fields.map(({ label }) => label)).not.toContain('Chainglass:odd')
  })

  test('who, when, which: told apart by their form', () => {
    expect(valueAt({ from: { hash: ADDRESS, is_contract: false } }, 'from')).toMatchObject({
      kind: 'address',
    })
    expect(valueAt({ hash: HASH }, 'hash')).toMatchObject({ kind: 'hash', of: 'transaction' })
    expect(valueAt({ parent_hash: HASH }, 'parent_hash')).toMatchObject({ kind: 'hash', of: 'block' })
    expect(valueAt({ hash: HASH, height: 7 }, 'hash')).toMatchObject({ kind: 'hash', of: 'block' })
    expect(valueAt({ hash: HASH, height: 7 }, 'height')).toEqual({ kind: 'block', block: '7' })
    expect(valueAt({ block_number: 7 }, 'block_number')).toEqual({ kind: 'block', block: '7' })
    expect(valueAt({ state_root: HASH }, 'state_root')).toMatchObject({ kind: 'hash', of: 'other' })
    expect(valueAt({ timestamp: '2026-11-20T14:22:11.000000Z' }, 'timestamp')).toMatchObject({ kind: 'time' })
    expect(valueAt({ nonce: 2418 }, 'nonce')).toEqual({ kind: 'count', count: '2418' })
    expect(valueAt({ token_id: '2418' }, 'token_id')).toMatchObject({ kind: 'text', text: '2418' })
    expect(valueAt({ is_verified: false }, 'is_verified')).toEqual({ kind: 'flag', flag: false })
    expect(valueAt({ status: 'error' }, 'status')).toEqual({ kind: 'state', text: 'error', good: false })
    expect(valueAt({ confirmation_duration: [0, 2000] }, 'confirmation_duration')).toMatchObject({
      text: '0, 2000',
    })
  })
})

test('marks that a server sent itself, with a text that is no JSON, are shown as that text', () => {
  const sent = { path: ['from', 'name'], field: 'from.name', found: 'x', expected: 'y', raw: 'not { JSON' }
  const item = { from: { hash: ADDRESS, is_contract: true, name: null }, 'chainglass:odd': [sent] }
  expect(JSON.stringify(fieldsOf(item, COIN))).toContain('not { JSON')
  const flood = { hash: '0x1', 'chainglass:odd': Array.from({ length: 10_000 }, () => sent) }
  expect(invalidFieldsOf(flood)).toEqual([])
})
