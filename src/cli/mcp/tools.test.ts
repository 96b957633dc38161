/** Tests the tools on the sample chain, with the protocol's own client. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { callTool as call, closeAll, connect, type Rows } from './testing/connect-mcp.ts'

let service: Service
let address: string
let client: Client

beforeAll(async () => {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
  service = await createService({ reader: chain })
  address = chain.landmarks()[0]!.address
  client = await connect({ dataDir: ':memory:', source: service.url })
})
afterAll(async () => {
  await closeAll()
  await service.close()
})

it('names, latest and symbols can be typed wherever a thing is named', async () => {
  const { data: found } = await call<Rows<Transaction>>(client, 'list_rows', {
    thing: 'transactions',
    where: 'from:leviathan.sample.eth',
    limit: 1,
  })
  const whale = found.rows[0]!.item.from!
  expect(whale.ens_domain_name).toBe('leviathan.sample.eth')
  const named = whale.ens_domain_name!
  expect((await call(client, 'show', { thing: named })).data).toMatchObject({ hash: whale.hash })
  expect((await call<object[]>(client, 'statement', { address: named })).data.length).toBeGreaterThan(1)
  const latest = await call<Rows>(client, 'list_rows', { thing: 'latest', list: 'transactions' })
  expect(latest.notes).toEqual([expect.stringMatching(/^The newest block is \d+/)])
  interface Movements {
    readonly movements: readonly { readonly asset: string }[]
  }
  const { data: lines } = await call<{ asset: { id: string; token?: { symbol?: string } } }[]>(
    client,
    'statement',
    { address },
  )
  const { id, token } = lines.find(({ asset }) => asset.token?.symbol)!.asset
  const { data } = await call<Movements>(client, 'ledger', { address, asset: token!.symbol!.toLowerCase() })
  expect(new Set(data.movements.map(({ asset }) => asset))).toEqual(new Set([id]))
  await expect(call(client, 'ledger', { address, asset: 'NOTHING' })).rejects.toThrow(/no asset “NOTHING”/)
})
