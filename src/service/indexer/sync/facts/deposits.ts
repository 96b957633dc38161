import { ZERO_ADDRESS } from '../../model/hex.ts'
import { REFUSED } from '#platform/json-rpc/node-failure.ts'
import { addUpBalances } from '../../store/add-up-balances.ts'
import { decodeAmount } from '../../store/amounts.ts'
import { type DepositRow, TRANSFER, type TransferRow } from '../../store/table-rows.ts'
import type { IndexStore } from '../../store/index-store.ts'
import type { SyncContext } from '../sync-context.ts'
import { fetchTokenBalances } from './token-balances.ts'

/** Accounts whose balances prove what deposits do. */
const MAX_WITNESSES = 20

/** Contracts looked at in one step. */
const BATCH_SIZE = 20

/** Background step: finds out of contracts whether their deposits mint a token. True where something was found out. */
export async function fetchNextDeposits(context: SyncContext): Promise<boolean> {
  const { database } = context.store
  const unproven = database.all<{ address: number }>(
    'SELECT address FROM depositary WHERE mints IS NULL ORDER BY random() LIMIT ?',
    BATCH_SIZE,
  )
  for (const { address } of unproven) if (await prove(context, address)) return true
  return false
}

/** False while it can't be known: whoever deposited has withdrawn as much, the node refuses, or the chain moves. */
async function prove(context: SyncContext, address: number): Promise<boolean> {
  const { store } = context
  const head = store.head()
  const deposits = store.deposits.depositsOf(address)
  const witnesses = [...sumByAccount(store, deposits)]
    .filter(([holder, sum]) => sum !== 0n && store.hasTransfers(address, holder))
    .slice(-MAX_WITNESSES)
  if (!head || witnesses.length === 0) return false
  const balances = await fetchTokenBalances(
    context,
    witnesses.map(([holder]) => ({ token: address, holder, type: 'ERC-20', tokenId: null })),
    head,
    { priority: 'background' },
  )
  if (balances.includes(REFUSED)) return false
  if (!store.database.isOpen || store.head()?.hash !== head.hash) return false
  const known = witnesses.map(([holder]) => store.balances.valueOf(address, holder))
  const agree = (values: readonly bigint[]) =>
    values.filter((value, index) => value === balances[index]).length
  const withDeposits = agree(witnesses.map(([, sum], index) => (known[index] ?? 0n) + sum))
  const mints = withDeposits > agree(known) && isAmounts(store, address)
  store.write(() => {
    if (mints) writeTransfers(store, address, deposits)
    store.deposits.decide(address, mints)
  })
  return true
}

function isAmounts({ tokens }: IndexStore, address: number): boolean {
  const type = tokens.typeOf(address)
  return type === null || type === 'ERC-20'
}

/** Sums of deposits by account, the latest last. */
function sumByAccount({ addresses }: IndexStore, deposits: readonly DepositRow[]): Map<number, bigint> {
  const sums = new Map<number, bigint>()
  const zero = addresses.find(ZERO_ADDRESS)
  for (const { sender, receiver, value } of deposits) {
    const account = sender === zero ? receiver : sender
    const sum = (sums.get(account) ?? 0n) + (sender === zero ? 1n : -1n) * decodeAmount(value)
    sums.delete(account)
    sums.set(account, sum)
  }
  return sums
}

/** The deposits are transfers from and to nobody, as they would be if they had been known for it in their blocks. */
function writeTransfers(store: IndexStore, token: number, deposits: readonly DepositRow[]) {
  const { database, tokens } = store
  const rows = deposits.map(({ log, tx, sender, receiver, value }): TransferRow => ({
    log,
    item: 0,
    tx,
    token,
    type: 'ERC-20',
    sender,
    receiver,
    token_id: null,
    value,
  }))
  database.insertRows(TRANSFER, rows)
  for (const { log, tx, sender, receiver } of rows) {
    tokens.addTransfer(token, 'ERC-20', log)
    database.send('DELETE FROM state_change WHERE tx = ?', tx)
    database.send('UPDATE tx SET transfers = transfers + 1 WHERE position = ?', tx)
    database.send('UPDATE address SET transfers = transfers + 1 WHERE id IN (?, ?)', sender, receiver)
    store.totals.transfers++
  }
  const [first] = deposits
  if (first)
    database.send('UPDATE token SET first_log = ?1 WHERE address = ?2 AND first_log > ?1', first.log, token)
  tokens.markSupplyChanged(token)
  tokens.flush()
  addUpBalances(store, token)
}
