import type { Sql } from '#platform/sql-dialect.ts'
import { MAX_INTEGER } from './address-counts.ts'
import type { IndexDatabase } from './index-database.ts'
import { saveUndone, type IndexStore, type Totals } from './index-store.ts'
import { positionOf } from './positions.ts'
import { isPositive } from './schema.ts'

/** Tables whose rows go with their block, and the column that says at which height, or at which position, they are. */
const OF_BLOCK = {
  ...{ correction: 'block', asked_token: 'block', withdrawal: 'block', block: 'number' },
}
const AT_POSITION = {
  ...{ contract: 'tx', state_change: 'tx', internal: 'tx', transfer: 'log', log: 'position', tx: 'position' },
  ...{ deposit: 'log', depositary: 'first_log', delegation: 'tx' },
}

/**
 * Removes every block above `height` and all data that came from them. Only within a database transaction. The time it
 * takes depends on the content of those blocks, not on the size of the index: what they added is taken from what is
 * counted, and their rows are removed.
 */
export function undoBlocks(store: IndexStore, height: number) {
  const { database, tokens } = store
  const first = positionOf(height + 1, 0)
  store.undone.push(height)
  saveUndone(database, height)
  tokens.flush()
  takeFromTotals(store, height, first)
  undoBalances(database, height, first)
  database.send(TAKE_COUNTS, first, height)
  for (const sql of CHANGES) database.send(sql, first)
  for (const [table, column] of Object.entries(AT_POSITION))
    database.send(`DELETE FROM ${table} WHERE ${column} >= ?`, first)
  for (const [table, column] of Object.entries(OF_BLOCK))
    database.send(`DELETE FROM ${table} WHERE ${column} > ?`, height)
  store.repairs.removeUndone(height)
  for (const table of [store.addresses, tokens, store.balances, store.deposits]) table.clear()
  tokens.forgetReads()
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
  const isLoose = [
    ...['tx WHERE position', 'log WHERE position', 'transfer WHERE log', 'internal WHERE tx'],
    'delegation WHERE tx',
  ].some((rows) => store.database.get(`SELECT 1 FROM ${rows} >= ? LIMIT 1`, first) !== undefined)
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

function takeFromTotals({ database, totals }: IndexStore, height: number, first: number) {
  const undone = database.get<Totals>(
    `SELECT count(*) AS blocks, coalesce(sum(transactions), 0) AS transactions,
       coalesce(sum(CASE WHEN traced = 1 THEN transactions END), 0) AS traced,
       coalesce(sum(CASE WHEN traced = 2 THEN transactions END), 0) AS untraceable,
       (SELECT count(*) FROM transfer WHERE log >= ?) AS transfers
     FROM block WHERE number > ?`,
    first,
    height,
  )
  for (const total of Object.keys(totals) as (keyof Totals)[]) totals[total] -= undone?.[total] ?? 0
}

const DIGIT = '4294967296'
/** Sums of gas in two parts, since a sum may exceed the largest integer of SQLite. */
const GAS = `CASE WHEN sum(gas / ${DIGIT}) + sum(gas % ${DIGIT}) / ${DIGIT} >= 2147483648 THEN ${String(MAX_INTEGER)}
  ELSE CAST(sum(gas / ${DIGIT}) AS BIGINT) * ${DIGIT} + CAST(sum(gas % ${DIGIT}) AS BIGINT) END`

/** The counts that write-block.ts has added to addresses. ?1: the first undone position, ?2: the height before. */
const TAKE_COUNTS: Sql = ({ greatest }) =>
  `UPDATE address SET ${['transactions', 'transfers', 'gas_used', 'blocks']
    .map((count) => `${count} = ${greatest('0', `${count} - less_${count}`)}`)
    .join(', ')}
     FROM (SELECT party, sum(txs) AS less_transactions, sum(moves) AS less_transfers, ${GAS} AS less_gas_used, sum(mined) AS less_blocks FROM (
         SELECT party, 1 AS txs, 0 AS moves, 0 AS gas, 0 AS mined FROM (
           SELECT position, sender AS party FROM tx WHERE position >= ?1
           UNION SELECT position, receiver FROM tx WHERE position >= ?1 AND receiver IS NOT NULL
           UNION SELECT position, created FROM tx WHERE position >= ?1 AND created IS NOT NULL) AS tx_party
         UNION ALL SELECT sender, 0, 0, gas_used, 0 FROM tx WHERE position >= ?1
         UNION ALL SELECT party, 0, 1, 0, 0 FROM (
           SELECT log, item, sender AS party FROM transfer WHERE log >= ?1
           UNION SELECT log, item, receiver FROM transfer WHERE log >= ?1) AS transfer_party
         UNION ALL SELECT miner, 0, 0, 0, 1 FROM block WHERE number > ?2) AS part
       GROUP BY party) AS undone WHERE id = party`

/** Undoes the other changes of the blocks, besides their own rows and balances. */
const CHANGES = [
  // The other branch may have no code at these addresses. Most accounts that delegate by EIP-7702 send or receive the
  // transaction that says so: nothing else tells them in blocks that an older version wrote.
  `UPDATE address SET is_contract = NULL WHERE id IN (
     SELECT address FROM contract WHERE tx >= ?1 UNION SELECT address FROM log WHERE position >= ?1
     UNION SELECT sender FROM internal WHERE tx >= ?1 AND type = 'selfdestruct'
     UNION SELECT authority FROM delegation WHERE tx >= ?1
     UNION SELECT sender FROM tx WHERE position >= ?1 AND type = 4
     UNION SELECT receiver FROM tx WHERE position >= ?1 AND type = 4)`,
  // A called token may have changed its supply without an event.
  `UPDATE token SET fetch_state = 2 WHERE fetch_state = 1 AND address IN (
     SELECT receiver FROM tx WHERE position >= ?1 UNION SELECT receiver FROM internal WHERE tx >= ?1
     UNION SELECT address FROM log WHERE position >= ?1)`,
  `UPDATE token SET transfers = transfers - undone, fetch_state = 0 FROM (
     SELECT token, count(*) AS undone FROM transfer WHERE log >= ?1 GROUP BY token) AS moved WHERE address = moved.token`,
  'DELETE FROM token WHERE first_log >= ?1 AND address IN (SELECT token FROM transfer WHERE log >= ?1)',
  `DELETE FROM instance WHERE first_log >= ?1
     AND (token, token_id) IN (SELECT token, token_id FROM transfer WHERE log >= ?1)`,
]

/** Gives every balance its value at the end of `height`; removes those that did not exist then. */
function undoBalances(database: IndexDatabase, height: number, first: number) {
  // The join as it is written: what the blocks moved is little, and what is held is much.
  const changed = database.all<{ id: number }>(
    ({ bytes }) => `SELECT b.id FROM (
       SELECT token, sender AS holder, coalesce(token_id, ${bytes('')}) AS item FROM transfer WHERE log >= ?1
       UNION SELECT token, receiver, coalesce(token_id, ${bytes('')}) FROM transfer WHERE log >= ?1
       UNION SELECT token, sender, ${bytes('')} FROM transfer WHERE log >= ?1
       UNION SELECT token, receiver, ${bytes('')} FROM transfer WHERE log >= ?1) AS moved
     CROSS JOIN balance b WHERE b.token = moved.token AND b.token_id = item AND b.holder = moved.holder
     UNION SELECT balance FROM correction WHERE block > ?2`,
    first,
    height,
  )
  const ids = JSON.stringify(changed.map(({ id }) => id))
  const countHolders = (sign: '+' | '-') => {
    database.send(
      (dialect) => `UPDATE token SET holders = holders ${sign} counted FROM (
         SELECT token, count(*) AS counted FROM balance
         WHERE id IN ${dialect.inNumbers} AND token_id = ${dialect.bytes('')} AND ${isPositive(dialect)} GROUP BY token
       ) AS held_now WHERE address = held_now.token`,
      ids,
    )
  }
  countHolders('-')
  database.send(
    ({ inNumbers }) => `DELETE FROM balance_history WHERE block > ? AND balance IN ${inNumbers}`,
    height,
    ids,
  )
  for (const sql of [
    'DELETE FROM balance WHERE NOT EXISTS (SELECT 1 FROM balance_history h WHERE h.balance = id)',
    `UPDATE balance AS b SET (value, changed) = (
       SELECT value, block FROM balance_history h WHERE h.balance = b.id ORDER BY block DESC LIMIT 1) WHERE TRUE`,
  ])
    database.send(({ inNumbers }) => `${sql} AND id IN ${inNumbers}`, ids)
  countHolders('+')
}
