import type { ListId, ListItem } from '#shared/lists/list-table.ts'
import type { AnyListColumn, ListColumn } from './list-column.ts'
import { addressInternalTransactionsColumns } from './address-internal-transactions.columns.ts'
import { addressTokensColumns } from './address-tokens.columns.ts'
import { addressTransactionsColumns } from './address-transactions.columns.ts'
import { blocksColumns } from './blocks.columns.ts'
import { addressNftsColumns, tokenInstancesColumns } from './nfts.columns.ts'
import { stateChangesColumns } from './state-changes.columns.ts'
import { tokenTransfersColumns, tokenTransfersOfTokenColumns } from './token-transfers.columns.ts'
import { withdrawalsColumns } from './withdrawals.columns.ts'

type ColumnsOf = {
  readonly [Id in ListId]: (params: Readonly<Record<string, string>>) => readonly ListColumn<ListItem<Id>>[]
}

/** A list without its columns does not compile. */
const LIST_COLUMNS: ColumnsOf = {
  'token-transfers': () => tokenTransfersColumns,
  'address-tokens': () => addressTokensColumns,
  'address-internal-transactions': () => addressInternalTransactionsColumns,
  'transaction-state-changes': () => stateChangesColumns,
  'token-transfers-of-token': () => tokenTransfersOfTokenColumns,
  'token-instances': (params) => tokenInstancesColumns(params.address_hash),
  'address-blocks-validated': () => blocksColumns,
  'address-transactions': () => addressTransactionsColumns,
  'address-nfts': () => addressNftsColumns,
  'address-withdrawals': () => withdrawalsColumns,
}

/** All columns of a list, shown or not, in their order. */
export const columnsOf = (list: ListId, params: Readonly<Record<string, string>>): readonly AnyListColumn[] =>
  LIST_COLUMNS[list](params)
