/** Tests the archive's limit: what is evicted, and that the rest stays correct. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { ARCHIVE_FILE } from './archive-file.ts'
import { createArchive } from './create-archive.ts'
import { namedLists } from './named-lists.ts'
import { createChainModel } from './testing/chain-model.ts'

const LIMIT = 400_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-archive-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

test('what was used longest ago goes first, a list from its oldest rows on; what stays is without a gap', async () => {
  const archive = createArchive({ dataDir: folder, maxBytes: () => LIMIT, isOn: () => true })
  const chain = createChainModel()
  chain.grow(Array.from({ length: 4_000 }, () => 1))
  const listOf = (address: number) =>
    archive.list({
      source: 'eth',
      list: 'address-transactions',
      params: { address_hash: exampleAddress(address) },
      filters: {},
    })!
  const lists = Array.from({ length: 4 }, (_, at) => listOf(at))
  for (const list of lists) {
    for (let page = chain.page(null, 50), cursor = null as typeof page.next; ;) {
      list.write(cursor, page)
      if (!page.next) break
      cursor = page.next
      page = chain.page(cursor, 50)
    }
    archive.flush()
  }
  await expect.poll(() => archive.status().bytes).toBeLessThan(LIMIT)
  await expect.poll(() => statSync(join(folder, ARCHIVE_FILE)).size).toBeLessThan(LIMIT)
  expect(lists[0]?.first()).toBeUndefined()
  expect(lists[3]?.first()).toBeDefined()
  const hashes = chain.rows().map(({ hash }) => hash)
  for (const list of lists) {
    const held: string[] = []
    for (let page = list.first(); page; page = page.next ? list.after(page.next) : undefined)
      held.push(...page.keys)
    expect(held).toEqual(hashes.slice(0, held.length))
  }
  archive.close()
})

test('what is made of other lists goes before them, also where it was used last', async () => {
  let limit = Infinity
  const archive = createArchive({ dataDir: folder, maxBytes: () => limit, isOn: () => true })
  const chain = createChainModel()
  chain.grow(Array.from({ length: 1_000 }, () => 1))
  const source = { source: 'eth', filters: {} } as const
  const params = { address_hash: exampleAddress(1) }
  const own = archive.list({ ...source, list: 'address-transactions', params })!
  own.writeNow(null, chain.page(null, 1_000))
  const items = Array.from({ length: 2_000 }, (_, at) => ({
    token: { address_hash: exampleAddress(at) },
    value: String(at),
  }))
  const [named] = namedLists({ ...source, list: 'address-tokens', params, others: [exampleAddress(2)] })
  const combined = archive.list(named!)!
  combined.writeNow(null, { items, keys: items.map(({ value }) => value), unread: [], next: null })
  expect(combined.rowCount()).toBe(2_000)
  limit = archive.status().bytes - 1
  archive.list({ ...source, list: 'address-logs', params })?.writeNow(null, {
    ...{ items: [], keys: [], unread: [], next: null },
  })
  await expect.poll(() => archive.status().bytes).toBeLessThan(limit)
  expect(combined.rowCount()).toBe(0)
  expect(own.rowCount()).toBe(1_000)
  archive.close()
})
