/** Ledgers in their file, made by the thread from a real archive: extended, interrupted and damaged. */
import fc from 'fast-check'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/sqlite/database.ts'
import { canMount, openSmallDisk, PAGE } from '#platform/testing/small-disk.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { ARCHIVE_FILE } from '../../archive/archive-file.ts'
import { statementOf } from '../ledger-statement.ts'
import { COIN_ASSET } from '../movement.ts'
import { ALL } from '../movements.ts'
import { openArchivedAddress, OWN } from '../testing/archived-address.ts'
import { createKeptLedgers } from './kept-ledgers.ts'
import { openLedgerFile } from './ledger-file.ts'
import { MovementStore } from './movement-store.ts'

const MAX_AMOUNT = 2n ** 256n - 1n
const opened: (() => void)[] = []
afterEach(() => {
  for (const close of opened.splice(0)) close()
})
function open(folder = mkdtempSync(join(tmpdir(), 'chainglass-ledgers-'))) {
  const address = openArchivedAddress(folder)
  opened.push(() => {
    address.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return address
}
/** The ledgers in the file, complete or not. */
function ledgersIn(file: string) {
  const database = openDatabase(file, { readOnly: true })
  const found = database.all<{ source: string }>('SELECT source FROM ledgers ORDER BY id')
  database.close()
  return found.map(({ source }) => source)
}
const ALWAYS = { signal: new AbortController().signal, onRows: () => undefined }
function storeOfOne() {
  const store = new MovementStore(openLedgerFile(':memory:'))
  const ledger = store.begin({ source: 'one', address: OWN }, '')
  const writer = store.writer(ledger)
  writer.add({
    asset: 'coin',
    nft: null,
    amount: 1n,
    block: 1,
    time: 1_000,
    at: 1_000,
    index: 0,
    rule: 'value',
    counterparty: null,
    list: 'address-transactions',
    row: '1',
    transaction: null,
  })
  writer.end()
  return { store, ledger }
}
const blocks = (count: number, rows = 3) => Array.from({ length: count }, () => rows)

/** More rows than an archive stores in one chunk. */
const anyChain = fc.array(fc.nat(4), { minLength: 120, maxLength: 240 })
const anyBlocks = fc.array(fc.nat(4), { maxLength: 25 })
const anyChange = fc.oneof(
  fc.record({ depth: fc.constant(0), rows: anyBlocks }),
  fc.record({ depth: fc.integer({ min: 1, max: 12 }), rows: anyBlocks }),
)

test('what is being forgotten when the core closes fails nothing', async () => {
  const kept = createKeptLedgers({
    target: () => undefined,
    path: () => undefined,
    onReplace: () => () => undefined,
  })
  kept.memory.store()
  const forgotten = kept.forget(null, null)
  kept.close()
  await expect(forgotten).resolves.toBeUndefined()
})

test('what the core closes before it is forgotten in the file is not said to be forgotten', async () => {
  const address = open()
  address.chain.grow(blocks(40))
  address.read()
  await address.make()
  const forgotten = address.kept.forget('one', null)
  address.reopen()
  await expect(forgotten).rejects.toMatchObject({ error: { code: 'cancelled' } })
  await address.kept.forget('one', null)
  expect(ledgersIn(address.file)).toEqual([])
})

test('what is forgotten or erased is gone from the file, also where nothing is kept any more', async () => {
  const address = open()
  address.chain.grow(blocks(40))
  address.read()
  address.read('two')
  await address.make()
  await address.make('two')
  address.reopen(false)
  await address.kept.forget('one', null)
  expect(ledgersIn(address.file)).toEqual(['two'])
  address.kept.keepSources(() => false)
  expect(ledgersIn(address.file)).toEqual([])
  address.archive.erase()
  expect(existsSync(address.file)).toBe(false)
})

test('what is gone on with is what is made anew, whatever a chain does: it grows, and is reorganised', async () => {
  const address = open()
  let [runs, gone] = [0, 0]
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      anyChain,
      fc.array(anyChange, { maxLength: 5 }),
      async (hasHistory, begun, changes) => {
        address.beginChain(hasHistory)
        const source = `source ${String((runs += 1))}`
        let before = -1
        for (const { depth, rows } of [{ depth: 0, rows: begun }, ...changes]) {
          if (depth > 0) address.chain.reorganise(depth, rows)
          else address.chain.grow(rows)
          address.read(source)
          const [made, anew] = [await address.make(source), await address.makeAnew(source)]
          expect(made.movements).toEqual(anew.movements)
          expect(made.state).toEqual(anew.state)
          expect(made.lists).toEqual(anew.lists)
          expect(made.movements.length).toBe(address.chain.rows().length)
          if (made.hasChanged && made.ledger === before) gone += 1
          before = made.ledger
        }
      },
    ),
    { numRuns: 60 },
  )
  expect(gone).toBeGreaterThan(60)
})

test('after a restart nothing is read again, and what is new is put on top', async () => {
  const address = open()
  address.chain.grow(blocks(900))
  address.read()
  const first = await address.make()
  expect(first.hasChanged).toBe(true)
  address.reopen()
  const again = await address.make()
  expect([again.hasChanged, again.ledger]).toEqual([false, first.ledger])
  expect(again.movements).toEqual(first.movements)
  address.chain.grow(blocks(3))
  address.read()
  const third = await address.make()
  expect([third.hasChanged, third.ledger]).toEqual([true, first.ledger])
  expect(third.movements.slice(0, first.movements.length)).toEqual(first.movements)
  expect(third.movements.length).toBe(first.movements.length + 9)
})

test('where somebody took the archive’s file away it is made anew: numbers of bodies are given again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-ledgers-'))
  const address = openArchivedAddress(folder)
  address.chain.grow(blocks(300))
  address.read()
  const { movements } = await address.make()
  address.close()
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, ARCHIVE_FILE + end), { force: true })
  const another = open(folder)
  another.chain.grow(blocks(300))
  another.chain.reorganise(300, blocks(300))
  another.read()
  const [made, anew] = [await another.make(), await another.makeAnew()]
  expect(made.movements).toHaveLength(movements.length)
  expect(made.movements).toEqual(anew.movements)
})

/**
 * Interrupts the making of a ledger at its first rows, and returns the number of rows read then. On a busy machine the
 * thread may be done before it hears of the abort; then more rows are added and it is interrupted in those.
 */
async function endInTheMiddle(
  address: ReturnType<typeof open>,
  { signal, end }: { signal: AbortSignal; end: () => undefined },
): Promise<number> {
  for (let rows = 18_000; ; rows += 18_000) {
    address.chain.grow(blocks(6_000))
    address.read('one', 500)
    const made = address.make('one', { signal, onRows: end })
    const result = await made.catch((thrown: unknown) => thrown)
    if (result instanceof Error) {
      expect(result).toMatchObject({ error: { code: 'cancelled' } })
      return rows
    }
  }
}

test('one that was ended in the middle is made again, and nothing of it is left', async () => {
  const address = open()
  const rows = await endInTheMiddle(address, {
    ...ALWAYS,
    end: () => {
      address.reopen()
    },
  })
  const made = await address.make()
  expect(made.movements.length).toBe(rows)
  expect(ledgersIn(address.file)).toEqual(['one'])
})

test('who goes away ends it, and the next one is made', async () => {
  const address = open()
  const leaving = new AbortController()
  const rows = await endInTheMiddle(address, {
    signal: leaving.signal,
    end: () => {
      leaving.abort()
    },
  })
  expect((await address.make()).movements.length).toBe(rows)
  expect(ledgersIn(address.file)).toEqual(['one'])
})

test.each([
  [
    'is no database',
    (file: string) => {
      writeFileSync(file, 'x'.repeat(10_000))
    },
  ],
  [
    'a newer program wrote',
    (file: string) => {
      const database = openDatabase(file)
      database.exec('PRAGMA user_version = 99; CREATE TABLE other (id INTEGER) STRICT')
      database.close()
    },
  ],
  [
    'an older program wrote',
    (file: string) => {
      const database = openDatabase(file)
      database.exec('PRAGMA user_version = 1; CREATE TABLE stretches (id INTEGER PRIMARY KEY) STRICT')
      database.close()
    },
  ],
])('a file that %s is begun anew', async (_, spoil) => {
  const address = open()
  address.chain.grow(blocks(40))
  address.read()
  const first = await address.make()
  address.kept.close()
  for (const end of ['', '-wal', '-shm']) rmSync(address.file + end, { force: true })
  spoil(address.file)
  address.reopen()
  const again = await address.make()
  expect(again.movements).toEqual(first.movements)
  expect(ledgersIn(address.file)).toEqual(['one'])
})

test('a ledger goes with its source, and all go with what is kept', async () => {
  const address = open()
  address.chain.grow(blocks(40))
  for (const source of ['one', 'two', 'three']) {
    address.read(source)
    await address.make(source)
  }
  expect(ledgersIn(address.file)).toEqual(['one', 'two', 'three'])
  await address.kept.forget('one', null)
  expect(ledgersIn(address.file)).toEqual(['two', 'three'])
  await address.kept.forget(null, `0x${'0'.repeat(40)}`)
  expect(ledgersIn(address.file)).toEqual(['two', 'three'])
  address.reopen()
  address.kept.keepSources((source) => source === 'three')
  expect(ledgersIn(address.file)).toEqual(['three'])
  await address.make('three')
  // Also removes incomplete ledgers of an earlier session.
  address.reopen()
  address.kept.keepSources(() => true)
  address.archive.erase()
  expect(existsSync(address.file)).toBe(false)
})

test('amounts as large as there are stay exact, and so do their sums', async () => {
  const store = new MovementStore(openLedgerFile(':memory:'))
  const name = { source: 'one', address: OWN }
  const ledger = store.begin(name, '')
  const writer = store.writer(ledger)
  const amounts = [MAX_AMOUNT, MAX_AMOUNT, MAX_AMOUNT, -MAX_AMOUNT, 1n - MAX_AMOUNT]
  for (const [at, amount] of amounts.toReversed().entries())
    writer.add({
      asset: 'coin',
      nft: String(MAX_AMOUNT),
      amount,
      block: 9 - at,
      time: 9_000 - at,
      at: 9_000 - at,
      index: 0,
      rule: amount === 1n - MAX_AMOUNT ? 'fee' : 'value',
      counterparty: null,
      ...(at === 0 ? { price: { usd: '2412.55', of: 'then' as const } } : {}),
      list: 'address-transactions',
      row: String(at),
      transaction: null,
    })
  writer.end()
  const reader = store.reader(ledger)
  const read = reader.read(reader.span(ALL), {}, { order: 'ASC', limit: 10 })
  expect(read.map(({ amount, nft, place }) => [place, amount, nft])).toEqual(
    amounts.map((amount, place) => [place, amount, String(MAX_AMOUNT)]),
  )
  expect(read.map(({ price }) => price)).toEqual([...Array<undefined>(4), { usd: '2412.55', of: 'then' }])
  const { lines } = await statementOf(reader, { from: 8_997, to: null }, () => COIN_ASSET, {})
  expect(lines).toMatchObject([
    {
      opening: String(MAX_AMOUNT),
      in: String(2n * MAX_AMOUNT),
      out: String(2n * MAX_AMOUNT - 1n),
      fees: String(MAX_AMOUNT - 1n),
      closing: String(MAX_AMOUNT + 1n),
    },
  ])
})

test('an archive that can not be opened is told as such, and the thread goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-ledgers-'))
  const kept = createKeptLedgers({
    target: () => join(folder, 'gone', 'none.sqlite'),
    path: () => join(folder, 'gone', 'none.sqlite'),
    onReplace: () => () => undefined,
  })
  opened.push(() => {
    kept.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const forget = () => kept.archived()?.run({ verb: 'forget', source: 'two', address: null }, ALWAYS)
  for (const one of await Promise.allSettled([forget(), forget()])) {
    const { reason } = one as { reason?: unknown }
    expect(reason).toBeInstanceOf(ChainglassFailure)
    expect(reason).toMatchObject({ error: { code: 'storage', kind: 'unreachable' } })
  }
})

test('a ledger that can not be taken away whole stays whole', () => {
  const { store, ledger } = storeOfOne()
  store.database.exec(
    `CREATE TRIGGER kept BEFORE DELETE ON ledgers BEGIN SELECT RAISE(ABORT, 'not now'); END`,
  )
  expect(() => {
    store.drop([ledger])
  }).toThrow('not now')
  expect(store.count(ledger)).toBe(1)
  store.database.exec('DROP TRIGGER kept')
  store.drop([ledger])
  expect(store.count(ledger)).toBe(0)
})

describe.runIf(canMount)('on a disk of 5 MB (skipped where none can be mounted)', () => {
  test('that is full, none is made and nothing else is harmed; with room again it is', async () => {
    const disk = openSmallDisk()
    const address = openArchivedAddress(disk.path)
    opened.push(() => {
      address.close()
      disk.unmount()
    })
    address.chain.grow(blocks(400))
    address.read('one', 100)
    disk.fill(8 * PAGE)
    await expect(address.make()).rejects.toMatchObject({ error: { code: 'storage', kind: 'full' } })
    disk.free()
    const made = await address.make()
    expect(made.movements.length).toBe(1_200)
    // A ledger that is being extended keeps its old state on an error.
    address.chain.grow(blocks(300))
    address.read('one', 100)
    disk.fill()
    await expect(address.make()).rejects.toMatchObject({ error: { code: 'storage', kind: 'full' } })
    disk.free()
    expect(ledgersIn(address.file)).toEqual(['one'])
    expect((await address.make()).movements.length).toBe(2_100)
  })
})
