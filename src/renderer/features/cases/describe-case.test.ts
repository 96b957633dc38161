import { expect, test } from 'vitest'
import { describePlace } from './describe-case.ts'

test('the title of a place shows where it has invisible characters, and keeps the mark of an own label', () => {
  expect(describePlace({ path: '/s/eth', title: 'USDC\u202e\nfdp.exe' })).toBe('USDC\ufffdfdp.exe')
  expect(describePlace({ path: '/s/eth', title: '◈ Harbour' })).toBe('◈ Harbour')
})
