/** What rows are sorted by, from the columns of items. */
import { listEndpoint } from '#shared/lists/list-table.ts'
import { rowFields, type RowContext, type TokenName } from '#shared/query/row-fields.ts'
import { eventText, fullTokenName, madeValue } from '#shared/query/made-values.ts'
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
import { COIN_PLACES, rawOf } from '../../rows/nine-digits.ts'
import { hasFlag } from './compile-sql.ts'
import { nameValues, rankAddresses, rankNames, ranksOf, type NameRow } from './name-ranks.ts'
import type { Column, Columns } from './read-columns.ts'

/** Of one list. */
export interface SortColumns {
  /** Of `flags`: rows that have one of them are read. */
  readonly unsure: number
  /** SQL of rows that have no value. */
  readonly lacks: string
  readonly columns: readonly Column[]
  /** Of a row that has a value, by the columns. */
  readonly valuesOf: (columns: Columns) => (row: number) => SortValue | undefined
  /** The columns themselves compare as the values do, in all lists. */
  readonly isPlain?: boolean
  /** They are near the order of the list, for the most part. */
  readonly isPlace?: boolean
  /** Numbers that compare as the values of this list do, the first counts most; NaN of a row that has none. */
  readonly keysOf?: (columns: Columns) => Columns
  /** Values are only near: of a row that was read it is made so. Rows with equal ones have to be compared exactly. */
  readonly nearest?: (value: SortValue) => SortValue
  /** SQL of rows whose value is only near. */
  readonly isNear?: string
}

/** Undefined of what stands in no column. */
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
  if (known || madeValue(resource, by, context)) return known
  // What these rows don't have sorts none of them.
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
    // No name has the number 0.
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
/** From so many rows on the names of all addresses are put in order, which an index knows. */
const MANY_ROWS = 20_000

const plainColumn = (sql: string): Column => ({ sql, values: [] })
/** The upper part of an amount and the lower ones are zero for most rows. */
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
