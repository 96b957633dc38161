/** Name, noun and empty text of every list. Texts are message ids and are translated when they are shown. */
import type { ListId } from '#shared/lists/list-table.ts'
import { $msgid, $nmsgid, type Noun } from '#shared/text/gettext.ts'

export interface ListWords {
  readonly title: string
  readonly noun: Noun
  /** The sentence for a list without rows. */
  readonly empty: string
}

export const LIST_WORDS: Readonly<Record<ListId, ListWords>> = {
  'token-holders': {
    title: $msgid('Holders'),
    noun: $nmsgid('holder', 'holders'),
    empty: $msgid('Nobody holds this token.'),
  },
  'instance-transfers': {
    title: $msgid('Transfers'),
    noun: $nmsgid('transfer', 'transfers'),
    empty: $msgid('This NFT has not been moved since it is known here.'),
  },
  'instance-holders': {
    title: $msgid('Holders'),
    noun: $nmsgid('holder', 'holders'),
    empty: $msgid('Nobody holds this NFT: it was burnt.'),
  },
  'token-transfers': {
    title: $msgid('Transfers'),
    noun: $nmsgid('transfer', 'transfers'),
    empty: $msgid('No token transfers on this chain yet.'),
  },
  'latest-transactions': {
    title: $msgid('Transactions'),
    noun: $nmsgid('transaction', 'transactions'),
    empty: $msgid('No transactions on this chain yet.'),
  },
  'latest-blocks': {
    title: $msgid('Blocks'),
    noun: $nmsgid('block', 'blocks'),
    empty: $msgid('No blocks on this chain yet.'),
  },
  'advanced-filters': {
    title: $msgid('Activity'),
    noun: $nmsgid('transaction, call or transfer', 'transactions, calls and transfers'),
    empty: $msgid('No transaction, call or transfer on this chain is as the filters say.'),
  },
  tokens: {
    title: $msgid('Tokens'),
    noun: $nmsgid('token', 'tokens'),
    empty: $msgid('No tokens on this chain yet.'),
  },
  search: {
    title: $msgid('Search results'),
    noun: $nmsgid('result', 'results'),
    empty: $msgid('Nothing on this source has such a name.'),
  },
  'block-transactions': {
    title: $msgid('Transactions'),
    noun: $nmsgid('transaction', 'transactions'),
    empty: $msgid('This block has no transactions.'),
  },
  'block-internal-transactions': {
    title: $msgid('Internal'),
    noun: $nmsgid('internal transaction', 'internal transactions'),
    empty: $msgid('No contract called another one in this block.'),
  },
  'block-withdrawals': {
    title: $msgid('Withdrawals'),
    noun: $nmsgid('withdrawal', 'withdrawals'),
    empty: $msgid('No validator was paid out in this block.'),
  },
  'transaction-token-transfers': {
    title: $msgid('Transfers'),
    noun: $nmsgid('token transfer', 'token transfers'),
    empty: $msgid('This transaction moved no tokens.'),
  },
  'transaction-internal-transactions': {
    title: $msgid('Internal'),
    noun: $nmsgid('internal transaction', 'internal transactions'),
    empty: $msgid('No contract called another one in this transaction.'),
  },
  'address-logs': {
    title: $msgid('Logs'),
    noun: $nmsgid('log', 'logs'),
    empty: $msgid('This address has logged no events.'),
  },
  'transaction-logs': {
    title: $msgid('Logs'),
    noun: $nmsgid('log', 'logs'),
    empty: $msgid('No contract logged an event in this transaction.'),
  },
  'address-coin-balances': {
    title: $msgid('Balance'),
    noun: $nmsgid('change', 'changes'),
    empty: $msgid('The balance of this address has not changed on this chain.'),
  },
  'address-tokens': {
    title: $msgid('Tokens'),
    noun: $nmsgid('token', 'tokens'),
    empty: $msgid('This address holds no tokens on this chain.'),
  },
  'address-token-transfers': {
    title: $msgid('Transfers'),
    noun: $nmsgid('transfer', 'transfers'),
    empty: $msgid('No token transfers to or from this address yet.'),
  },
  'address-internal-transactions': {
    title: $msgid('Internal'),
    noun: $nmsgid('internal transaction', 'internal transactions'),
    empty: $msgid('No contract has called this address, and it has called none, inside a transaction.'),
  },
  'transaction-state-changes': {
    title: $msgid('State changes'),
    noun: $nmsgid('change', 'changes'),
    empty: $msgid('This transaction changed no balance.'),
  },
  'token-transfers-of-token': {
    title: $msgid('Transfers'),
    noun: $nmsgid('transfer', 'transfers'),
    empty: $msgid('No transfers of this token yet.'),
  },
  'token-instances': {
    title: $msgid('Instances'),
    noun: $nmsgid('instance', 'instances'),
    empty: $msgid('This token has no instances.'),
  },
  'address-blocks-validated': {
    title: $msgid('Blocks'),
    noun: $nmsgid('block', 'blocks'),
    empty: $msgid('This address has validated no blocks on this chain.'),
  },
  'address-transactions': {
    title: $msgid('Transactions'),
    noun: $nmsgid('transaction', 'transactions'),
    empty: $msgid('This address has no transactions on this chain.'),
  },
  'address-nfts': {
    title: $msgid('NFTs'),
    noun: $nmsgid('NFT', 'NFTs'),
    empty: $msgid('This address holds no NFTs on this chain.'),
  },
  'address-nft-collections': {
    title: $msgid('By collection'),
    noun: $nmsgid('collection', 'collections'),
    empty: $msgid('This address holds no NFTs.'),
  },
  'address-withdrawals': {
    title: $msgid('Withdrawals'),
    noun: $nmsgid('withdrawal', 'withdrawals'),
    empty: $msgid('No validator has withdrawn to this address.'),
  },
  'address-user-operations': {
    title: $msgid('Operations'),
    noun: $nmsgid('operation', 'operations'),
    empty: $msgid('This account has sent no user operations.'),
  },
  'address-authorizations': {
    title: $msgid('Authorizations'),
    noun: $nmsgid('authorization', 'authorizations'),
    empty: $msgid('This account has authorized no delegation.'),
  },
}
