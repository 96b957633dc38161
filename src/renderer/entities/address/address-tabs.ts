import type { ListId } from '#shared/lists/list-table.ts'

/** The lists of an address in the order of the tabs; `id` stands in the URL. */
export const ADDRESS_TABS = [
  { id: 'transactions', list: 'address-transactions', counter: 'transactions_count' },
  { id: 'internal', list: 'address-internal-transactions' },
  { id: 'tokens', list: 'address-tokens' },
  { id: 'nfts', list: 'address-nfts' },
  { id: 'blocks', list: 'address-blocks-validated', counter: 'validations_count' },
  { id: 'withdrawals', list: 'address-withdrawals' },
] as const satisfies readonly {
  readonly id: string
  readonly list: ListId
  readonly counter?: 'transactions_count' | 'validations_count'
}[]

export type AddressTab = (typeof ADDRESS_TABS)[number]

/** The tab of this id; the first where there is none of it. */
export const addressTab = (id: unknown): AddressTab =>
  ADDRESS_TABS.find((tab) => tab.id === id) ?? ADDRESS_TABS[0]
