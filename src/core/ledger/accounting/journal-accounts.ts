/**
 * The accounts of a journal: holdings, fees, block rewards, and for other movements an account named by how the asset
 * moved. A chain does not say what is income or an expense.
 */
import type { MovementRule } from '#shared/rpc/contract/ledger.ts'
import type { Book } from './book.ts'
import type { Entry } from './group-entries.ts'

export const OPENING_ACCOUNT = 'Equity:Opening-Balances'
const TRADE_ACCOUNT = 'Equity:Trades'

const BY_RULE: Readonly<Record<MovementRule, string>> = {
  genesis: OPENING_ACCOUNT,
  deposit: 'Equity:Transfers:Deposit',
  value: 'Equity:Transfers:Value',
  creation: 'Equity:Transfers:Creation',
  fee: 'Expenses:Fees',
  internal: 'Equity:Transfers:Internal',
  'self-destruct': 'Equity:Transfers:Self-Destruct',
  transfer: 'Equity:Transfers:Token',
  mint: 'Equity:Transfers:Mint',
  burn: 'Equity:Transfers:Burn',
  wrapped: 'Equity:Transfers:Wrapped',
  withdrawal: 'Equity:Transfers:Withdrawal',
  'block-reward': 'Income:Block-Rewards',
  manual: 'Equity:Transfers:By-Hand',
}

export const assetAccountOf = ({ chain, address }: Book) => `Assets:${accountPart(chain.name)}:${address}`

/** The account that balances a movement. */
export const otherAccount = (rule: MovementRule, { trade }: Entry) =>
  trade && rule !== 'fee' ? TRADE_ACCOUNT : BY_RULE[rule]

export const accountsOf = (book: Book): readonly string[] => [
  assetAccountOf(book),
  ...new Set([TRADE_ACCOUNT, ...Object.values(BY_RULE)]),
]

/** The name reduced to letters, digits and hyphens, beginning with a capital letter or a digit, as beancount requires. */
function accountPart(name: string): string {
  const plain = name
    .slice(0, 60)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return plain === '' ? 'Chain' : `${plain.slice(0, 1).toUpperCase()}${plain.slice(1)}`
}
