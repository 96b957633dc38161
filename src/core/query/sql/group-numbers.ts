/** Groups by number: what their rows have in common is a name or a time, and several of these can be one group. */
import type { RowContext } from '#shared/query/row-fields.ts'
import type { Group, Grouping, TotalsCounter } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { LargestFirst } from '../sort/largest-first.ts'
import { ADDRESS, METHOD, TOKEN } from '../../rows/names.ts'
import type { Sums } from './sums.ts'

/** In ms: all days of all zones begin with one. */
export const QUARTER_HOUR = 900_000

export interface Groups {
  /** By number: the keys of its rows, and one of its rows. */
  readonly keys: readonly (readonly number[])[]
  readonly firsts: readonly number[]
  readonly order: LargestFirst
  /** Groups of rows that were read, by number. */
  readonly read: ReadonlyMap<number, Group>
  /** What the others add up to, by number, and all of them together; where they are few enough. */
  readonly sums?: readonly Sums[]
  readonly all?: Sums
}

/** Groups by number, in the order they were met. */
export class GroupNumbers {
  readonly #namer: GroupNamer
  readonly #byKey = new Map<number, number>()
  readonly #bySame = new Map<number | string, number>()
  readonly #keys: number[][] = []
  readonly #firsts: number[] = []

  constructor(namer: GroupNamer) {
    this.#namer = namer
  }

  /** `id`: of a row that has this key. */
  numberOf(key: number, id: number): number {
    let number = this.#byKey.get(key)
    if (number !== undefined) return number
    const same = this.#namer.same(key)
    number = this.#bySame.get(same)
    if (number === undefined) {
      number = this.#keys.push([]) - 1
      this.#bySame.set(same, number)
      this.#firsts.push(id)
    }
    this.#byKey.set(key, number)
    this.#keys[number]?.push(key)
    return number
  }

  /** With groups of rows that were read. `rowsOf`: of the others. */
  finish(counter: TotalsCounter, rowsOf: (number: number) => number): Groups {
    const keys = this.#keys
    const read = new Map<number, Group>()
    const others: string[] = []
    for (const [text, group] of counter.groups) {
      const number = this.#namer.find(text).flatMap((key) => this.#bySame.get(this.#namer.same(key)) ?? [])[0]
      if (number === undefined) others.push(text)
      read.set(number ?? keys.length + others.length - 1, group)
    }
    const rows = Float64Array.from(
      { length: keys.length + others.length },
      (_, number) => (number < keys.length ? rowsOf(number) : 0) + (read.get(number)?.rows ?? 0),
    )
    const order = new LargestFirst(rows, (number) =>
      number < keys.length
        ? this.#namer.textOf(keys[number]?.[0] ?? 0)
        : (others[number - keys.length] ?? ''),
    )
    return { keys, firsts: this.#firsts, order, read }
  }
}

interface GroupNamer {
  /** The same for all keys of one group. */
  readonly same: (key: number) => number | string
  readonly textOf: (key: number) => string
  /** Keys that stand for a text. */
  readonly find: (text: string) => readonly number[]
}

/** What the numbers of a grouping stand for. */
export function groupNamer(database: Database, grouping: Grouping, zone: RowContext['zone']): GroupNamer {
  const periods = new Map<number, string>()
  const periodOf = (quarter: number) => {
    if (quarter < 0) return ''
    let text = periods.get(quarter)
    if (text === undefined) {
      text = dayOf(new Date(quarter * QUARTER_HOUR).toISOString(), zone).slice(0, grouping === 'day' ? 10 : 7)
      periods.set(quarter, text)
    }
    return text
  }
  if (grouping === 'day' || grouping === 'month')
    return {
      same: periodOf,
      textOf: periodOf,
      find: (text: string) =>
        text === '' ? [-1] : [...periods].flatMap(([quarter, one]) => (one === text ? [quarter] : [])),
    }
  const kind = grouping === 'method' ? METHOD : grouping === 'token' ? TOKEN : ADDRESS
  // One address can have several names.
  const firsts = new Map<number, number>()
  if (kind !== METHOD)
    for (const { ids } of database.all<{ ids: string }>(
      'SELECT json_group_array(id) AS ids FROM names WHERE kind = ? GROUP BY hash HAVING count(*) > 1',
      kind,
    )) {
      const all = JSON.parse(ids) as number[]
      for (const id of all) firsts.set(id, all[0] ?? id)
    }
  return {
    same: (id: number) => firsts.get(id) ?? id,
    textOf(id: number) {
      const name = database.get<{ hash: Uint8Array; text: string }>(
        'SELECT hash, text FROM names WHERE id = ?',
        id,
      )
      if (!name) return ''
      return kind === METHOD ? name.text : `0x${Buffer.from(name.hash).toString('hex')}`
    },
    find: (text: string): number[] =>
      text === ''
        ? [0]
        : database
            .all<{ id: number }>(
              `SELECT id FROM names WHERE kind = ? AND ${kind === METHOD ? 'text' : 'hash'} = ?`,
              kind,
              kind === METHOD ? text : Buffer.from(text.slice(2), 'hex'),
            )
            .map(({ id }) => id),
  }
}
