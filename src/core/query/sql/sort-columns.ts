/** What rows are sorted by, from the columns of items. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowFields, type RowContext } from '#shared/query/row-fields.ts'
import { addressName, firstOf, SORT_FIELDS, tokenName, type SortField } from '#shared/query/sort.ts'
import { inUnits, SORT_PLACES, wholeOf, type SortValue } from '#shared/query/sort-values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { HeldList } from '../lists-in-scope.ts'
import {
  AMOUNT,
  AMOUNT_PARTS,
  BLOCK,
  EXACT_DOLLARS,
  FEE,
  FEE_PARTS,
  nearestDollars,
  NEEDS_TOKEN,
  OF_COIN,
  PARTS_BEFORE_POINT,
  UNSURE,
  VALUE,
  VALUE_PARTS,
} from '../../rows/item-columns.ts'
import { COIN_PLACES, rawOf } from '../../rows/nine-digits.ts'
import { hasFlag } from './compile-sql.ts'

/** Of one list. */
export interface SortColumns {
  /** Of `flags`: rows that have one of them are read. */
  readonly unsure: number
  readonly columns: readonly string[]
  /** `values`: of the flags and then of each column, by row. */
  readonly valuesOf: (values: readonly (readonly number[])[]) => (row: number) => SortValue | undefined
  /** Where SQL can put rows in order: what has no value is told apart from what has one. */
  readonly order?: {
    readonly has: string
    readonly columns: readonly string[]
    /** It is near the order of the list, for the most part. */
    readonly isPlace?: boolean
  }
  /** Values are only near: of a row that was read it is made so. Rows with equal ones have to be compared exactly. */
  readonly nearest?: (value: SortValue) => SortValue
  /** Of `flags`: values of rows that have it are exact. */
  readonly exact?: number
}

type Values = readonly (readonly number[])[]

/** Undefined of what stands in no column. */
export function sortColumns(
  database: Database,
  { list, resource }: Pick<HeldList, 'list' | 'resource'>,
  by: string,
  context: RowContext,
): SortColumns | undefined {
  const fields = rowFields(resource)
  const unsure = listEndpoint(list).path.startsWith('/tokens/') ? UNSURE | NEEDS_TOKEN : UNSURE
  const { decimals } = context.coin
  const raw = (parts: readonly string[], bit: number, before: number): SortColumns => ({
    unsure: UNSURE,
    columns: parts,
    order: { has: hasFlag(bit), columns: parts },
    valuesOf:
      ([flags = [], ...columns]) =>
      (row) =>
        ((flags[row] ?? 0) & bit) === 0
          ? undefined
          : rawOf(columnsAt(columns, row), parts.length - before, COIN_PLACES),
  })
  const named = (column: string, isUnsure: number, read: (name: NameRow) => SortValue | undefined) => ({
    unsure: isUnsure,
    columns: [column],
    valuesOf: nameValues(database, read),
  })
  const ofAddress = ({ hash, text }: NameRow) =>
    addressName(`0x${Buffer.from(hash).toString('hex')}`, text === '' ? undefined : listIn(text)[0], context)
  const all: Partial<Record<SortField, SortColumns>> = {
    time: {
      unsure: UNSURE,
      columns: ['time'],
      order: { has: 'time >= 0', columns: ['time'], isPlace: true },
      valuesOf:
        ([, times = []]) =>
        (row) =>
          (times[row] ?? -1) < 0 ? undefined : times[row],
    },
    block: {
      unsure: UNSURE,
      columns: ['height'],
      order: { has: hasFlag(BLOCK), columns: ['height'], isPlace: true },
      valuesOf:
        ([flags = [], heights = []]) =>
        (row) =>
          ((flags[row] ?? 0) & BLOCK) === 0 ? undefined : heights[row],
    },
    ...(fields.amounts && { amount: amounts(decimals, unsure) }),
    ...(fields.value && { value: raw(VALUE_PARTS, VALUE, PARTS_BEFORE_POINT.value) }),
    ...(fields.fee && { fee: raw(FEE_PARTS, FEE, PARTS_BEFORE_POINT.fee) }),
    ...(fields.worth &&
      decimals === COIN_PLACES && {
        usd: {
          unsure,
          columns: ['dollars'],
          exact: EXACT_DOLLARS,
          nearest: (value) => (typeof value === 'bigint' ? nearestDollars(value) : value),
          valuesOf:
            ([, dollars = []]: Values) =>
            (row: number) =>
              dollars[row] ?? undefined,
        },
      }),
    ...(fields.from && { from: named('sender', UNSURE, ofAddress) }),
    ...(fields.to && { to: named('receiver', UNSURE, ofAddress) }),
    ...(fields.tokens && { token: named('token', unsure, ofToken) }),
    ...(fields.method && { method: named('method', UNSURE, ({ text }) => text.toLowerCase()) }),
    ...(fields.types && { type: named('types', UNSURE, ({ text }) => listIn(text)[0]?.toLowerCase()) }),
    ...(fields.ids && { id: named('ids', UNSURE, ({ text }) => firstOf(listIn(text), wholeOf)) }),
  }
  // What these rows don't have sorts none of them.
  return all[by as SortField] ?? (isField(by) && decimals === COIN_PLACES ? UNSORTED : undefined)
}

const isField = (by: string) => (SORT_FIELDS as readonly string[]).includes(by)
const UNSORTED: SortColumns = { unsure: 0, columns: [], valuesOf: () => () => undefined }

const columnsAt = (columns: Values, row: number) => columns.map((column) => column[row] ?? 0)

function amounts(coinDecimals: number, unsure: number): SortColumns {
  const behind = AMOUNT_PARTS.length - PARTS_BEFORE_POINT.amount
  return {
    unsure,
    columns: ['decimals', ...AMOUNT_PARTS],
    ...(coinDecimals === COIN_PLACES ? { order: { has: hasFlag(AMOUNT), columns: AMOUNT_PARTS } } : {}),
    valuesOf:
      ([flags = [], decimals = [], ...columns]) =>
      (row) => {
        if (((flags[row] ?? 0) & AMOUNT) === 0) return undefined
        const parts = columnsAt(columns, row)
        return decimals[row] === OF_COIN
          ? inUnits(rawOf(parts, behind, COIN_PLACES), coinDecimals)
          : rawOf(parts, behind, SORT_PLACES)
      },
  }
}

interface NameRow {
  readonly id: number
  readonly hash: Uint8Array
  readonly text: string
}

const listIn = (text: string) => JSON.parse(text) as readonly string[]

function ofToken({ text }: NameRow): string | undefined {
  const [hash = '', symbol = null, name = null] = JSON.parse(text) as (string | null)[]
  return tokenName({ address_hash: hash ?? '', symbol, name })
}

/** Each name is read once. */
function nameValues(database: Database, read: (name: NameRow) => SortValue | undefined) {
  return ([, numbers = []]: Values) => {
    const values = new Map<number, SortValue | undefined>()
    for (const name of database.all<NameRow>(
      'SELECT id, hash, text FROM names WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify([...new Set(numbers)]),
    ))
      values.set(name.id, read(name))
    return (row: number) => values.get(numbers[row] ?? 0)
  }
}
