import { expect, test, vi } from 'vitest'
import type { CheckedRow } from '#shared/rpc/contract/check.ts'
import { openStore } from '../store/open-store.ts'
import { createWatchlist } from '../watchlist/watchlist.ts'
import { createPollResults } from './poll-results.ts'
import { onlyDiffering, withRound } from './check-results.ts'

const NONE = { node: null, problem: null, unchecked: [] }
const place = { part: 'transaction', row: null, field: null, source: '0x1' } as const
const row = (isTrue: boolean, key = '0x1'): CheckedRow => ({
  ...{ key, height: 5, block: null },
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
  const proven = withRound(undefined, { ...NONE, rows: [row(true)] })
  expect(withRound(proven, { ...NONE, rows: [row(true)] })).toMatchObject({ proven: 1 })
})

test('what is unseen is listed without reading again what was checked', () => {
  const store = openStore({ dataDir: ':memory:' })
  const { id } = createWatchlist(store).save({ address: `0x${'a1'.repeat(20)}`, chainId: null })
  const results = createPollResults(store)
  const poll = { mark: {}, transactions: 1, transfers: 0, internal: 0, more: false, mined: [] }
  results.add(id, 'eth', poll, 5)
  const keys = Array.from({ length: 900 }, (_, at) => `0x${String(at).padStart(64, '0')}`)
  results.addCheck(id, 'eth', { ...NONE, rows: keys.map((key) => row(true, key)) })
  expect(results.listUnseen()).toMatchObject([{ checked: { proven: 900 } }])
  const parse = vi.spyOn(JSON, 'parse')
  results.listUnseen()
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
  results.addCheck(id, 'eth', { ...NONE, rows: [row(false, keys[5])] })
  expect(results.listUnseen()).toMatchObject([{ checked: { proven: 899, differs: 1 } }])
  results.markSeen({ differences: true })
  expect(results.listUnseen()).toEqual([])
  store.close()
})

test('one that waited while activity was seen takes nothing from what can’t be checked since', () => {
  const waits = (unchecked: readonly string[]) => ({ ...NONE, rows: [], unchecked })
  const accused = withRound(withRound(undefined, { ...NONE, rows: [row(false)] }), waits(['0x2', '0x3']))
  expect(accused).toMatchObject({ differs: 1, unchecked: 2 })
  const since = withRound(onlyDiffering(accused), waits(['0x4']))
  expect(since).toMatchObject({ differs: 1, unchecked: 1 })
  const settled = withRound(since, { ...NONE, rows: [row(true, '0x2'), row(true, '0x3')] })
  expect(settled).toMatchObject({ proven: 2, differs: 1, unchecked: 1 })
  const again = withRound(settled, waits(['0x1', '0x2']))
  expect(again).toMatchObject({ proven: 1, differs: 1, unchecked: 2, rows: [row(false)] })
})
