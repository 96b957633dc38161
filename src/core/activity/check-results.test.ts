import { expect, test } from 'vitest'
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import { withRound } from './check-results.ts'

const NONE = { node: null, problem: null, unchecked: 0 }
const place = { part: 'transaction', row: null, field: null, source: '0x1' } as const
const row = (isTrue: boolean): CheckedRow => ({
  ...{ key: '0x1', height: 5, block: null },
  findings: [isTrue ? { ...place, state: 'proven' } : { ...place, state: 'differs', other: null }],
})

test('a transaction that is checked again is counted once, as it is now', () => {
  const accused = withRound(undefined, { ...NONE, rows: [row(false)] })
  expect(withRound(accused, { ...NONE, rows: [row(false)] })).toMatchObject({
    differs: 1,
    rows: [row(false)],
  })
  expect(withRound(accused, { ...NONE, rows: [row(true)] })).toMatchObject({
    proven: 1,
    differs: 0,
    rows: [],
  })
})
