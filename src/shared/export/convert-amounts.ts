/** Amounts of a table as another type than text, for programs that cast none. */
import { UNREAD_COLUMN, type Column, type RowTable, type Value } from './export-row.ts'

/**
 * `decimal`: up to 38 digits, which most programs add up exactly. `double`: 15 digits are right. `binary`: 32 bytes,
 * the highest first; below zero in two's complement.
 */
export const AMOUNT_FORMS = ['string', 'decimal', 'double', 'binary'] as const
export type AmountForm = (typeof AMOUNT_FORMS)[number]

const TYPES = { decimal: 'decimal', double: 'number', binary: 'binary' } as const

/** An amount that the type can't hold is null, and stands in the last column, as what could not be read. */
export function convertAmounts(table: RowTable, form: AmountForm): RowTable {
  if (form === 'string') return table
  const { columns } = table
  const unread = columns.findIndex(({ name }) => name === UNREAD_COLUMN)
  const rowOf = (row: readonly Value[]): readonly Value[] => {
    const unfit: Record<string, Value> = {}
    const values = columns.map(({ name, type }, at) => {
      const value = row[at] ?? null
      if (type !== 'amount' || value === null) return value
      const converted = convert(form, String(value))
      if (converted === undefined) unfit[name] = value
      return converted ?? null
    })
    if (Object.keys(unfit).length > 0 && unread >= 0)
      values[unread] = JSON.stringify({ ...parseObject(values[unread]), ...unfit })
    return values
  }
  return {
    ...table,
    columns: columns.map((column): Column =>
      column.type === 'amount' ? { ...column, type: TYPES[form] } : column,
    ),
    rowsOf: (page) => table.rowsOf(page).map(rowOf),
  }
}

/** A row with amounts is readable, so that what stands there is an object of its parts. */
const parseObject = (json: Value | undefined) => (json == null ? {} : (JSON.parse(String(json)) as object))

const MAX_DECIMAL = 10n ** 38n
const MAX_BINARY = 2n ** 256n
const MIN_BINARY = -(2n ** 255n)

function convert(form: keyof typeof TYPES, text: string): bigint | number | undefined {
  if (!/^-?\d{1,80}$/.test(text)) return undefined
  if (form === 'double') return Number(text)
  const whole = BigInt(text)
  if (form === 'decimal') return whole > -MAX_DECIMAL && whole < MAX_DECIMAL ? whole : undefined
  return whole >= MIN_BINARY && whole < MAX_BINARY ? whole : undefined
}
