/** What rows are sorted by, from columns. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { inUnits, type SortField, type SortValue } from '#shared/query/sort.ts'
import { COIN_DECIMALS, UNSURE, type Columns } from '../../archive/columns/columns.ts'
import type { HeldList } from '../held-lists.ts'
import { amountColumn, rawAt } from './number-columns.ts'

type ValueOfRow = (row: number) => SortValue | undefined
/** Of one chunk; undefined where its columns don't know it of all rows. */
export type ColumnValues = (columns: Columns) => ValueOfRow | undefined

/** Undefined of a field that stands in no column. */
export function columnValues(
  { list, resource }: Pick<HeldList, 'list' | 'resource'>,
  by: string,
  { coin }: RowContext,
): ColumnValues | undefined {
  const fields = rowFields(resource)
  const isOfToken = listEndpoint(list).path.startsWith('/tokens/')
  const readers: Partial<Record<SortField, (columns: Columns) => ValueOfRow>> = {
    time: timeAt,
    block: blockAt,
    ...(fields.amounts && !isOfToken && { amount: (columns: Columns) => amountAt(columns, coin.decimals) }),
    ...(fields.value && { value: (columns: Columns) => wholeAt(columns, 'value') }),
    ...(fields.fee && { fee: (columns: Columns) => wholeAt(columns, 'fee') }),
    ...(fields.method && { method: methodAt }),
  }
  const reader = readers[by as SortField]
  return (
    reader &&
    ((columns) =>
      columns.bytesOf('flags').some((flags) => (flags & UNSURE) !== 0) ? undefined : reader(columns))
  )
}

function timeAt(columns: Columns): ValueOfRow {
  const times = columns.f64('time')
  return (row) => {
    const time = times[row] ?? NaN
    return Number.isNaN(time) ? undefined : time
  }
}

function blockAt(columns: Columns): ValueOfRow {
  const blocks = columns.u32('block')
  return (row) => {
    const block = blocks[row] ?? 0
    return block === 0 ? undefined : block - 1
  }
}

function wholeAt(columns: Columns, name: 'value' | 'fee'): ValueOfRow {
  const column = amountColumn(columns, name)
  return (row) => rawAt(column, row)
}

function amountAt(columns: Columns, coinDecimals: number): ValueOfRow {
  const column = amountColumn(columns, 'amount')
  const decimals = columns.bytesOf('decimals')
  return (row) => {
    const raw = rawAt(column, row)
    const places = decimals[row] === COIN_DECIMALS ? coinDecimals : (decimals[row] ?? 0)
    return raw === undefined ? undefined : inUnits(raw, places)
  }
}

function methodAt(columns: Columns): ValueOfRow {
  const numbers = columns.u16('method')
  const {
    textNumbers,
    dictionary: { texts },
  } = columns
  return (row) => {
    const number = textNumbers[numbers[row] ?? 0] ?? 0
    return number === 0 ? undefined : texts[number]?.toLowerCase()
  }
}
