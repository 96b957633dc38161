/** What rows have in common, from columns: each group has a number, and the key that `groupOf` gives it. */
import type { Grouping } from '#shared/query/totals.ts'
import { dayOf, periodOf } from '#shared/query/values.ts'
import type { Columns } from '../../archive/columns/columns.ts'
import { ADDRESS_BYTES, ColumnDictionary } from '../../archive/columns/dictionary.ts'
import { textReader } from './text-columns.ts'

export interface GroupNumbers {
  /** The group of each row of a chunk. `own`: which addresses of the chunk are the one whose list it is. */
  groupsIn(columns: Columns, own: Uint8Array | undefined): (row: number) => number
  keyOf(group: number): string
  /** Undefined where no row was found in it. */
  find(key: string): number | undefined
}

const NOTHING = ''

export function createGroupNumbers(grouping: Grouping, zone: 'local' | 'utc'): GroupNumbers {
  if (grouping === 'counterparty') return counterparties()
  if (grouping === 'method') return ofTexts('method', (method) => method)
  if (grouping === 'token')
    return ofTexts('tokens', (tokens) => (JSON.parse(tokens) as [[string]])[0][0].toLowerCase())
  return ofTimes(grouping, zone)
}

/** Groups by their keys. */
function createKeys() {
  const keys: string[] = []
  const numbers = new Map<string, number>()
  return {
    keyOf: (group: number) => keys[group] ?? NOTHING,
    find: (key: string) => numbers.get(key),
    numberOf: (key: string): number => {
      let number = numbers.get(key)
      if (number === undefined) {
        number = keys.push(key) - 1
        numbers.set(key, number)
      }
      return number
    },
  }
}

function ofTexts(section: 'method' | 'tokens', readKey: (text: string) => string): GroupNumbers {
  const { numberOf, ...keys } = createKeys()
  const read = textReader((text) => numberOf(text === '' ? NOTHING : readKey(text)))
  return {
    ...keys,
    groupsIn(columns) {
      const numbers = columns.u16(section)
      const { textNumbers } = columns
      const groupOf = read(columns.dictionary)
      return (row) => groupOf(textNumbers[numbers[row] ?? 0] ?? 0)
    },
  }
}

function ofTimes(grouping: 'day' | 'month', zone: 'local' | 'utc'): GroupNumbers {
  const { numberOf, ...keys } = createKeys()
  const length = grouping === 'day' ? 10 : 7
  /** Of the last group: rows follow one another in time, for the most part. */
  let last = { group: -1, start: Infinity, end: -Infinity }
  const groupAt = (time: number): number => {
    if (time >= last.start && time < last.end) return last.group
    if (Number.isNaN(time)) return numberOf(NOTHING)
    const key = dayOf(new Date(time).toISOString(), zone).slice(0, length)
    const group = numberOf(key)
    const { start, end } = periodOf(key, zone)
    // Not where its year is none that can be typed.
    if (time >= start && time < end) last = { group, start, end }
    return group
  }
  return {
    ...keys,
    groupsIn(columns) {
      const times = columns.f64('time')
      return (row) => groupAt(times[row] ?? NaN)
    },
  }
}

const WORDS = ADDRESS_BYTES / 4
const ADDRESS = /^0x[0-9a-f]{40}$/

/** The other party; where a row has no two sides, the one it is about. */
function counterparties(): GroupNumbers {
  const addresses = new ColumnDictionary()
  let of: ColumnDictionary | undefined
  /** By their numbers in the dictionary of the columns. */
  let known = new Uint32Array(0)
  const groupsOfAddresses = ({ dictionary, addressNumbers }: Columns): Uint32Array => {
    if (of !== dictionary || known.length <= dictionary.addressCount) {
      const before = of === dictionary ? known : []
      known = new Uint32Array(2 * dictionary.addressCount + 1)
      known.set(before)
      of = dictionary
    }
    const groups = new Uint32Array(addressNumbers.length)
    for (let at = 1; at < groups.length; at += 1) {
      const number = addressNumbers[at] ?? 0
      if (known[number] === 0) known[number] = addresses.addressNumber(dictionary.words, WORDS * (number - 1))
      groups[at] = known[number] ?? 0
    }
    return groups
  }
  return {
    groupsIn(columns, own) {
      const [from, to, other] = [columns.u16('from'), columns.u16('to'), columns.u16('other')]
      const groups = groupsOfAddresses(columns)
      return (row) => {
        const [sender = 0, receiver = 0] = [from[row], to[row]]
        const isOut = sender !== 0 && own?.[sender] === 1
        return groups[isOut ? receiver : sender || receiver || (other[row] ?? 0)] ?? 0
      }
    },
    keyOf: (group) => (group === 0 ? NOTHING : addresses.hashOf(group)),
    find(key) {
      if (key === NOTHING) return 0
      if (!ADDRESS.test(key)) return undefined
      const bytes = new Uint8Array(ADDRESS_BYTES)
      bytes.set(Buffer.from(key.slice(2), 'hex'))
      return addresses.findAddress(new Uint32Array(bytes.buffer), 0)
    },
  }
}
