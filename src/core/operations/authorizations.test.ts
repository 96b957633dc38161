import { expect, test } from 'vitest'
import { transaction } from '#shared/chain/transaction.ts'
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import { readAuthorizations } from './authorizations.ts'

const CODE = `0x${'c'.repeat(40)}`
const from = async (one: object) => {
  const item = transaction.parse({ hash: `0x${'1'.repeat(64)}`, type: 4, authorization_list: [one] })
  const { authorizations } = await readAuthorizations(item, '1', () => null)
  return authorizations?.[0]?.delegate
}

test('a delegate is that of either name, ends a delegation, or is not said', async () => {
  expect(await from({ address_hash: CODE })).toBe(CODE)
  expect(await from({ address: CODE })).toBe(CODE)
  expect(await from({ address_hash: ZERO_ADDRESS })).toBe(ZERO_ADDRESS)
  expect(await from({ authority: CODE })).toBeNull()
})
