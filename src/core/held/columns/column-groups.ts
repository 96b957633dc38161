/** What rows have in common, from columns: each group by the key that `groupOf` gives it. */
import type { Grouping } from '#shared/query/totals.ts'
import { dayOf } from '#shared/query/values.ts'
import { ADDRESS_BYTES, type Columns } from '../../archive/columns/columns.ts'
import { rememberTexts } from './text-columns.ts'

/** The key of the group of each row of a chunk. `own`: numbers of the address whose list it is. */
export type GroupColumn = (columns: Columns, own: Uint8Array | undefined) => (row: number) => string

/** Days begin and end with one of these, in whatever zone. */
const QUARTER_MS = 15 * 60_000
const NOTHING = ''

export function groupColumn(grouping: Grouping, zone: 'local' | 'utc'): GroupColumn {
  if (grouping === 'counterparty') return counterparties
  if (grouping === 'method') return (columns) => textOf(columns, 'method')
  if (grouping === 'token') {
    const addressOf = rememberTexts((tokens) => (JSON.parse(tokens) as [[string]])[0][0].toLowerCase())
    return (columns) => {
      const text = textOf(columns, 'tokens')
      return (row) => {
        const tokens = text(row)
        return tokens === NOTHING ? NOTHING : addressOf(tokens)
      }
    }
  }
  const length = grouping === 'day' ? 10 : 7
  const days = new Map<number, string>()
  return (columns) => {
    const times = columns.f64('time')
    return (row) => {
      const time = times[row] ?? NaN
      if (Number.isNaN(time)) return NOTHING
      const quarter = Math.floor(time / QUARTER_MS)
      let day = days.get(quarter)
      if (day === undefined) {
        day = dayOf(new Date(time).toISOString(), zone).slice(0, length)
        days.set(quarter, day)
      }
      return day
    }
  }
}

function textOf(columns: Columns, section: 'method' | 'tokens') {
  const numbers = columns.u16(section)
  const texts = columns.has(section) ? columns.texts : []
  return (row: number) => {
    const number = numbers[row] ?? 0
    return number === 0 ? NOTHING : (texts[number - 1] ?? NOTHING)
  }
}

/** The other party; where a row has no two sides, the one it is about. */
const counterparties: GroupColumn = (columns, own) => {
  const [from, to, other] = [columns.u16('from'), columns.u16('to'), columns.u16('other')]
  const bytes = columns.bytesOf('addresses')
  const hashes: string[] = []
  const hashOf = (number: number) =>
    (hashes[number] ??= `0x${Buffer.from(
      bytes.buffer,
      bytes.byteOffset + (number - 1) * ADDRESS_BYTES,
      ADDRESS_BYTES,
    ).toString('hex')}`)
  return (row) => {
    const [sender = 0, receiver = 0] = [from[row], to[row]]
    const isOut = sender !== 0 && own?.[sender] === 1
    const number = isOut ? receiver : sender || receiver || (other[row] ?? 0)
    return number === 0 ? NOTHING : hashOf(number)
  }
}
