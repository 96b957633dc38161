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
  ...{ withdrawals: 0, tokens: 0, contracts: 0, nfts: 0 },
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
