/** The sort values of rows, from the columns of items. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowFields, type RowContext, type TokenName } from '#shared/query/row-fields.ts'
import { eventText, fullTokenName, computedValue } from '#shared/query/computed-values.ts'
import { SORT_FIELDS, type SortField } from '#shared/query/sort.ts'
import { addressName, firstOf, tokenName } from '#shared/query/sort-names.ts'
import { inUnits, SORT_PLACES, wholeOf, type SortValue } from '#shared/query/sort-values.ts'
import type { Database } from '#platform/sqlite/database.ts'
import type { LoadedList } from '../lists-in-scope.ts'
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
import { COIN_PLACES, rawOf } from '../../rows/amount-parts.ts'
import { hasFlag } from './compile-sql.ts'
import { nameValues, rankAddresses, rankNames, ranksOf, type NameRow } from './name-ranks.ts'
import type { Column, Columns } from './read-columns.ts'

/** Sorting of one list. */
export interface SortColumns {
  /** Bits of `flags`: rows with one of them have to be read. */
  readonly unsure: number
  /** SQL condition for rows without a value. */
  readonly lacks: string
  readonly columns: readonly Column[]
  /** The value of a row, from its columns. */
  readonly valuesOf: (columns: Columns) => (row: number) => SortValue | undefined
  /** The columns compare like the values, in all lists. */
  readonly isPlain?: boolean
  /** The columns are nearly in the order of the list. */
  readonly isPlace?: boolean
  /** Numbers that compare like the values of this list, the first most significant; NaN for rows without a value. */
  readonly keysOf?: (columns: Columns) => Columns
  /**
   * Set if keys are only approximate: converts the value of a read row to a key. Rows with equal keys have to be compared
   * exactly.
   */
  readonly nearest?: (value: SortValue) => SortValue
  /** SQL condition for rows whose value is approximate. */
  readonly isNear?: string
}

/** Undefined if the field is in no column. */
export function sortColumns(
  database: Database,
  { list, resource }: Pick<LoadedList, 'list' | 'resource'>,
  by: string,
  context: RowContext,
): SortColumns | undefined {
  const fields = rowFields(resource)
  const unsure = listEndpoint(list).path.startsWith('/tokens/') ? UNSURE | NEEDS_TOKEN : UNSURE
  const { decimals } = context.coin
  const ofAddress = ({ hash, text }: NameRow) =>
    addressName(`0x${Buffer.from(hash).toString('hex')}`, text === '' ? undefined : listIn(text)[0], context)
  const ofParty = (name: string): SortColumns => {
    const { keysOf, ...rest } = ofNames(database, name, UNSURE, ofAddress)
    return {
      ...rest,
      keysOf: (columns) =>
        (columns[0]?.length ?? 0) < MANY_ROWS
          ? (keysOf?.(columns) ?? [])
          : [ranksOf(columns[0] ?? NONE, rankAddresses(database, context.labels))],
    }
  }
  const all: Partial<Record<SortField, SortColumns>> = {
    time: ofPlace('time', 'time < 0'),
    block: ofPlace('height', `NOT ${hasFlag(BLOCK)}`),
    ...(fields.amounts && { amount: amounts(decimals, unsure) }),
    ...(fields.value && { value: ofParts(VALUE_PARTS, VALUE, PARTS_BEFORE_POINT.value) }),
    ...(fields.fee && { fee: ofParts(FEE_PARTS, FEE, PARTS_BEFORE_POINT.fee) }),
    ...(fields.worth &&
      decimals === COIN_PLACES && {
        usd: {
          unsure,
          lacks: 'dollars IS NULL',
          columns: [{ sql: 'coalesce(dollars, 0)', values: [], isReal: true }],
          isNear: `dollars IS NOT NULL AND NOT ${hasFlag(EXACT_DOLLARS)}`,
          nearest: (value) => (typeof value === 'bigint' ? nearestDollars(value) : value),
          isPlain: true,
          keysOf: (columns) => columns,
          valuesOf:
            ([dollars = NONE]) =>
            (row) =>
              dollars[row],
        },
      }),
    ...(fields.from && { from: ofParty('sender') }),
    ...(fields.to && { to: ofParty('receiver') }),
    ...(fields.tokens && {
      token: ofNames(database, 'token', unsure, ofToken(tokenName)),
      token_name: ofNames(database, 'token', unsure, ofToken(fullTokenName)),
      symbol: ofNames(
        database,
        'token',
        unsure,
        ofToken(({ symbol }) => symbol?.toLowerCase()),
      ),
    }),
    ...(fields.methodHash && {
      event: ofNames(database, 'method', UNSURE, ({ hash, text }) =>
        eventText(hash.length === 0 ? undefined : `0x${Buffer.from(hash).toString('hex')}`, text, context),
      ),
    }),
    ...(fields.method && {
      method: ofNames(database, 'method', UNSURE, ({ text }) =>
        text === '' ? undefined : text.toLowerCase(),
      ),
    }),
    ...(fields.types && {
      type: ofNames(database, 'types', UNSURE, ({ text }) => listIn(text)[0]?.toLowerCase()),
    }),
    ...(fields.ids && { id: ofNames(database, 'ids', UNSURE, ({ text }) => firstOf(listIn(text), wholeOf)) }),
  }
  const known = all[by as SortField]
  if (known || computedValue(resource, by, context)) return known
  // Rows without the field are not sorted by it.
  return isField(by) && decimals === COIN_PLACES ? UNSORTED : undefined
}

const ofPlace = (name: string, lacks: string): SortColumns => ({
  unsure: UNSURE,
  lacks,
  columns: [plainColumn(name)],
  isPlain: true,
  isPlace: true,
  keysOf: (columns) => columns,
  valuesOf:
    ([numbers = NONE]) =>
    (row) =>
      numbers[row],
})

const ofParts = (parts: readonly string[], bit: number, before: number): SortColumns => ({
  unsure: UNSURE,
  lacks: `NOT ${hasFlag(bit)}`,
  columns: parts.map(column),
  isPlain: true,
  keysOf: (columns) => columns,
  valuesOf: (columns) => (row) => rawOf(columnsAt(columns, row), parts.length - before, COIN_PLACES),
})

function ofNames(
  database: Database,
  name: string,
  unsure: number,
  read: (name: NameRow) => SortValue | undefined,
): SortColumns {
  return {
    unsure,
    // Names are numbered from 1, so 0 is no name.
    lacks: '0',
    columns: [plainColumn(name)],
    valuesOf: ([numbers = NONE]) => {
      const values = nameValues(database, numbers, read)
      return (row) => values.get(numbers[row] ?? 0)
    },
    keysOf: ([numbers = NONE]) => [ranksOf(numbers, rankNames(nameValues(database, numbers, read)))],
  }
}

const isField = (by: string) => (SORT_FIELDS as readonly string[]).includes(by)
const NONE = new Float64Array(0)
const UNSORTED: SortColumns = { unsure: 0, lacks: '1', columns: [], valuesOf: () => () => undefined }
/** From this number of rows on, the names of all addresses are ranked, because an index has them in order. */
const MANY_ROWS = 20_000

const plainColumn = (sql: string): Column => ({ sql, values: [] })
/** A column of an amount's highest or lowest part, which is zero for most rows. */
const column = (sql: string): Column => ({ sql, values: [], isRare: true })
const columnsAt = (columns: Columns, row: number) => columns.map((numbers) => numbers[row] ?? 0)

function amounts(coinDecimals: number, unsure: number): SortColumns {
  const behind = AMOUNT_PARTS.length - PARTS_BEFORE_POINT.amount
  const of = { unsure, lacks: `NOT ${hasFlag(AMOUNT)}` }
  const parts = AMOUNT_PARTS.map(column)
  if (coinDecimals === COIN_PLACES)
    return {
      ...of,
      columns: parts,
      isPlain: true,
      keysOf: (columns) => columns,
      valuesOf: (columns) => (row) => rawOf(columnsAt(columns, row), behind, SORT_PLACES),
    }
  return {
    ...of,
    columns: [plainColumn('decimals'), ...parts],
    valuesOf:
      ([decimals = NONE, ...columns]) =>
      (row) => {
        const all = columnsAt(columns, row)
        return decimals[row] === OF_COIN
          ? inUnits(rawOf(all, behind, COIN_PLACES), coinDecimals)
          : rawOf(all, behind, SORT_PLACES)
      },
  }
}

const listIn = (text: string) => JSON.parse(text) as readonly string[]

const ofToken =
  (read: (token: TokenName) => string | undefined) =>
  ({ text }: NameRow): string | undefined => {
    const [hash = '', symbol = null, name = null] = JSON.parse(text) as (string | null)[]
    return read({ address_hash: hash ?? '', symbol, name })
  }
