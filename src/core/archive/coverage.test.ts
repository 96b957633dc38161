/** Tests that the archive's coverage is true, whatever was read in any order, and whatever happened between. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import { ARCHIVE_FILE } from './archive-file.ts'
import { RowStore } from '../rows/row-store.ts'
import { createArchive, type Archive } from './create-archive.ts'
import { createChainModel, type ChainModel, type ModelRow } from './testing/chain-model.ts'

const REQUEST = {
  source: 'eth',
  list: 'address-transactions',
  params: { address_hash: `0x${'ab'.repeat(20)}` },
  filters: {},
} as const

interface IntervalOfRows {
  readonly rows: ModelRow[]
  isEnd: boolean
}

/** The intervals of the only list in the file. */
function intervalsIn(database: Database): IntervalOfRows[] {
  const store = new RowStore(database)
  const bodies = database.all<{ id: number }>('SELECT id FROM bodies ORDER BY top_height DESC, top_rank DESC')
  const all = new Map(
    bodies.flatMap(({ id }) =>
      store.rowsOf({ id }).map(({ item }, number) => [`${String(id)} ${String(number)}`, item]),
    ),
  )
  const found = store.intervals(1).map(({ top, bottom, isEnd }): IntervalOfRows => ({
    rows: database
      .all<{ body: number; number: number }>(
        `SELECT body, number FROM items WHERE list_id = 1 AND (height, rank) <= (?, ?) AND (height, rank) >= (?, ?)
          ORDER BY height DESC, rank DESC`,
        top?.height ?? -1,
        top?.rank ?? 0,
        bottom?.height ?? 0,
        bottom?.rank ?? 0,
      )
      .map(({ body, number }) => all.get(`${String(body)} ${String(number)}`) as ModelRow),
    isEnd,
  }))
  const held = found.reduce((sum, { rows }) => sum + rows.length, 0)
  expect(all.size, 'each row of a body is an item of an interval').toBe(held)
  return found
}
/** The archive in a folder, a source, and readers at different positions of the list. */
class World {
  readonly chain: ChainModel = createChainModel()
  hasReorganised = false
  readonly #folders: string[] = []
  #folder = this.#makeFolder()
  archive: Archive
  /** A second connection to the file. */
  #looking: ReturnType<World['look']>
  readonly cursors: (Cursor | null)[] = [null, null]

  constructor() {
    this.archive = this.#open()
    this.#looking = this.look()
  }

  #makeFolder() {
    const folder = mkdtempSync(join(tmpdir(), 'chainglass-archive-'))
    this.#folders.push(folder)
    return folder
  }
  #open(): Archive {
    return createArchive({
      dataDir: this.#folder,
      maxBytes: () => Infinity,
      isOn: () => true,
    })
  }
  look() {
    const database = openDatabase(join(this.#folder, ARCHIVE_FILE))
    return { database, rows: new RowStore(database) }
  }
  get list() {
    return this.archive.list(REQUEST)!
  }
  /** Reads from the source, and writes into the archive. */
  ask(cursor: Cursor | null, size: number): Page {
    const page = this.chain.page(cursor, size)
    this.list.write(cursor, page)
    return page
  }
  /** Continues a reader: from the archive as far as it reaches, else from the source. */
  readOn(reader: number, size: number) {
    const cursor = this.cursors[reader] ?? null
    const page = (cursor && this.list.after(cursor)) ?? this.ask(cursor, size)
    this.cursors[reader] = page.next
  }
  readHead(reader: number, size: number) {
    this.cursors[reader] = this.ask(null, size).next
  }
  /** Reads from the head down to stored rows, as opening a list does. */
  catchUp(size: number) {
    let cursor: Cursor | null = null
    do {
      const page = this.chain.page(cursor, size)
      const isMet = this.list.meets(page)
      this.list.write(cursor, page)
      if (isMet) return
      cursor = page.next
    } while (cursor)
  }
  /** Simulates a process that ends before the last read is written: opens what is on the disk. */
  kill() {
    const from = this.#folder
    this.#folder = this.#makeFolder()
    cpSync(from, this.#folder, { recursive: true })
    this.#close()
    this.archive = this.#open()
    this.#looking = this.look()
  }
  evict() {
    this.archive.flush()
    const { database, rows } = this.#looking
    // An eviction step would remove everything of so few rows: here it is one page at a time.
    if (!rows.firstBody(1)) this.archive.forget('eth')
    else database.transaction(() => rows.removeOldest(1, 1))
  }
  intervals(): IntervalOfRows[] {
    this.archive.flush()
    const { database } = this.#looking
    const found = intervalsIn(database)
    const rows = found.reduce((sum, interval) => sum + interval.rows.length, 0)
    const counted = database.get<{ count: number }>('SELECT count(*) AS count FROM items')?.count
    expect(counted, 'each row is in the index once').toBe(rows)
    return found
  }
  /** Reads like a reader without a network: from the first page on, up to the first gap. */
  walk(): { hashes: string[]; isEnd: boolean } {
    const hashes: string[] = []
    let page = this.list.first()
    while (page) {
      hashes.push(...page.keys)
      if (!page.next) return { hashes, isEnd: true }
      page = this.list.after(page.next)
    }
    return { hashes, isEnd: false }
  }
  #close() {
    this.#looking.database.close()
    this.archive.close()
  }
  close() {
    this.#close()
    for (const folder of this.#folders) rmSync(folder, { recursive: true })
  }
}

const size = fc.integer({ min: 1, max: 7 })
const reader = fc.integer({ min: 0, max: 1 })
const blocks = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 })
type Step = (world: World) => void
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(reader, size).map(([of, rows]): Step => (world) => {
        world.readOn(of, rows)
      }),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(reader, size).map(([of, rows]): Step => (world) => {
        world.readHead(of, rows)
      }),
    },
    {
      weight: 2,
      arbitrary: blocks.map((rows): Step => (world) => {
        world.chain.grow(rows)
      }),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(fc.integer({ min: 1, max: 20 }), blocks).map(([depth, rows]): Step => (world) => {
        world.hasReorganised = true
        world.chain.reorganise(depth, rows)
      }),
    },
    {
      weight: 3,
      arbitrary: size.map((rows): Step => (world) => {
        world.catchUp(rows)
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Step>((world) => {
        world.kill()
      }),
    },
    {
      weight: 1,
      arbitrary: fc.constant<Step>((world) => {
        world.evict()
      }),
    },
  ),
  { minLength: 1, maxLength: 25 },
)

test('after any sequence of readings, new heads, reorganisations, kills and evictions', () => {
  fc.assert(
    fc.property(blocks, steps, size, (first, sequence, rows) => {
      const world = new World()
      try {
        world.chain.grow(first)
        for (const step of sequence) {
          step(world)
          const intervals = world.intervals()
          const keys = intervals.flatMap((interval) => interval.rows.map(({ hash }) => hash))
          expect(new Set(keys).size, 'no row is held twice').toBe(keys.length)
          if (!world.hasReorganised)
            for (const interval of intervals) expectRunOf(world.chain.rows(), interval)
        }
        // After reading from the head down to stored rows, everything equals the source.
        world.catchUp(rows)
        const source = world.chain.rows()
        const { hashes, isEnd } = world.walk()
        expect(hashes).toEqual(source.slice(0, hashes.length).map(({ hash }) => hash))
        if (isEnd) expect(hashes).toHaveLength(source.length)
        expectRunOf(source, world.intervals()[0]!)
      } finally {
        world.close()
      }
    }),
    { numRuns: 100 },
  )
})

test('a row that stands in a higher block now is held there alone', () => {
  const world = new World()
  try {
    world.chain.grow(Array.from({ length: 10 }, () => 1))
    for (let pages = 0; pages < 3; pages += 1) world.readOn(0, 4)
    expect(world.intervals()[0]?.rows).toHaveLength(10)
    world.chain.reorganise(6, [0, 0, 0, 1, 1, 1])
    world.readHead(0, 2)
    const keys = world.intervals().flatMap(({ rows }) => rows.map(({ hash }) => hash))
    expect(keys.slice(0, 2)).toEqual(
      world.chain
        .rows()
        .slice(0, 2)
        .map(({ hash }) => hash),
    )
    expect(new Set(keys).size).toBe(keys.length)
  } finally {
    world.close()
  }
})

test('how far a list is loaded is known while another list is read on', () => {
  const world = new World()
  try {
    world.chain.grow(Array.from({ length: 100 }, () => 1))
    world.list.writeNow(null, world.chain.page(null, 2))
    const { intervals } = world.list.coverage()
    const other = world.archive.list({ ...REQUEST, params: { address_hash: `0x${'cd'.repeat(20)}` } })!
    let cursor: Cursor | null = null
    do {
      const page = world.chain.page(cursor, 1)
      other.writeNow(cursor, page)
      expect(other.coverage().rows).toBe(other.rowCount())
      cursor = page.next
    } while (cursor)
    expect(other.rowCount()).toBe(100)
    expect(world.list.coverage().intervals, 'as it was added up before').toBe(intervals)
    world.list.writeNow(null, world.chain.page(null, 3))
    expect(world.list.coverage().rows, 'added up again after a change').toBe(3)
  } finally {
    world.close()
  }
})

/** Checks that the rows are a part of the source's rows without a gap; at the list's end, up to its last row. */
function expectRunOf(
  source: readonly ModelRow[],
  { rows, isEnd }: { rows: readonly ModelRow[]; isEnd: boolean },
) {
  const start = rows[0] ? source.findIndex(({ hash }) => hash === rows[0]?.hash) : source.length
  expect(start).toBeGreaterThanOrEqual(0)
  expect(rows).toEqual(source.slice(start, start + rows.length))
  if (isEnd) expect(start + rows.length).toBe(source.length)
}
