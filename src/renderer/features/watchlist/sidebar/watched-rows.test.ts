import { describe, expect, it } from 'vitest'
import type { WatchedAddress } from '#shared/rpc/contract/watchlist.ts'
import { stepTo, watchedRows } from './watched-rows.ts'

const entry = (id: number, ...groups: string[]): WatchedAddress => ({
  id,
  address: `0x${String(id).padStart(40, '0')}`,
  chainId: null,
  label: `Entry ${String(id)}`,
  colour: null,
  groups,
  watched: true,
  hasNote: false,
  position: id,
})
const entries = [entry(1), entry(2, 'Funds'), entry(3, 'Funds', 'Night'), entry(4)]
const labels = (closed: string[] = []) =>
  watchedRows(entries, new Set(closed), new Map()).map((row) =>
    row.kind === 'group' ? `${row.name} ${String(row.count)}` : row.entry.label,
  )

describe('the rows of the sidebar', () => {
  it('are those without a group, then each group with all that are in it', () => {
    expect(labels()).toEqual(['Entry 1', 'Entry 4', 'Funds 2', 'Entry 2', 'Entry 3', 'Night 1', 'Entry 3'])
  })

  it('leave out what is in a closed group', () => {
    expect(labels(['Funds'])).toEqual(['Entry 1', 'Entry 4', 'Funds 2', 'Night 1', 'Entry 3'])
  })

  it('say of a group how much is new at all of its addresses', () => {
    const activity = new Map([
      [1, { count: 9, more: false }],
      [2, { count: 3, more: false }],
      [3, { count: 1, more: true }],
    ])
    const news = watchedRows(entries, new Set(['Night']), activity).map(
      (row) => row.kind === 'group' && row.news,
    )
    expect(news.filter((one) => one !== false)).toEqual([
      { count: 4, more: true },
      { count: 1, more: true },
    ])
  })

  it('have keys of their own, also for one in two groups', () => {
    const keys = watchedRows(entries, new Set(), new Map()).map((row) => row.key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('are moved a step within their group only', () => {
    const rows = watchedRows(entries, new Set(), new Map())
    expect(stepTo(rows, 1, -1)).toEqual({ before: 1 })
    expect(stepTo(rows, 0, 1)).toEqual({ after: 4 })
    expect(stepTo(rows, 1, 1)).toBeUndefined()
    expect(stepTo(rows, 3, -1)).toBeUndefined()
  })
})
