/** The limit of the archive: what goes, and that what stays is true. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { ARCHIVE_FILE } from './archive-file.ts'
import { createArchive } from './create-archive.ts'
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
  await vi.waitFor(() => {
    expect(archive.status().bytes).toBeLessThan(LIMIT)
    expect(statSync(join(folder, ARCHIVE_FILE)).size).toBeLessThan(LIMIT)
  }, 20_000)
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
