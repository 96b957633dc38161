import { expect, it } from 'vitest'
import { readAccounts } from './node-accounts.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`
const answering = (answers: Readonly<Record<string, unknown>>) => ({
  request: (method: string) =>
    method in answers ? Promise.resolve(answers[method]) : Promise.reject(new Error(method)),
})

it('reads the accounts of a node with their balances', async () => {
  expect(
    await readAccounts(answering({ eth_accounts: [ADDRESS], eth_getBalance: '0x21e19e0c9bab2400000' })),
  ).toEqual([{ address: ADDRESS, balance: '10000000000000000000000' }])
})

it.each([
  ['refuses', {}],
  ['names none', { eth_accounts: [] }],
  ['names what are no addresses', { eth_accounts: ['0x1', '<b>'] }],
  ['answers something else', { eth_accounts: { length: 1 } }],
])('has none of a node that %s', async (_what, answers) => {
  expect(await readAccounts(answering(answers))).toEqual([])
})

it('has no balance that the node does not say, and no endless list', async () => {
  const many = Array.from({ length: 5_000 }, () => ADDRESS)
  const accounts = await readAccounts(answering({ eth_accounts: many, eth_getBalance: 'all' }))
  expect(accounts).toHaveLength(20)
  expect(accounts[0]).toEqual({ address: ADDRESS, balance: null })
})
