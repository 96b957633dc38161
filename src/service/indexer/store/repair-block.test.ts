import { expect, test } from 'vitest'
import { BUSY } from '../testing/busy-block.ts'
import { plainBlock } from '../testing/plain-block.ts'
import { IndexStore } from './index-store.ts'
import { repairBlock } from './repair-block.ts'
import { openSqliteIndex } from './sqlite-index.ts'
import { writeBlocks } from './write-block.ts'

function openBusy(): IndexStore {
  const store = new IndexStore(openSqliteIndex(':memory:'))
  store.write(() => {
    writeBlocks(store, [plainBlock(0), BUSY])
  })
  return store
}

const NOTHING = {
  ...{ blocks: 0, transactions: 0, logs: 0, transfers: 0 },
  ...{ withdrawals: 0, tokens: 0, contracts: 0, nfts: 0, authorizations: 0 },
}

test('of a block whose rows are all there nothing is written', () => {
  const store = openBusy()
  const { changes } = store.database
  expect(store.write(() => repairBlock(store, BUSY, new Set()))).toEqual({
    ...{ rows: NOTHING, transactions: 3, logs: 4 },
  })
  expect(store.database.changes).toBe(changes)
  store.database.close()
})

test.each([
  ['blocks', 'block', 'UPDATE block SET gas_used = 1 WHERE number = 1'],
  ['transactions', 'tx', 'DELETE FROM tx WHERE position = (SELECT max(position) FROM tx)'],
  ['logs', 'log', `UPDATE log SET data = x'05' WHERE position = (SELECT max(position) FROM log)`],
  ['transfers', 'transfer', 'DELETE FROM transfer WHERE log = (SELECT max(log) FROM transfer)'],
  ['withdrawals', 'withdrawal', `UPDATE withdrawal SET amount = x'05'`],
  ['contracts', 'contract', 'DELETE FROM contract'],
  ['nfts', 'instance', 'DELETE FROM instance'],
  ['authorizations', 'delegation', 'UPDATE delegation SET delegate = 1'],
  [
    'authorizations',
    'delegation',
    'INSERT INTO delegation SELECT tx, item + 1, authority, delegate, chain, nonce FROM delegation',
  ],
])('of the %s of a block the one that differs is written as it was', (kind, table, harm) => {
  const store = openBusy()
  const rows = () => store.database.all<object>(`SELECT * FROM ${table} ORDER BY 1, 2`)
  const before = rows()
  expect(store.database.run(harm)).toBe(1)
  expect(store.write(() => repairBlock(store, BUSY, new Set()))?.rows).toEqual({ ...NOTHING, [kind]: 1 })
  expect(rows()).toEqual(before)
  store.database.close()
})
