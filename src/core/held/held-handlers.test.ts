/** Questions as a window asks them: over the contract, of rows that came from an instance over HTTP. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import { listOf, walkList } from '../archive/testing/open-list.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { exampleAddress } from '../testing/example-items.ts'

let instance: ChainInstance
let folder: string
let core: Core
let client: RpcClient
let source: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-asked-'))
  instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: 300 }, () => 1))
  core = await createTestCore(folder)
  client = connectInMemory(core.server)
  const added = await client.call('sources.add', { url: instance.url })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  source = added.data.id
})
afterEach(async () => {
  core.close()
  await instance.stop()
  rmSync(folder, { recursive: true })
})

const QUESTION = { text: '', zone: 'utc', sort: null, offset: 0, limit: 50 } as const

test('a list that was walked is asked without its source, with the labels and the coin that count there', async () => {
  await walkList(client, source)
  await instance.stop()
  const scope = { of: 'list', ...listOf(source) } as const
  const end = await client.call('held.find', { ...QUESTION, scope, offset: 290 })
  expect(end).toMatchObject({ ok: true, data: { count: 300, held: 300, isComplete: true, gaps: [] } })
  expect(end.ok && end.data.rows.map(({ item }) => (item as { block_number: number }).block_number)).toEqual([
    9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
  ])
  const saved = await client.call('watchlist.save', {
    address: exampleAddress(7),
    chainId: null,
    label: 'Treasury',
  })
  expect(saved.ok).toBe(true)
  const labelled = await client.call('held.find', { ...QUESTION, scope, text: 'from:treasury' })
  expect(labelled).toMatchObject({ ok: true, data: { count: 1 } })
  const totals = await client.call('held.totals', {
    scope: { of: 'everything', sources: [source] },
    kind: 'transaction',
    text: 'block<3',
    zone: 'utc',
    grouping: 'method',
    offset: 0,
    limit: 10,
  })
  expect(totals).toMatchObject({
    ok: true,
    data: { totals: { rows: 3, fees: String(21_000 * (7 + 8 + 9)) }, groupCount: 1 },
  })
})

test('what is beyond its bounds, or has no sum, is refused by the name of its field', async () => {
  const everything = { of: 'everything' } as const
  expect(await client.call('held.find', { ...QUESTION, scope: everything, limit: 201 })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'limit' },
  })
  const long = await client.call('held.find', { ...QUESTION, scope: everything, text: 'x '.repeat(5_001) })
  expect(long).toMatchObject({ ok: true, data: { count: 0, errors: [{ at: { from: 10_000 } }] } })
  const add = { text: '', zone: 'utc', grouping: null, offset: 0, limit: 10 } as const
  expect(await client.call('held.totals', { ...add, scope: everything })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'kind' },
  })
  expect(await client.call('held.totals', { ...add, scope: everything, kind: 'transaction' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'scope.sources' },
  })
})
