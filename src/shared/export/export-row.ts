/** The values of a row as its columns' types hold them. What does not fit is null, and kept as it came in a last column. */
import { oddFieldsOf, parseRaw } from '../chain/odd-fields.ts'
import { chainName } from '../chains.ts'
import { rowsInOrder, type UnreadItem } from '../lists/page.ts'
import type { Resource } from '../lists/list-endpoint.ts'
import type { RowContext } from '../query/row-fields.ts'
import { exportFields, rowsOfItem } from './export-fields.ts'
import type { FieldType } from './field-kinds.ts'

/** An integer as a bigint, a time in ms since 1970. */
export type Value = string | bigint | number | boolean | null

export interface Column {
  readonly name: string
  readonly type: FieldType
}

/** Items of a page, and what of it could not be read. */
export interface ExportPage {
  readonly items: readonly object[]
  readonly unread: readonly (Pick<UnreadItem, 'raw'> & Partial<UnreadItem>)[]
}

export interface RowTable {
  readonly columns: readonly Column[]
  /** One row for most items. */
  rowsOf(page: ExportPage): readonly (readonly Value[])[]
}

/** What of an item could not be read, or does not fit its column: JSON. Null for most. */
export const UNREAD_COLUMN = 'unread_json'

export function rowTable(resource: Resource, chainId: string | undefined, context: RowContext): RowTable {
  const fields = exportFields(resource)
  const chain: readonly Value[] = [
    chainId ?? null,
    chainId === undefined ? null : chainName(chainId),
    context.coin.symbol,
  ]
  const rowOf = (item: object): readonly Value[] => {
    const odd = oddFieldsOf(item).map(({ path, raw }) => [path.join('.'), parseRaw(raw)] as const)
    const unfit: [string, unknown][] = []
    const values = fields.map(({ name, type, read }) => {
      const given = read(item, context)
      const value = fit(type, given)
      if (value === undefined) unfit.push([name, given])
      return value ?? null
    })
    const left = [...odd, ...unfit]
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
/** So that every program can read them: the years 1 to 9999. */
const MIN_TIME = -62_135_596_800_000
const MAX_TIME = Date.UTC(9999, 11, 31, 23, 59, 59)

/** Undefined for what the type can't hold. */
function fit(type: FieldType, value: string | number | boolean | null | undefined): Value | undefined {
  if (value == null || value === '') return null
  switch (type) {
    case 'text':
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
