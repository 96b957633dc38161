/** Columns of rows as numbers, and ranks of names, each compared with a plain computation. */
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { addressName } from '#shared/query/sort-names.ts'
import { migrate } from '../../store/migrate.ts'
import { ROWS_MIGRATIONS } from '../../rows/schema.ts'
import { ADDRESS } from '../../rows/names.ts'
import { nameValues, rankAddresses, rankNames, ranksOf } from './name-ranks.ts'
import { eachColumns, readColumns } from './read-columns.ts'
import { createBodyDirectories } from '../rows-reader.ts'

let database: Database
beforeEach(() => {
  database = openDatabase(':memory:')
  migrate(database, ROWS_MIGRATIONS)
})
afterEach(() => {
  database.close()
})

const LIST = 1
/** Inserts rows, newest first, with `inBlock` in each block. */
function fill(times: readonly number[], dollars: readonly number[], inBlock: number) {
  database.run(
    "INSERT INTO lists (id, source, list, params, filters, read_at, used) VALUES (?, 'eth', 'address-transactions', '[]', '[]', 0, 0)",
    LIST,
  )
  const item =
    'list_id, height, rank, key, body, number, provisional, flags, time, sender, receiver, other, token, method, types, ids, words, decimals, amount_1, amount_2, amount_3, amount_4, amount_5, value_1, value_2, value_3, value_4, fee_1, fee_2, fee_3, dollars'
  const zeros = Array.from({ length: item.split(',').length - 5 }, () => '0').join(', ')
  database.run(
    `INSERT INTO items (list_id, height, rank, time, dollars, ${item
      .split(', ')
      .filter((name) => !['list_id', 'height', 'rank', 'time', 'dollars'].includes(name))
      .join(', ')})
      SELECT ?, 1000000 - one.key / ${String(inBlock)}, -(one.key % ${String(inBlock)}), one.value ->> 0, one.value ->> 1, ${zeros}
      FROM json_each(?) AS one`,
    LIST,
    JSON.stringify(times.map((time, at) => [time, dollars[at]])),
  )
  for (let from = 0; from < times.length; from += 100) {
    const last = Math.min(times.length, from + 100) - 1
    database.run(
      'INSERT INTO bodies (list_id, top_height, top_rank, bottom_height, bottom_rank, rows, read_at, json) VALUES (?, ?, ?, ?, ?, ?, 0, ?)',
      LIST,
      1_000_000 - Math.floor(from / inBlock),
      -(from % inBlock),
      1_000_000 - Math.floor(last / inBlock),
      -(last % inBlock),
      last - from + 1,
      new Uint8Array(0),
    )
  }
}
const list = () => {
  const held = { id: LIST, changed: 0 }
  return { list: held, directory: createBodyDirectories(database, 1).read(held) } as unknown as Parameters<
    typeof readColumns
  >[1]
}
const plain = (sql: string) => ({ sql, values: [] })
const whole = fc.oneof(
  fc.maxSafeInteger(),
  fc.constantFrom(0, -0, 1, -1, 999_999_999, 1_000_000_000, -1_000_000_000),
)

test('gives the numbers of rows as SQL has them, in their order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(whole, fc.double({ noNaN: true, noDefaultInfinity: true })), { minLength: 1 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      (rows, inBlock, isRare) => {
        database.exec('DELETE FROM items; DELETE FROM bodies; DELETE FROM lists')
        const [times, dollars] = [rows.map(([one]) => one), rows.map(([, one]) => one)]
        fill(times, dollars, inBlock)
        const columns = [
          { ...plain('time'), isRare },
          { ...plain('dollars'), isReal: true, isRare },
          { ...plain('time + CAST(? AS INTEGER)'), values: [0] },
        ]
        const read = readColumns(database, list(), plain('1'), columns)
        const without = (numbers: readonly number[]) => numbers.map((one) => one + 0)
        expect(read.map((one) => without([...one]))).toEqual([times, dollars, times].map(without))
      },
    ),
  )
})

test('a list of many rows comes in parts that end with a block, and what is rare is read where it is there', () => {
  const count = 45_000
  const times = Array.from({ length: count }, (_, at) => (at === 30_000 ? 7 : 0))
  fill(times, times, 3)
  const asked = { where: plain('rank > -2'), columns: [{ ...plain('time'), isRare: true }, plain('height')] }
  const parts: (readonly [count: number, sum: number, heights: number])[] = []
  eachColumns(database, list(), asked, ({ columns: [rare = [], heights = []], count: rows, read }) => {
    expect([...read(plain('height'))]).toEqual([...heights])
    parts.push([rows, [...rare].reduce((sum, one) => sum + one, 0), new Set(heights).size])
  })
  expect(parts.length).toBeGreaterThan(2)
  expect(parts.every(([rows, , heights]) => rows === 2 * heights)).toBe(true)
  expect(parts.map(([, sum]) => sum).filter((sum) => sum > 0)).toEqual([7])
  expect(parts.reduce((sum, [rows]) => sum + rows, 0)).toBe((count / 3) * 2)
})

test('columns of all rows stay in memory, while their bodies do and nothing is written meanwhile', () => {
  const times = Array.from({ length: 30_000 }, (_, at) => at % 40_000)
  fill(times, times, 1)
  const before = list()
  const read = (of = list()) => [...(readColumns(database, of, plain('1'), [plain('time')])[0] ?? [])]
  expect(read()).toEqual(times)
  // Real rows never change; the update shows which rows are read again.
  database.exec('UPDATE items SET time = 7')
  expect(read()).toEqual(times)
  expect([...(readColumns(database, list(), plain('1'), [plain('height')])[0] ?? [])]).toHaveLength(30_000)
  // Another body takes the place of the second one.
  database.exec('UPDATE bodies SET id = 100001 WHERE id = (SELECT min(id) + 1 FROM bodies)')
  const after = read()
  expect(after.slice(0, 100)).toEqual(times.slice(0, 100).map(() => 7))
  expect(after.slice(-100)).toEqual(times.slice(-100))
  // If the list has changed since, its current rows are read and not cached.
  database.exec('UPDATE lists SET changed = 1; UPDATE items SET time = 8')
  expect(read(before)).toEqual(times.map(() => 8))
  database.exec('UPDATE lists SET changed = 0')
  expect(read().slice(0, 100)).toEqual(after.slice(0, 100))
})

test('addresses are in the order of what they are called, by the person first', () => {
  const hash = fc.constantFrom('00', '01', '0a', 'ff').map((end) => `0x${'0'.repeat(38)}${end}`)
  const name = fc.constantFrom(
    '',
    'Zed',
    'zed',
    'Ada',
    '0x',
    `0x${'0'.repeat(38)}01`,
    '0x00',
    '0xzz',
    '00',
    'é',
  )
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(hash, name), { selector: String, minLength: 1 }),
      fc.array(
        fc.tuple(
          hash,
          name.filter((one) => one !== ''),
        ),
      ),
      (names, labels) => {
        database.exec('DELETE FROM names')
        const ids = names.map(([of, text]) =>
          database.insert(
            'INSERT INTO names (kind, hash, text) VALUES (?, ?, ?)',
            ADDRESS,
            Buffer.from(of.slice(2), 'hex'),
            text === '' ? '' : JSON.stringify([text, 'another']),
          ),
        )
        const context = { labels: new Map(labels) }
        const numbers = Float64Array.from(ids)
        const values = nameValues(database, numbers, (one) =>
          addressName(
            `0x${Buffer.from(one.hash).toString('hex')}`,
            one.text === '' ? undefined : (JSON.parse(one.text) as string[])[0],
            context,
          ),
        )
        const [expected, ranks] = [rankNames(values), rankAddresses(database, context.labels)].map((all) => [
          ...ranksOf(numbers, all),
        ])
        const order = (all: readonly number[] = []) =>
          all.map((one) => all.map((other) => Math.sign(one - other)))
        expect(order(ranks)).toEqual(order(expected))
      },
    ),
  )
})
