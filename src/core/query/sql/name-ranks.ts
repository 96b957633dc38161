/** Ranks of names, in the order that rows are sorted by them. */
import { compareValues, type SortValue } from '#shared/query/sort-values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { ADDRESS } from '../../rows/names.ts'
import { countUntil } from '../count-until.ts'
import { createNameSets } from './name-sets.ts'
import { readNumbers } from './read-columns.ts'

export interface NameRow {
  readonly id: number
  readonly hash: Uint8Array
  readonly text: string
}
/** By the number of a name; NaN for a name without a value. Equal values have equal ranks. */
type Ranks = Float64Array

const NAME = 'SELECT id, hash, text FROM names WHERE'

/** The values of the names with these numbers; each name is read once. */
export function nameValues(
  database: Database,
  numbers: Float64Array,
  read: (name: NameRow) => SortValue | undefined,
): ReadonlyMap<number, SortValue | undefined> {
  const isThere = new Uint8Array(lastName(database) + 1)
  for (const number of numbers) isThere[number] = 1
  const wanted: number[] = []
  for (const [number, is] of isThere.entries()) if (is === 1) wanted.push(number)
  return new Map(
    database
      .all<NameRow>(`${NAME} id IN (SELECT value FROM json_each(?))`, JSON.stringify(wanted))
      .map((name) => [name.id, read(name)]),
  )
}

const lastName = (database: Database) =>
  database.get<{ id: number | null }>('SELECT max(id) AS id FROM names')?.id ?? 0

export function rankNames(values: ReadonlyMap<number, SortValue | undefined>): Ranks {
  const known = [...values].filter(([, value]) => value !== undefined)
  known.sort(([, one], [, other]) => compareValues(one, other, false))
  const ranks = new Float64Array(known.reduce((last, [id]) => Math.max(last, id), 0) + 1).fill(NaN)
  let rank = 0
  for (const [at, [id, value]] of known.entries()) {
    if (at > 0 && compareValues(known[at - 1]?.[1], value, false) !== 0) rank += 1
    ranks[id] = rank
  }
  return ranks
}

export function ranksOf(numbers: Float64Array, ranks: Ranks): Float64Array {
  const all = new Float64Array(numbers.length)
  for (let row = 0; row < numbers.length; row += 1) all[row] = ranks[numbers[row] ?? 0] ?? NaN
  return all
}

interface RankedAddresses {
  readonly last: number
  readonly labels: ReadonlyMap<string, string>
  readonly ranks: Ranks
}
/** The last ranks of each file, because they are asked for again in the other direction. */
const ranked = new WeakMap<Database, RankedAddresses>()

/**
 * Ranks of all addresses. Addresses without a name are in the order of an index, so that only the names of others are read
 * and compared. `labels`: of the person, by hash in lower case.
 */
export function rankAddresses(database: Database, labels: ReadonlyMap<string, string>): Ranks {
  const last = lastName(database)
  const known = ranked.get(database)
  if (known?.last === last && known.labels === labels) return known.ranks
  const names = createNameSets(database)
  const labelled = new Map(
    [...labels].flatMap(([hash, label]) => names.ofAddresses([hash]).map((id) => [id, label] as const)),
  )
  const unnamed = database.get<{ ids: Uint8Array | null; count: number }>(
    `SELECT CAST(group_concat(id) AS BLOB) AS ids, count(*) AS count
      FROM (SELECT id FROM names WHERE kind = ? AND text = '' ORDER BY hash)`,
    ADDRESS,
  )
  const plain = new Float64Array(unnamed?.count ?? 0)
  if (unnamed?.ids) readNumbers(unnamed.ids, plain)
  const called = database.get<{ ids: string; texts: string }>(
    `SELECT json_group_array(id) AS ids, json_group_array(text ->> 0) AS texts FROM names
      WHERE kind = ? AND text <> ''`,
    ADDRESS,
  )
  const texts = JSON.parse(called?.texts ?? '[]') as string[]
  const named = (JSON.parse(called?.ids ?? '[]') as number[])
    .map((id, at) => ({ id, text: texts[at] ?? '' }))
    .filter(({ id }) => !labelled.has(id))
  const ranks = mergeNames(
    labelled.size === 0 ? plain : plain.filter((id) => !labelled.has(id)),
    [...named, ...[...labelled].map(([id, text]) => ({ id, text }))]
      .map(({ id, text }) => ({ id, text: text.toLowerCase() }))
      .sort(({ text: one }, { text: other }) => (one < other ? -1 : one > other ? 1 : 0)),
    (id) => hashText(database, id),
    last,
  )
  ranked.set(database, { last, labels, ranks })
  return ranks
}

interface NamedAddress {
  readonly id: number
  readonly text: string
}

/** Merges both sorted lists. `hashOf`: the hash of an address without a name, which is compared. */
function mergeNames(
  plain: Float64Array,
  named: readonly NamedAddress[],
  hashOf: (id: number) => string,
  last: number,
): Ranks {
  const ranks = new Float64Array(last + 1).fill(NaN)
  let [rank, at, before] = [-1, 0, '']
  const addNamed = ({ id, text }: NamedAddress) => {
    if (text !== before || rank < 0) rank += 1
    ranks[id] = rank
    before = text
  }
  const addPlain = (end: number) => {
    for (; at < end; at += 1) ranks[plain[at] ?? 0] = rank += 1
  }
  for (const name of named) {
    // Only a name that looks like a hash is between two hashes.
    const place = name.text.startsWith(HASH)
      ? placeAmong(plain, name.text, hashOf)
      : name.text < HASH
        ? 0
        : plain.length
    addPlain(place)
    const next = plain[place]
    if (next !== undefined && place === at && name.text.startsWith(HASH) && hashOf(next) === name.text)
      ranks[name.id] = rank + 1
    else addNamed(name)
  }
  addPlain(plain.length)
  return ranks
}

const HASH = '0x'

/** Number of addresses before the text. */
const placeAmong = (plain: Float64Array, text: string, hashOf: (id: number) => string): number =>
  countUntil(plain.length, (at) => hashOf(plain[at] ?? 0) >= text)

function hashText(database: Database, id: number): string {
  const hash = database.get<Pick<NameRow, 'hash'>>('SELECT hash FROM names WHERE id = ?', id)?.hash
  return HASH + Buffer.from(hash ?? []).toString('hex')
}
