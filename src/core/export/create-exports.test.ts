import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ApiClient } from '../api-client/create-api-client.ts'
import type { Archive } from '../archive/create-archive.ts'
import { listOf } from '../archive/testing/open-list.ts'
import type { Sources } from '../sources/sources.ts'
import { openStore } from '../store/open-store.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { createExports } from './create-exports.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what was being read when it was closed reports to nobody: there is no store any more', () => {
  const store = openStore({ dataDir: ':memory:' })
  const reports: (() => void)[] = []
  const exports = createExports({
    store,
    dataDir: ':memory:',
    sources: { get: () => ({ chainId: '1' }) } as unknown as Sources,
    pager: {
      canReadAll: () => true,
      readAll: ({ onPage }) =>
        new Promise(() => {
          reports.push(() => onPage?.({ rows: 1, readsAgainFrom: undefined }))
        }),
    },
    archive: {} as Archive,
    client: {} as ApiClient,
    watchlist: {} as Watchlist,
    log: () => undefined,
  })
  exports.start({ ...listOf('eth'), where: '', zone: 'utc', format: 'csv' }, () => '/chosen')
  exports.close()
  store.close()
  expect(reports).toHaveLength(1)
  for (const report of reports) report()
  expect(() => vi.advanceTimersByTime(1_000)).not.toThrow()
})
