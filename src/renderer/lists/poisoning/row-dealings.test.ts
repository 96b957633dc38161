import { expect, test } from 'vitest'
import { RowDealings } from './row-dealings.ts'

const OWN = `0x${'0a'.repeat(20)}`
const TRUE = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'
const FAKE = '0xd8da000000000000111111111111111111116045'
const row = (key: string, from: string, to: string, value: string) => ({
  kind: 'item' as const,
  key,
  item: { hash: key, from: { hash: from }, to: { hash: to }, value, block_number: 1 },
})

test('what rows tell of an imitation is published once they are all seen', async () => {
  const dealings = new RowDealings(OWN)
  const poor = row('0x2', FAKE, OWN, '0')
  dealings.see(poor)
  dealings.see(row('0x1', OWN, TRUE, '1000000000000000000'))
  expect(dealings.isPoisoning(poor)).toBe(true)
  expect(dealings.imitated.value.size).toBe(0)
  await Promise.resolve()
  expect([...dealings.imitated.value]).toEqual([[FAKE, TRUE]])
})

test('what is told of an imitation counts where what it imitates is not loaded', async () => {
  const dealings = new RowDealings(OWN)
  const poor = row('0x2', FAKE, OWN, '0')
  dealings.see(poor)
  expect(dealings.isPoisoning(poor)).toBe(false)
  const before = dealings.revision
  dealings.tell([[FAKE, TRUE]])
  dealings.tell([[FAKE, TRUE]])
  expect(dealings.revision).toBe(before + 1)
  expect(dealings.isPoisoning(poor)).toBe(true)
  await Promise.resolve()
  expect([...dealings.imitated.value]).toEqual([[FAKE, TRUE]])
})
