/** Groups rows by number: by a name, or by a day or month. Several names can form one group. */
import { createIntervals, type TimeInterval } from '#shared/intervals.ts'
import type { RowContext } from '#shared/query/row-fields.ts'
import type { Group, Grouping, TotalsCounter } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { LargestFirst } from '../sort/largest-first.ts'
import { ADDRESS, METHOD, TOKEN } from '../../rows/names.ts'
import type { Sums } from './sums.ts'

export interface GroupNumbers {
  /** `key`: number of a name, or a time. */
  readonly numberOf: (key: number) => number
  /** Numbers of a group's names. */
  readonly keysOf: (number: number) => readonly number[]
  /** Greater than all numbers of names. */
  readonly nameCount: number
  /** Id of one row of each group, if it was asked for. */
  readonly firsts: Map<number, number>
  readonly textOf: (number: number) => string
  /** Number of the group with this text; undefined if no row has it. */
  readonly find: (text: string) => number | undefined
}

export interface Groups extends Pick<GroupNumbers, 'keysOf' | 'firsts'> {
  readonly count: number
  /** Numbers of groups, most rows first. */
  readonly slice: (offset: number, limit: number) => readonly number[]
  /** Groups of rows that were read, by number. */
  readonly read: ReadonlyMap<number, Group>
  /** Sums of the other groups by number, and of all together, if there are few enough. */
  readonly sums?: readonly Sums[]
  readonly all?: Sums
}

/** Adds the groups of rows that were read. `rows`: number of rows of the other groups, by number. */
export function finishGroups(
  { keysOf, firsts, textOf, find }: GroupNumbers,
  counter: TotalsCounter,
  rows: Float64Array,
): Groups {
  const read = new Map<number, Group>()
  const others: string[] = []
  for (const [text, group] of counter.groups) {
    const number = find(text)
    const isKnown = number !== undefined && (rows[number] ?? 0) > 0
    if (!isKnown) others.push(text)
    read.set(isKnown ? number : rows.length + others.length - 1, group)
  }
  const all = new Float64Array(rows.length + others.length)
  all.set(rows)
  for (const [number, group] of read) all[number] = (all[number] ?? 0) + group.rows
  // Numbers of names are sparse, so only those with rows are kept in memory.
  const used = Uint32Array.from(numbersWithRows(all))
  const order = new LargestFirst(
    Float64Array.from(used, (number) => all[number] ?? 0),
    (at) => {
      const number = used[at] ?? 0
      return number < rows.length ? textOf(number) : (others[number - rows.length] ?? '')
    },
  )
  const slice = (offset: number, limit: number) => order.slice(offset, limit).map((at) => used[at] ?? 0)
  return { keysOf, firsts, count: order.count, slice, read }
}

function numbersWithRows(rows: Float64Array): number[] {
  const numbers: number[] = []
  for (let number = 0; number < rows.length; number += 1) if ((rows[number] ?? 0) > 0) numbers.push(number)
  return numbers
}

export const numberGroups = (
  database: Database,
  grouping: Grouping,
  zone: RowContext['zone'],
): GroupNumbers =>
  grouping === 'day' || grouping === 'month'
    ? numberPeriods(grouping, zone)
    : numberNames(database, grouping === 'method' ? METHOD : grouping === 'token' ? TOKEN : ADDRESS)

function numberPeriods(by: 'day' | 'month', zone: RowContext['zone']): GroupNumbers {
  const intervalOf = createIntervals(by, zone)
  const byText = new Map<string, number>()
  const texts: string[] = []
  const numberOf = (text: string) => {
    let number = byText.get(text)
    if (number === undefined) byText.set(text, (number = texts.push(text) - 1))
    return number
  }
  let [last, lastNumber]: [TimeInterval | undefined, number] = [undefined, 0]
  return {
    numberOf(time) {
      if (time < 0) return numberOf('')
      const interval = intervalOf(time)
      if (interval !== last) {
        last = interval
        lastNumber = numberOf(dayOf(new Date(time).toISOString(), zone).slice(0, by === 'day' ? 10 : 7))
      }
      return lastNumber
    },
    keysOf: () => [],
    nameCount: 0,
    firsts: new Map(),
    textOf: (number) => texts[number] ?? '',
    find: (text) => byText.get(text),
  }
}

const EVENT = /^0x[0-9a-f]{64}$/

function numberNames(database: Database, kind: typeof ADDRESS | typeof TOKEN | typeof METHOD): GroupNumbers {
  const last = database.get<{ id: number | null }>('SELECT max(id) AS id FROM names')?.id ?? 0
  // One address can have several names, and so can one event.
  const firstOf = new Map<number, number>()
  const allOf = new Map<number, readonly number[]>()
  const shared = database.all<{ hash: Uint8Array }>(
    "SELECT hash FROM names WHERE kind = ? AND hash <> X'' GROUP BY hash HAVING count(*) > 1",
    kind,
  )
  const idsOf = (hash: Uint8Array) =>
    database
      .all<{ id: number }>('SELECT id FROM names WHERE kind = ? AND hash = ?', kind, hash)
      .map(({ id }) => id)
  for (const { hash } of shared) {
    const ids = idsOf(hash)
    const [first = 0] = ids
    allOf.set(first, ids)
    for (const id of ids) firstOf.set(id, first)
  }
  const numberOf = (id: number) => (firstOf.size === 0 ? id : (firstOf.get(id) ?? id))
  return {
    numberOf,
    keysOf: (number) => allOf.get(number) ?? [number],
    nameCount: last + 1,
    firsts: new Map(),
    textOf(number) {
      const name = database.get<{ hash: Uint8Array; text: string }>(
        'SELECT hash, text FROM names WHERE id = ?',
        number,
      )
      if (!name) return ''
      return name.hash.length === 0 ? name.text : `0x${Buffer.from(name.hash).toString('hex')}`
    },
    find(text) {
      if (text === '') return 0
      if (kind === METHOD && !EVENT.test(text))
        return database.get<{ id: number }>(
          "SELECT id FROM names WHERE kind = ? AND hash = X'' AND text = ?",
          kind,
          text,
        )?.id
      const [id] = idsOf(Buffer.from(text.slice(2), 'hex'))
      return id === undefined ? undefined : numberOf(id)
    },
  }
}
