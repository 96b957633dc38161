import { type AddressCounts, countsOf, subtractCounts } from './address-counts.ts'
import type { IndexDatabase } from './index-database.ts'
import { saveUndone, type IndexStore } from './index-store.ts'
import { positionOf } from './positions.ts'
import { decodeAmount } from './amounts.ts'

/**
 * Removes every block above `height` and all data that came from them. Only within a database transaction. The time it
 * takes depends on the content of those blocks, not on the size of the index.
 */
export function undoBlocks(store: IndexStore, height: number) {
  const first = positionOf(height + 1, 0)
  store.undone.push(height)
  saveUndone(store.database, height)
  store.balances.clear()
  undoTotals(store, height, first)
  undoCounts(store, height, first)
  undoBalances(store, height, first)
  undoTokens(store, first)
  for (const sql of [
    // The other branch may have no code at these addresses.
    'UPDATE address SET is_contract = NULL WHERE id IN (SELECT address FROM contract WHERE tx >= ?)',
    'UPDATE address SET is_contract = NULL WHERE id IN (SELECT address FROM log WHERE position >= ?)',
    `UPDATE address SET is_contract = NULL WHERE id IN (SELECT sender FROM internal WHERE tx >= ? AND type = 'selfdestruct')`,
    // Most accounts that delegate by EIP-7702 send or receive the transaction that says so.
    `UPDATE address SET is_contract = NULL WHERE id IN
       (SELECT sender FROM tx WHERE type = 4 AND position >= ?1 UNION SELECT receiver FROM tx WHERE type = 4 AND position >= ?1)`,
    'DELETE FROM contract WHERE tx >= ?',
    'DELETE FROM state_change WHERE tx >= ?',
    'DELETE FROM internal WHERE tx >= ?',
    'DELETE FROM transfer WHERE log >= ?',
    'DELETE FROM log WHERE position >= ?',
    'DELETE FROM tx WHERE position >= ?',
  ]) {
    store.database.send(sql, first)
  }
  for (const sql of [
    'DELETE FROM correction WHERE block > ?',
    'DELETE FROM asked_token WHERE block > ?',
    'DELETE FROM withdrawal WHERE block > ?',
    'DELETE FROM block WHERE number > ?',
  ]) {
    store.database.send(sql, height)
  }
  store.deposits.undo(first)
  store.repairs.removeUndone(height)
  store.addresses.clear()
  store.tokens.clear()
}

/**
 * For rows that were added to a block when there were later ones: tokens, NFTs and depositaries of which it has something
 * begin there at the latest, so that they stay when what came later is undone. Only within a database transaction.
 */
export function beginEarlier(database: IndexDatabase, height: number) {
  const block = [positionOf(height, 0), positionOf(height + 1, 0)]
  for (const [table, key, rows, columns] of [
    ['token', 'address', 'transfer', 'token'],
    ['instance', '(token, token_id)', 'transfer', 'token, token_id'],
    ['depositary', 'address', 'deposit', 'depositary'],
  ] as const)
    database.send(
      `UPDATE ${table} SET first_log = ?1 WHERE first_log >= ?2
         AND ${key} IN (SELECT ${columns} FROM ${rows} WHERE log >= ?1 AND log < ?2)`,
      ...block,
    )
  database.send('DELETE FROM state_change WHERE tx >= ? AND tx < ?', ...block)
}

const BLOCKS_PER_UNDO = 500

/** Takes out all blocks above `height`; -1 for all. In parts, so that pages are served meanwhile. */
export async function undoInParts(store: IndexStore, height: number) {
  while (store.database.isOpen) {
    const head = store.head()?.number ?? height
    if (head <= height) return
    store.write(() => {
      undoBlocks(store, Math.max(height, head - BLOCKS_PER_UNDO))
    })
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Rows of blocks above the newest one: a disk or a hand has taken the block away. Only within a database transaction. */
export function removeLooseRows(store: IndexStore) {
  const height = store.head()?.number ?? -1
  const first = positionOf(height + 1, 0)
  const isLoose = ['tx WHERE position', 'log WHERE position', 'transfer WHERE log', 'internal WHERE tx'].some(
    (rows) => store.database.get(`SELECT 1 FROM ${rows} >= ? LIMIT 1`, first) !== undefined,
  )
  if (!isLoose) return
  undoBlocks(store, height)
  recountAll(store)
}

/** Counts what is counted over the whole chain once more, after rows were repaired. */
export function recountAll(store: IndexStore) {
  const { database, tokens } = store
  const sum = (sql: string) => database.get<{ sum: number | null }>(sql)?.sum ?? 0
  store.totals = {
    blocks: sum('SELECT count(*) AS sum FROM block'),
    transactions: sum('SELECT sum(transactions) AS sum FROM block'),
    traced: sum('SELECT sum(transactions) AS sum FROM block WHERE traced = 1'),
    untraceable: sum('SELECT sum(transactions) AS sum FROM block WHERE traced = 2'),
    transfers: sum('SELECT count(*) AS sum FROM transfer'),
  }
  tokens.flush()
  const transfers = '(SELECT count(*) FROM transfer t WHERE t.token = token.address)'
  database.send(`UPDATE token SET transfers = ${transfers} WHERE transfers <> ${transfers}`)
  database.send(
    `UPDATE address SET blocks = mined FROM (SELECT miner, count(*) AS mined FROM block GROUP BY miner) AS counted
     WHERE id = miner AND blocks <> mined`,
  )
}

function undoTotals(store: IndexStore, height: number, first: number) {
  const { database, totals } = store
  const blocks = database.all<{ traced: number; blocks: number; transactions: number }>(
    'SELECT traced, count(*) AS blocks, sum(transactions) AS transactions FROM block WHERE number > ? GROUP BY traced',
    height,
  )
  for (const group of blocks) {
    totals.blocks -= group.blocks
    totals.transactions -= group.transactions
    if (group.traced === 1) totals.traced -= group.transactions
    if (group.traced === 2) totals.untraceable -= group.transactions
  }
  totals.transfers -=
    database.get<{ count: number }>('SELECT count(*) AS count FROM transfer WHERE log >= ?', first)?.count ??
    0
}

/** Subtracts what the blocks had added to the counts of addresses: the inverse of writeBlocks. */
function undoCounts(store: IndexStore, height: number, first: number) {
  const counts = new Map<number, AddressCounts>()
  const read = (sql: string, from: number, add: (counts: AddressCounts, amount: bigint) => void) => {
    for (const { id, amount } of store.database.all<{ id: number; amount: number | string }>(sql, from))
      add(countsOf(counts, id), BigInt(amount))
  }
  read(
    `SELECT id, count(*) AS amount FROM (
       SELECT position, sender AS id FROM tx WHERE position >= ?1
       UNION SELECT position, receiver FROM tx WHERE position >= ?1 AND receiver IS NOT NULL
       UNION SELECT position, created FROM tx WHERE position >= ?1 AND created IS NOT NULL) AS party GROUP BY id`,
    first,
    (of, amount) => (of.transactions += Number(amount)),
  )
  // Each by itself: the sum may be more than a number of SQLite holds.
  read(
    'SELECT sender AS id, CAST(gas_used AS TEXT) AS amount FROM tx WHERE position >= ?',
    first,
    (of, amount) => (of.gas += amount),
  )
  read(
    'SELECT miner AS id, count(*) AS amount FROM block WHERE number > ? GROUP BY miner',
    height,
    (of, amount) => (of.blocks += Number(amount)),
  )
  read(
    `SELECT id, count(*) AS amount FROM (
       SELECT log, item, sender AS id FROM transfer WHERE log >= ?1
       UNION SELECT log, item, receiver FROM transfer WHERE log >= ?1) AS party GROUP BY id`,
    first,
    (of, amount) => (of.transfers += Number(amount)),
  )
  subtractCounts(store, counts)
}

interface BalanceRow {
  id: number
  token: number
  token_id: Uint8Array
  value: Uint8Array
}

/** Resets every balance to its value at the end of `height`; deletes those that did not exist then. */
function undoBalances(store: IndexStore, height: number, first: number) {
  const { database } = store
  const changed = new Map<number, BalanceRow>()
  const COLUMNS = 'b.id, b.token, b.token_id, b.value'
  const transferred = database.all<{ token: number; holder: number; token_id: Uint8Array }>(
    ({
      bytes,
    }) => `SELECT token, sender AS holder, coalesce(token_id, ${bytes('')}) AS token_id FROM transfer WHERE log >= ?1
     UNION SELECT token, receiver, coalesce(token_id, ${bytes('')}) FROM transfer WHERE log >= ?1
     UNION SELECT token, sender, ${bytes('')} FROM transfer WHERE log >= ?1
     UNION SELECT token, receiver, ${bytes('')} FROM transfer WHERE log >= ?1`,
    first,
  )
  for (const { token, holder, token_id } of transferred) {
    const balance = database.get<BalanceRow>(
      `SELECT ${COLUMNS} FROM balance b WHERE token = ? AND token_id = ? AND holder = ?`,
      token,
      token_id,
      holder,
    )
    if (balance) changed.set(balance.id, balance)
  }
  const corrected = database.all<BalanceRow>(
    `SELECT ${COLUMNS} FROM correction c JOIN balance b ON b.id = c.balance WHERE c.block > ?`,
    height,
  )
  for (const balance of corrected) changed.set(balance.id, balance)
  for (const balance of changed.values()) resetBalance(store, balance, height)
}

function resetBalance({ database, tokens }: IndexStore, balance: BalanceRow, height: number) {
  database.send('DELETE FROM balance_history WHERE balance = ? AND block > ?', balance.id, height)
  const before = database.get<{ value: Uint8Array; block: number }>(
    'SELECT value, block FROM balance_history WHERE balance = ? ORDER BY block DESC LIMIT 1',
    balance.id,
  )
  const held = (value: Uint8Array | undefined) => (value && decodeAmount(value) > 0n ? 1 : 0)
  if (before) {
    database.send(
      'UPDATE balance SET value = ?, changed = ? WHERE id = ?',
      before.value,
      before.block,
      balance.id,
    )
  } else {
    database.send('DELETE FROM balance WHERE id = ?', balance.id)
  }
  if (balance.token_id.length === 0)
    tokens.addHolders(balance.token, held(before?.value) - held(balance.value))
}

function undoTokens(store: IndexStore, first: number) {
  const { database, tokens } = store
  tokens.flush()
  // What was called in these blocks may have changed without an event.
  for (const sql of [
    'SELECT t.address FROM tx JOIN token t ON t.address = tx.receiver WHERE tx.position >= ?',
    'SELECT t.address FROM internal i JOIN token t ON t.address = i.receiver WHERE i.tx >= ?',
    'SELECT t.address FROM log l JOIN token t ON t.address = l.address WHERE l.position >= ?',
  ]) {
    for (const { address } of database.all<{ address: number }>(sql, first)) tokens.markSupplyChanged(address)
  }
  tokens.flush()
  const transferred = database.all<{ token: number; transfers: number }>(
    'SELECT token, count(*) AS transfers FROM transfer WHERE log >= ? GROUP BY token',
    first,
  )
  for (const { token, transfers } of transferred) {
    database.send(
      'DELETE FROM instance WHERE token = ?1 AND first_log >= ?2 AND token_id IN (SELECT token_id FROM transfer WHERE log >= ?2 AND token = ?1)',
      token,
      first,
    )
    const isNew = database.get('SELECT 1 FROM token WHERE address = ? AND first_log >= ?', token, first)
    // The supply may have changed.
    tokens.invalidateRead(token)
    if (isNew) database.send('DELETE FROM token WHERE address = ?', token)
    else
      database.send(
        'UPDATE token SET transfers = transfers - ?, fetch_state = 0 WHERE address = ?',
        transfers,
        token,
      )
  }
}
