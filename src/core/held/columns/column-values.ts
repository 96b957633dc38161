/** What rows are sorted by, from columns. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { addressName, firstOf, tokenName, worthOf, type SortField } from '#shared/query/sort.ts'
import { inUnits, wholeOf, type SortValue } from '#shared/query/sort-values.ts'
import { COIN_DECIMALS, UNSURE, type Columns, type PackedToken } from '../../archive/columns/columns.ts'
import type { ColumnDictionary } from '../../archive/columns/dictionary.ts'
import type { HeldList } from '../held-lists.ts'
import { amountColumn, rawAt } from './number-columns.ts'
import { textReader } from './text-columns.ts'

type ValueOfRow = (row: number) => SortValue | undefined
/** Of one chunk; undefined where its columns don't know it of all rows. */
export type ColumnValues = (columns: Columns) => ValueOfRow | undefined

/** Undefined of a field that stands in no column. */
export function columnValues(
  { list, resource }: Pick<HeldList, 'list' | 'resource'>,
  by: string,
  context: RowContext,
): ColumnValues | undefined {
  const fields = rowFields(resource)
  const isOfToken = listEndpoint(list).path.startsWith('/tokens/')
  const { decimals } = context.coin
  const readers: Partial<Record<SortField, ReadColumn>> = {
    time: timeAt,
    block: blockAt,
    ...(fields.amounts && !isOfToken && { amount: (columns: Columns) => amountAt(columns, decimals) }),
    ...(fields.value && { value: (columns: Columns) => wholeAt(columns, 'value') }),
    ...(fields.fee && { fee: (columns: Columns) => wholeAt(columns, 'fee') }),
    ...(fields.worth && !isOfToken && { usd: worthColumn(decimals) }),
    ...(fields.from && { from: nameColumn('from', context) }),
    ...(fields.to && { to: nameColumn('to', context) }),
    ...(fields.tokens && !isOfToken && { token: textColumn('tokens', tokenOf) }),
    ...(fields.method && { method: textColumn('method', (method) => method.toLowerCase()) }),
    ...(fields.types && { type: textColumn('types', (types) => listOf(types)[0]?.toLowerCase()) }),
    ...(fields.ids && { id: textColumn('ids', (ids) => firstOf(listOf(ids), wholeOf)) }),
  }
  const reader = readers[by as SortField]
  return (
    reader &&
    ((columns) =>
      columns.bytesOf('flags').some((flags) => (flags & UNSURE) !== 0) ? undefined : reader(columns))
  )
}

type ReadColumn = (columns: Columns) => ValueOfRow

const listOf = (texts: string) => JSON.parse(texts) as readonly string[]

function tokenOf(tokens: string): string | undefined {
  const [[hash, symbol, name] = []] = JSON.parse(tokens) as readonly PackedToken[]
  return hash === undefined ? undefined : tokenName({ address_hash: hash, symbol, name })
}

/** Each text is read once. */
function textColumn(
  section: 'tokens' | 'method' | 'types' | 'ids',
  read: (text: string) => SortValue | undefined,
): ReadColumn {
  const values = textReader((text) => ({ value: read(text) }))
  return (columns) => {
    const numbers = columns.u16(section)
    const { textNumbers } = columns
    const valueOf = values(columns.dictionary)
    return (row) => {
      const text = textNumbers[numbers[row] ?? 0] ?? 0
      return text === 0 ? undefined : valueOf(text).value
    }
  }
}

/** Of addresses: one text for one address, or its sort would take more memory than its rows. */
function nameColumn(section: 'from' | 'to', context: RowContext): ReadColumn {
  const firstNames = textReader((names) => ({ value: listOf(names)[0] }))
  let of: ColumnDictionary | undefined
  let unnamed: string[] = []
  return (columns) => {
    const { addressNumbers, nameNumbers, dictionary } = columns
    if (of !== dictionary) unnamed = []
    of = dictionary
    const known = unnamed
    const nameOf = firstNames(dictionary)
    const numbers = columns.u16(section)
    return (row) => {
      const at = numbers[row] ?? 0
      if (at === 0) return undefined
      const [address, name] = [addressNumbers[at] ?? 0, nameNumbers[at] ?? 0]
      return name === 0
        ? (known[address] ??= addressName(dictionary.hashOf(address), undefined, context))
        : addressName(dictionary.hashOf(address), nameOf(name).value, context)
    }
  }
}

function worthColumn(coinDecimals: number): ReadColumn {
  return (columns) => {
    const amount = amountColumn(columns, 'amount')
    const decimals = columns.bytesOf('decimals')
    const prices = columns.u16('price')
    const { textNumbers, dictionary } = columns
    return (row) => {
      const raw = rawAt(amount, row)
      const price = textNumbers[prices[row] ?? 0] ?? 0
      if (raw === undefined || price === 0) return undefined
      const places = decimals[row] === COIN_DECIMALS ? coinDecimals : (decimals[row] ?? 0)
      return worthOf({ raw: String(raw), decimals: places, price: dictionary.texts[price] })
    }
  }
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
