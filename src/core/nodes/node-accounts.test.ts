import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { serve } from '#platform/testing/serve.ts'
import { askForAccounts } from './node-accounts.ts'

const ADDRESS = `0x${'ab'.repeat(20)}`

interface RpcRequest {
  readonly id: number
  readonly method: string
}

/** The accounts of a node that answers these methods, and refuses all others. */
async function accountsOf(answers: Readonly<Record<string, unknown>>) {
  const answer = ({ id, method }: RpcRequest) => ({
    ...{ jsonrpc: '2.0', id },
    ...(method in answers ? { result: answers[method] } : { error: { code: -32601, message: method } }),
  })
  const url = await serve(async (request, response) => {
    const asked = JSON.parse(await text(request)) as RpcRequest | RpcRequest[]
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)))
  })
  return askForAccounts(url, new AbortController().signal)
}

it('reads the accounts of a node with their balances', async () => {
  expect(await accountsOf({ eth_accounts: [ADDRESS], eth_getBalance: '0x21e19e0c9bab2400000' })).toEqual([
    { address: ADDRESS, balance: '10000000000000000000000' },
  ])
})

it.each([
  ['refuses', {}],
  ['names none', { eth_accounts: [] }],
  ['names what are no addresses', { eth_accounts: ['0x1', '<b>'] }],
  ['answers something else', { eth_accounts: { length: 1 } }],
])('has none of a node that %s', async (_what, answers) => {
  expect(await accountsOf(answers)).toEqual([])
})

it('has no balance that the node does not say, and no endless list', async () => {
  const many = Array.from({ length: 5_000 }, () => ADDRESS)
  const accounts = await accountsOf({ eth_accounts: many, eth_getBalance: 'all' })
  expect(accounts).toHaveLength(20)
  expect(accounts[0]).toEqual({ address: ADDRESS, balance: null })
})
