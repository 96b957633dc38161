/** Lists that no ledger can be made from. */
import { afterEach, expect, test } from 'vitest'
import { testChain, OWN, transactionOf } from './testing/test-chain.ts'
import { openLedger } from '../testing/open-ledger.ts'

let ledger: Awaited<ReturnType<typeof openLedger>>
afterEach(() => ledger.close())

test('of a list that is not in the order of the chain nothing is claimed, and it is named', async () => {
  const transactions = [3, 1, 2].map((block) => transactionOf(block))
  ledger = await openLedger(testChain(() => ({ coin: '0', lists: { 'address-transactions': transactions } })))
  const { state, movements, lists } = await ledger.prove(OWN)
  expect([state, movements]).toEqual(['incomplete', 0])
  expect(lists.filter((one) => one.state === 'incomplete').map(({ list }) => list)).toEqual([
    'address-transactions',
  ])
})
