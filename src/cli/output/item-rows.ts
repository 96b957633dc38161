/**
 * Converts items of a list to rows of the output. Table columns are derived from the fields that the filter language
 * knows for each kind of row.
 */
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { namesOnChain } from '#shared/chain/address-names.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import type { Coin } from '#shared/source.ts'
import { lineOfRow, valueOfRow } from '#shared/lists/own-text.ts'
import { rowTable, type Column, type ExportPage, type RowTable } from '#shared/export/export-row.ts'
import { jsonOfRow, pickColumns } from '#shared/export/pick-columns.ts'
import type { Resource, RowTarget } from '#shared/lists/list-endpoint.ts'
import type { UnreadItem } from '#shared/lists/page.ts'
import { rowFields, type Amount, type RowContext, type RowFields } from '#shared/query/row-fields.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'
import { formatAmount } from '#shared/units.ts'
import { csvValues } from '#core/export/csv-writer.ts'
import { UsageError } from './failures.ts'
import { describeTime } from './describe-time.ts'
import type { OutputColumn, OutputRow, RowShape } from './row-output.ts'

export interface ItemRows extends RowShape {
  /** One row; of chosen columns, one for each row that the item is. `target`: the thing that the row links to. */
  rowsOf(this: void, item: object, target: RowTarget | undefined): readonly OutputRow[]
  /** The original of an unreadable item. */
  unreadRow(this: void, unread: Pick<UnreadItem, 'raw' | 'text'>): OutputRow
}

interface TableColumn extends OutputColumn {
  readonly read: (item: object) => string
}

export function createItemRows(options: {
  readonly resource: Resource
  readonly chainId: string | undefined
  readonly context: RowContext
  /** Names of columns, in order; absent for those of the format. */
  readonly fields?: readonly string[] | undefined
}): ItemRows {
  const { resource, chainId, context, fields } = options
  if (fields) return createPickedRows(readFields(rowTable(resource, chainId, context), fields))
  const columns = tableColumns(rowFields(resource), context)
  const csv = rowTable(resource, chainId, context)
  const csvOf = (page: ExportPage) => csv.rowsOf(page).map((row) => csvValues(row, csv.columns))
  return {
    columns: [...columns, { name: 'opens' }],
    csvColumns: csv.columns.map(({ name }) => name),
    rowsOf: (item, target) => [
      {
        item: valueOfRow({ item }),
        get line() {
          return lineOfRow({ item })
        },
        get cells() {
          return [...columns.map(({ read }) => read(item)), describeTarget(target)]
        },
        get csv() {
          return csvOf({ items: [item], unread: [] })
        },
      },
    ],
    unreadRow: (unread) => ({
      item: valueOfRow({ unread }),
      get line() {
        return lineOfRow({ unread })
      },
      cells: ['unreadable', ...columns.map(() => '')],
      get csv() {
        return csvOf({ items: [], unread: [unread] })
      },
    }),
  }
}

/** Throws `UsageError` for a name that is no column. */
export function readFields(table: RowTable, fields: readonly string[] | undefined): RowTable {
  if (!fields) return table
  const { table: picked, missing } = pickColumns(table, fields)
  if (missing.length === 0) return picked
  throw new UsageError(
    `There is no column “${missing.join(', ')}” here. Columns are ${table.columns.map(({ name }) => name).join(', ')}.`,
  )
}

/** Columns of numbers are never cut. */
const NUMBERS: ReadonlySet<Column['type']> = new Set(['amount', 'integer', 'number'])

function createPickedRows(table: RowTable): ItemRows {
  const { columns } = table
  const read = (page: ExportPage): readonly OutputRow[] =>
    table.rowsOf(page).map((row) => ({ item: jsonOfRow(row, columns), cells: csvValues(row, columns) }))
  return {
    columns: columns.map(({ name, type }) => ({ name, isNumber: NUMBERS.has(type) })),
    rowsOf: (item) => read({ items: [item], unread: [] }),
    unreadRow: (unread) => read({ items: [], unread: [unread] })[0] ?? { item: null, cells: [] },
  }
}

function tableColumns(fields: RowFields<object>, context: RowContext): readonly TableColumn[] {
  const { block, time, method, from, to, parties, ids, amounts, fee } = fields
  const party = (name: string, read: (item: object) => AddressRef | null | undefined): TableColumn => ({
    name,
    read: (item) => describeParty(read(item), context),
  })
  const amountsOf = (item: object) => amounts?.(item, context) ?? []
  return [
    ...(block ? [{ name: 'block', isNumber: true, read: (item: object) => String(block(item) ?? '') }] : []),
    ...(time ? [{ name: 'time', isNumber: true, read: (item: object) => describeTime(time(item)) }] : []),
    ...(method ? [{ name: 'method', read: (item: object) => method(item, context) ?? '' }] : []),
    ...(from ? [party('from', from)] : []),
    ...(to ? [party('to', to)] : []),
    ...(!from && parties ? [party('address', (item) => parties(item)[0])] : []),
    ...(amounts
      ? [
          {
            name: 'amount',
            isNumber: true,
            read: (item: object) => amountsOf(item).map(describeAmount).join(' '),
          },
          { name: 'asset', read: (item: object) => describeAssets(amountsOf(item), fields, item, context) },
        ]
      : [{ name: 'token', read: (item: object) => describeAssets([], fields, item, context) }]),
    ...(ids
      ? [{ name: 'id', isNumber: true, read: (item: object) => ids(item).filter(isText).join(' ') }]
      : []),
    ...(fee
      ? [
          {
            name: 'fee',
            isNumber: true,
            read: (item: object) => describeFee(item, fee(item), context),
          },
        ]
      : []),
  ]
}

const isText = (text: string | null | undefined): text is string => text != null && text !== ''

/** The person's own label, else a name on the chain, else the whole address. */
function describeParty(party: AddressRef | null | undefined, { labels }: RowContext): string {
  if (!party) return ''
  return labels.get(party.hash.toLowerCase()) ?? namesOnChain(party)[0] ?? party.hash
}

/** The length of a unit: an address fits. */
const MAX_UNIT_LENGTH = 60

/** The fee with its token's name, or in coins. */
function describeFee(item: object, fee: string | null | undefined, { coin }: RowContext): string {
  const { amount, token } = paidFee(item as Transaction) ?? {}
  if (amount === undefined || !token) return formatAmount(fee ?? '', coin.decimals)
  return inToken(amount, token, coin)
}

/** An amount with its unit: of the token, or in coins. */
export function inToken(amount: string, token: Token | null | undefined, coin: Coin): string {
  const unit = token ? plainUnit(token.symbol ?? token.address_hash, MAX_UNIT_LENGTH) : coin.symbol
  return `${formatAmount(amount, (token ?? coin).decimals)} ${unit}`
}

/** All digits. */
const describeAmount = ({ raw, decimals }: Amount) => formatAmount(raw, decimals)

function describeAssets(
  amounts: readonly Amount[],
  { tokens }: RowFields<object>,
  item: object,
  context: RowContext,
): string {
  const named = amounts.length > 0 ? amounts.map(({ token }) => token) : (tokens?.(item, context) ?? [])
  return named
    .map((token) =>
      token === null ? context.coin.symbol : (token?.symbol ?? token?.name ?? token?.address_hash),
    )
    .filter(isText)
    .join(' ')
}

function describeTarget(target: RowTarget | undefined): string {
  switch (target?.kind) {
    case undefined:
      return ''
    case 'address':
    case 'token':
      return target.address
    case 'nft':
      return `${target.address} ${target.tokenId}`
    case 'transaction':
      return target.hash
    case 'block':
      return target.block
  }
}
