/** Tests temporary rows: in a file if one can be created, else in memory, which is limited. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { createLocalArchive } from './local-archive.ts'

const listOf = (number: number) =>
  ({
    source: 'instance',
    list: 'address-transactions',
    params: { address_hash: exampleAddress(number) },
    filters: {},
  }) as const
const pageOf = (rows: number) => {
  const items = Array.from({ length: rows }, (_, at) => ({
    hash: `0x${String(at)}`,
    block_number: rows - at,
  }))
  return { items, keys: items.map(({ hash }) => hash), unread: [], next: null }
}
const LIMITS = { ofList: 3, ofAll: 5 }

function create({ hasFolder }: { readonly hasFolder: boolean }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-local-'))
  if (!hasFolder) writeFileSync(join(dataDir, 'local'), 'no folder')
  const local = createLocalArchive({ dataDir, maxBytes: () => Infinity, maxRowsInMemory: LIMITS })
  onTestFinished(() => {
    local.close()
    rmSync(dataDir, { recursive: true })
  })
  const hold = (number: number, rows: number) => {
    const list = listOf(number)
    expect(local.open(list)?.list(list)?.writeNow(null, pageOf(rows))).toBe('written')
  }
  return { local, hold, isFull: (number: number) => local.open(listOf(number))?.isFull(listOf(number)) }
}

test('where its folder can’t be made it is in memory, with an end for each list and for all', () => {
  const { local, hold, isFull } = create({ hasFolder: false })
  hold(1, 2)
  expect(isFull(1)).toBe(false)
  hold(2, 3)
  expect([isFull(1), isFull(2), isFull(3)]).toEqual([true, true, true])
  local.open(listOf(1))?.forgetList(listOf(1))
  expect([isFull(1), isFull(2), isFull(3)]).toEqual([false, true, false])
})

test('a file has no such end; a list that is held in memory is not in it, until that ends', () => {
  const { local, hold, isFull } = create({ hasFolder: true })
  hold(1, 10)
  expect(isFull(1)).toBe(false)
  const end = local.hold(listOf(1), { isInMemory: true, isAsItCame: false })
  expect(local.isStoredApart(listOf(1))).toBe(true)
  expect(local.open(listOf(1))?.list(listOf(1))?.rowCount()).toBe(0)
  hold(1, 3)
  expect(isFull(1)).toBe(true)
  end()
  expect(local.isStoredApart(listOf(1))).toBe(false)
  expect(local.open(listOf(1))?.list(listOf(1))?.rowCount()).toBe(10)
})

test('a list that is held as it came has no order of the chain', () => {
  const { local } = create({ hasFolder: true })
  const page = pageOf(3)
  const turned = { ...page, items: page.items.toReversed(), keys: page.keys.toReversed() }
  const held = () => local.open(listOf(1))?.list(listOf(1))
  expect(held()?.writeNow(null, turned)).toBe('refused')
  local.hold(listOf(1), { isInMemory: false, isAsItCame: true })
  expect(held()?.writeNow(null, turned)).toBe('written')
  expect(held()?.first()?.keys).toEqual(turned.keys)
})
