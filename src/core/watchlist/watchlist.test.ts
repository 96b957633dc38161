import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createWatchIndex } from '#shared/watch/watch-index.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { watchHandlers, watchStreams } from './watch-handlers.ts'
import { createImports } from './import-watchlist.ts'
import { createWatchlist, type Watchlist } from './watchlist.ts'

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const B = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const C = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const context = { signal: new AbortController().signal, connection: {} }

let folder: string
let store: Store
let watchlist: Watchlist
let handlers: ReturnType<typeof watchHandlers>

function start() {
  store = openStore({ dataDir: folder })
  watchlist = createWatchlist(store)
  handlers = watchHandlers({ watchlist, imports: createImports(store, watchlist) })
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-watch-'))
  start()
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})
const labels = () => watchlist.index.all().map((entry) => entry.label)

describe('a watched address', () => {
  test('has a label, a note, a colour and groups, and is there after a restart', async () => {
    const saved = await handlers['watchlist.save'](
      {
        address: A.toLowerCase(),
        chainId: null,
        label: ' Treasury ',
        note: 'Two of three.\nAsk Ann.',
        colour: 'teal',
        groups: ['Work', 'Work', ''],
      },
      context,
    )
    expect(saved).toMatchObject({
      address: A,
      label: 'Treasury',
      groups: ['Work'],
      watched: true,
      hasNote: true,
    })
    store.close()
    start()
    expect(await handlers['watchlist.read']({ id: saved.id }, context)).toMatchObject({
      address: A,
      chainId: null,
      label: 'Treasury',
      note: 'Two of three.\nAsk Ann.',
      colour: 'teal',
    })
  })

  test('saved again changes only what is given', async () => {
    const first = await handlers['watchlist.save'](
      { address: A, chainId: '1', label: 'One', note: 'kept' },
      context,
    )
    const second = await handlers['watchlist.save'](
      { address: A.toLowerCase(), chainId: '1', colour: 'red' },
      context,
    )
    expect(second).toMatchObject({ id: first.id, label: 'One', colour: 'red', hasNote: true })
  })

  test('of one chain goes before that for all', () => {
    watchlist.save({ address: A, chainId: null, label: 'Everywhere' })
    watchlist.save({ address: A, chainId: '8453', label: 'On Base' })
    expect(watchlist.index.find(A.toLowerCase(), '8453')?.label).toBe('On Base')
    expect(watchlist.index.find(A, '1')?.label).toBe('Everywhere')
    expect(watchlist.index.find(A)?.label).toBe('Everywhere')
    expect(watchlist.index.find(B, '1')).toBeUndefined()
  })

  test('moves to another chain, not onto another entry', async () => {
    const { id } = watchlist.save({ address: A, chainId: '1', label: 'One' })
    watchlist.save({ address: A, chainId: '10', label: 'Ten' })
    expect(await handlers['watchlist.moveToChain']({ id, chainId: null }, context)).toMatchObject({
      chainId: null,
    })
    expect(() => watchlist.moveToChain(id, '10')).toThrow('already')
    expect(watchlist.index.find(A, '1')?.label).toBe('One')
  })

  test.each([
    ['a\u0000b\nc\u202ed', 'a b c d'],
    ['\u200b\ufeff x \u2066y\u2069', 'x y'],
    ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
    ['\ud800 lone', '\ufffd lone'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['e\u0301', 'é'],
    ['x'.repeat(300), 'x'.repeat(199) + '…'],
    ['x'.repeat(198) + '😀😀', 'x'.repeat(198) + '…'],
  ])('label %j is kept as %j', (typed, kept) => {
    expect(watchlist.save({ address: A, chainId: null, label: typed }).label).toBe(kept)
  })
})

describe('order', () => {
  const three = () =>
    [A, B, C].map((address, n) => watchlist.save({ address, chainId: null, label: 'abc'[n] ?? '' }).id)

  test('is as added, then as the person puts it, also after a restart', () => {
    const [a = 0, b = 0, c = 0] = three()
    expect(labels()).toEqual(['a', 'b', 'c'])
    watchlist.order([c], a)
    expect(labels()).toEqual(['c', 'a', 'b'])
    watchlist.order([c, a], null)
    expect(labels()).toEqual(['b', 'c', 'a'])
    watchlist.order([a, b], c)
    expect(labels()).toEqual(['a', 'b', 'c'])
    store.close()
    start()
    expect(labels()).toEqual(['a', 'b', 'c'])
  })

  test('holds through thousands of moves between the same two', () => {
    const [a = 0, b = 0, c = 0] = three()
    for (let n = 0; n < 200; n += 1) {
      watchlist.order([c], b)
      expect(labels()).toEqual(['a', 'c', 'b'])
      watchlist.order([b], c)
      expect(labels()).toEqual(['a', 'b', 'c'])
    }
    watchlist.order([b], a)
    expect(labels()).toEqual(['b', 'a', 'c'])
  })
})

describe('many at once', () => {
  test('groups are added to, taken from and renamed', async () => {
    const ids = [A, B, C].map((address) => watchlist.save({ address, chainId: null, groups: ['Old'] }).id)
    await handlers['watchlist.edit']({ ids: ids.slice(0, 2), addGroup: 'New', colour: 'pink' }, context)
    await handlers['watchlist.edit']({ ids: ids.slice(1), removeGroup: 'Old', watched: false }, context)
    await handlers['watchlist.renameGroup']({ from: 'New', to: 'Newer' }, context)
    expect(
      watchlist.index.all().map(({ groups, colour, watched }) => [groups.join(), colour, watched]),
    ).toEqual([
      ['Old,Newer', 'pink', true],
      ['Newer', 'pink', false],
      ['', null, false],
    ])
    const { undo } = await handlers['watchlist.renameGroup']({ from: 'Newer', to: null }, context)
    expect(watchlist.index.all().some(({ groups }) => groups.includes('Newer'))).toBe(false)
    watchlist.undo(undo)
    expect(watchlist.index.all().filter(({ groups }) => groups.includes('Newer'))).toHaveLength(2)
  })

  test('one that is not there: nothing of it is done', () => {
    const { id } = watchlist.save({ address: A, chainId: null })
    expect(() => watchlist.remove([id, 999])).toThrow('no longer there')
    expect(watchlist.index.size).toBe(1)
  })
})

describe('undo', () => {
  test('brings back what was removed, as it was, also after a restart', () => {
    const { id } = watchlist.save({ address: A, chainId: '1', label: 'Mine', note: 'n', groups: ['g'] })
    const before = watchlist.read(id)
    const { undo } = watchlist.remove([id])
    expect(watchlist.index.size).toBe(0)
    store.close()
    start()
    expect(watchlist.undo(undo)).toEqual({ restored: 1, left: 0 })
    expect(watchlist.read(id)).toEqual(before)
    expect(() => watchlist.undo(undo)).toThrow('can’t be taken back')
  })

  test('takes away what was added, and leaves what was changed since', () => {
    const { id, undo } = watchlist.save({ address: A, chainId: null, label: 'First' })
    watchlist.save({ address: A, chainId: null, label: 'Later' })
    expect(watchlist.undo(undo)).toEqual({ restored: 0, left: 1 })
    expect(watchlist.read(id).label).toBe('Later')
    const other = watchlist.save({ address: B, chainId: null })
    expect(watchlist.undo(other.undo)).toEqual({ restored: 1, left: 0 })
    expect(watchlist.index.find(B)).toBeUndefined()
  })

  test('does not bring back over a new entry of the same address', () => {
    const { id } = watchlist.save({ address: A, chainId: null, label: 'Old' })
    const { undo } = watchlist.remove([id])
    watchlist.save({ address: A, chainId: null, label: 'New' })
    expect(watchlist.undo(undo)).toEqual({ restored: 0, left: 1 })
    expect(labels()).toEqual(['New'])
  })
})

describe('a window', () => {
  test('that follows the changes knows what the core knows', () => {
    const index = createWatchIndex()
    const revisions: number[] = []
    const end = watchStreams({ watchlist })['watchlist.changed'](
      {},
      (change) => {
        revisions.push(change.revision)
        index.apply(change)
      },
      context,
    )
    const { id } = watchlist.save({ address: A, chainId: null, label: 'a' })
    const b = watchlist.save({ address: B, chainId: null, label: 'b' })
    watchlist.save({ address: B, chainId: '1', label: 'b1' })
    watchlist.moveToChain(b.id, '5')
    watchlist.order([b.id], id)
    const { undo } = watchlist.remove([id])
    watchlist.undo(undo)
    expect(index.all()).toEqual(watchlist.index.all())
    expect(index.find(B, '5')?.label).toBe('b')
    expect(revisions).toEqual(revisions.map((_, n) => (revisions[0] ?? 0) + n))
    end()
    watchlist.remove([id])
    expect(index.byId(id)).toBeDefined()
  })

  test('is told of a long list in parts; what is changed meanwhile comes after the last of them', async () => {
    const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
    const rows = Array.from({ length: 2_500 }, (_, n) => `${addressOf(n + 1)},label ${String(n + 1)}`)
    const imports = createImports(store, watchlist)
    imports.apply((await imports.preview(rows.join('\n'), {}, context.signal)).token, 'theirs')
    const index = createWatchIndex()
    const sizes: number[] = []
    let changed = false
    const end = watchStreams({ watchlist })['watchlist.changed'](
      {},
      (change) => {
        index.apply(change)
        sizes.push(index.size)
        changed ||= 'changed' in change
      },
      context,
    )
    const early = sizes.length
    watchlist.save({ address: addressOf(2_400), chainId: null, label: 'changed meanwhile' })
    watchlist.remove([watchlist.index.find(addressOf(2))?.id ?? 0])
    await expect.poll(() => changed).toBe(true)
    expect(early).toBe(1)
    expect(sizes[0]).toBeLessThan(500)
    expect(sizes).toContain(2_500)
    expect(index.all()).toEqual(watchlist.index.all())
    expect(index.find(addressOf(2_400))?.label).toBe('changed meanwhile')
    end()
  })

  test('finds one of 10,000 labels for a row of a list without looking at the others', () => {
    const index = createWatchIndex()
    let looked = 0
    const addressOf = (n: number) => `0x${(n * 7_919 + 1).toString(16).padStart(40, '0')}`
    const entries = Array.from({ length: 10_000 }, (_, n) => ({
      id: n + 1,
      get address() {
        looked += 1
        return addressOf(n)
      },
      get chainId() {
        looked += 1
        return n % 3 === 0 ? '1' : null
      },
      label: `Label ${String(n)}`,
      colour: null,
      groups: [],
      watched: true,
      hasNote: false,
      position: n,
    }))
    index.apply({ revision: 1, all: entries, more: false })
    looked = 0
    let found = 0
    for (let n = 0; n < 10_000; n += 1) if (index.find(addressOf(n), '1')) found += 1
    expect(found).toBe(10_000)
    // Only the sources of its chain, once or twice.
    expect(looked).toBeLessThanOrEqual(20_000)
    expect(index.search('label 99', 1_000)).toHaveLength(111)
  })
})
