/**
 * Converts items to rows of typed values. A value that does not fit its column is null, and its original is in the
 * last column.
 */
import { invalidFieldsOf, parseRaw } from '../chain/invalid-fields.ts'
import { chainName } from '../chains.ts'
import { rowsInOrder, type UnreadItem } from '../lists/page.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import type { RowContext } from '../query/row-fields.ts'
import { exportFields, rowsOfItem } from './export-fields.ts'
import type { FieldType } from './field-kinds.ts'

/** Integers are bigints, times are in ms since 1970. */
export type Value = string | bigint | number | boolean | null

export interface Column {
  readonly name: string
  /** `decimal` and `binary`: an amount as a bigint (`convertAmounts`). */
  readonly type: FieldType | 'decimal' | 'binary'
}

/** The items of a page, with its unreadable items. */
export interface ExportPage {
  readonly items: readonly object[]
  readonly unread: readonly (Pick<UnreadItem, 'raw'> & Partial<UnreadItem>)[]
}

export interface RowTable {
  readonly columns: readonly Column[]
  /** Whether these are columns that somebody chose; then JSON has these members, in place of the item's. */
  readonly isPicked?: boolean
  /** Most items are one row. */
  rowsOf(page: ExportPage): readonly (readonly Value[])[]
}

/**
 * The name of the last column: JSON of the item's unreadable parts and of values that do not fit their column. Null
 * for most items.
 */
export const UNREAD_COLUMN = 'unread_json'

export function rowTable(resource: Resource, chainId: string | undefined, context: RowContext): RowTable {
  const fields = exportFields(resource)
  const chain: readonly Value[] = [
    chainId ?? null,
    chainId === undefined ? null : chainName(chainId),
    context.coin.symbol,
  ]
  const rowOf = (item: object): readonly Value[] => {
    const invalid = invalidFieldsOf(item).map(({ path, raw }) => [path.join('.'), parseRaw(raw)] as const)
    const unfit: [string, unknown][] = []
    const values = fields.map(({ name, type, read }) => {
      const given = read(item, context)
      const value = fit(type, given)
      if (value === undefined) unfit.push([name, given])
      return value ?? null
    })
    const left = [...invalid, ...unfit]
    return [...values, ...chain, left.length === 0 ? null : JSON.stringify(Object.fromEntries(left))]
  }
  return {
    columns: [
      ...fields.map(({ name, type }) => ({ name, type })),
      ...['chain_id', 'chain_name', 'coin', UNREAD_COLUMN].map((name) => ({ name, type: 'text' as const })),
    ],
    rowsOf: (page) =>
      rowsInOrder(page).flatMap((row) =>
        'item' in row
          ? rowsOfItem(row.item).map(rowOf)
          : [[...fields.map(() => null), ...chain, row.unread.raw]],
      ),
  }
}

const MIN_INTEGER = -(2n ** 63n)
const MAX_INTEGER = 2n ** 63n - 1n
/** Times are limited to the years 1 to 9999, which every program can read. */
const MIN_TIME = -62_135_596_800_000
const MAX_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

/** Converts a value to a column's type; undefined if the type can't hold it. */
function fit(type: FieldType, value: string | number | boolean | null | undefined): Value | undefined {
  if (value == null || value === '') return null
  switch (type) {
    case 'text':
    case 'amount':
    case 'list':
      return String(value)
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'time': {
      const at = Date.parse(String(value))
      return at >= MIN_TIME && at <= MAX_TIME ? at : undefined
    }
    case 'integer': {
      if (!/^-?\d{1,20}$/.test(String(value))) return undefined
      const whole = BigInt(value)
      return whole >= MIN_INTEGER && whole <= MAX_INTEGER ? whole : undefined
    }
  }
}
