/** Amounts as SQL compares them, checked against integers of any size. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseQuery } from '#shared/query/parse-query.ts'
import { COMPARISONS, type Comparison } from '#shared/query/query.ts'
import { openDatabase, type Database } from '#platform/sqlite/database.ts'
import { AMOUNT, AMOUNT_PARTS, FEE, FEE_PARTS, OF_COIN } from '../../rows/item-columns.ts'
import { partsOf } from '../../rows/amount-parts.ts'
import { compileSql } from './compile-sql.ts'
import { createNameSets } from './name-sets.ts'

let database: Database
beforeAll(() => {
  database = openDatabase(':memory:')
  const columns = ['flags', 'decimals', ...AMOUNT_PARTS, ...FEE_PARTS]
  database.exec(`CREATE TABLE items (${columns.map((name) => `${name} INTEGER NOT NULL`).join(', ')}) STRICT`)
})
afterAll(() => {
  database.close()
})

/** Values near zero, near a limit of the columns, and others. */
const digits = (max: number) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: 12n }),
    fc.integer({ min: 0, max }).map((places) => 10n ** BigInt(places)),
    fc.bigInt({ min: 0n, max: 10n ** BigInt(max) }),
  )
const signed = (max: number) =>
  fc.tuple(digits(max), fc.boolean()).map(([one, isBelow]) => (isBelow ? -one : one))
const near = fc.constantFrom(-1n, 0n, 1n)

/** A decimal number as text. */
function written(raw: bigint, places: number): string {
  const text = String(raw < 0n ? -raw : raw).padStart(places + 1, '0')
  const point = text.length - places
  return `${raw < 0n ? '-' : ''}${text.slice(0, point)}${places > 0 ? `.${text.slice(point)}` : ''}`
}

const HOLDS: Readonly<Record<Comparison, (one: bigint, other: bigint) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
  '>=': (one, other) => one >= other,
  '>': (one, other) => one > other,
}

test.each([
  ['amount', 'transfer', 18, 27],
  ['amount', 'transaction', 6, 18],
  ['amount', 'transaction', 18, 18],
  ['fee', 'transaction', 18, 18],
  ['fee', 'transaction', 8, 18],
] as const)('%s of a %s, the coin with %i decimals', (word, resource, coinDecimals, most) => {
  const isOfCoin = resource === 'transaction'
  const asked = fc.record({
    raw: signed(26),
    places: fc.integer({ min: 0, max: most }),
    comparison: fc.constantFrom(...COMPARISONS),
    more: fc.integer({ min: 0, max: 4 }),
    by: near,
    other: fc.option(signed(40)),
  })
  fc.assert(
    fc.property(asked, ({ raw, places: any, comparison, more, by, other }) => {
      const places = isOfCoin ? coinDecimals : any
      const parts = partsOf(
        String(raw),
        isOfCoin ? 18 : places,
        word === 'fee' ? 1 : 2,
        word === 'fee' ? 2 : 3,
      )
      fc.pre(parts !== undefined)
      // The number itself, one that differs in its last digit or further down, or any other.
      const [wanted, wantedPlaces] = [other ?? raw * 10n ** BigInt(more * 6) + by, places + more * 6]
      const number = written(wanted, wantedPlaces)
      const { query } = parseQuery(`${word}${comparison}${number}`)
      expect(query, number).not.toBeNull()
      const names = [...(word === 'fee' ? FEE_PARTS : AMOUNT_PARTS)]
      const rest = word === 'fee' ? AMOUNT_PARTS : FEE_PARTS
      database.run('DELETE FROM items')
      database.run(
        `INSERT INTO items (flags, decimals, ${[...names, ...rest].join(', ')})
          VALUES (${Array.from({ length: 10 }, () => '?').join(', ')})`,
        word === 'fee' ? FEE : AMOUNT,
        isOfCoin ? OF_COIN : places,
        ...(parts ?? []),
        ...rest.map(() => 0),
      )
      const { where, fits } = compileSql(query, {
        resource,
        context: {
          ownAddress: undefined,
          ownToken: undefined,
          coin: { symbol: 'ETH', decimals: coinDecimals },
          labels: new Map(),
          zone: 'utc',
        },
        isOfToken: false,
        names: createNameSets(database),
      })
      const found = database.get<{ fits: number }>(
        `SELECT ${fits.sql} AS fits FROM items WHERE ${where.sql}`,
        ...fits.values,
        ...where.values,
      )
      const isTrue = HOLDS[comparison](raw * 10n ** BigInt(wantedPlaces), wanted * 10n ** BigInt(places))
      expect(found?.fits).toBe(isTrue ? 1 : undefined)
    }),
    { numRuns: 1_000 },
  )
})
