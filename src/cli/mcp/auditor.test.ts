/** An agent's script: ten questions of an auditor, each answered by at most three calls, and all checked. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import type { AddressDetail } from '#shared/chain/address.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { callTool, closeAll, connect, type Answer, type Rows } from './testing/connect-mcp.ts'

const MAX_CALLS = 3

let service: Service
let address: string
let client: Client
/** All transactions of the address, as the source itself gives them. */
let truth: readonly Transaction[]

beforeAll(async () => {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => Date.UTC(2026, 9, 7, 12) })
  service = await createService({ reader: chain })
  address = chain.suggestedAddresses()[0]!.address
  client = await connect({ dataDir: ':memory:', source: service.url })
  truth = await everyTransaction()
})
afterAll(async () => {
  await closeAll()
  await service.close()
})

async function everyTransaction(): Promise<readonly Transaction[]> {
  const items: Transaction[] = []
  let next: Readonly<Record<string, string>> | null = {}
  while (next) {
    const query: string = new URLSearchParams(next).toString()
    const response = await fetch(`${service.url}/api/v2/addresses/${address}/transactions?${query}`)
    const page = (await response.json()) as {
      readonly items: readonly Transaction[]
      readonly next_page_params: Readonly<Record<string, string>> | null
    }
    items.push(...page.items)
    next = page.next_page_params
  }
  return items
}

type Ask = <Data>(name: string, args: object) => Promise<Answer<Data>>

/** Gives the agent its calls, and counts them. */
async function inThreeCalls<Found>(agent: (ask: Ask) => Promise<Found>): Promise<Found> {
  let calls = 0
  const found = await agent((name, args) => {
    calls += 1
    return callTool(client, name, args as Record<string, unknown>)
  })
  expect(calls).toBeLessThanOrEqual(MAX_CALLS)
  return found
}

interface Line {
  readonly asset: { readonly id: string; readonly token?: { readonly symbol?: string } }
  readonly opening: string
  readonly in: string
  readonly out: string
  readonly fees: string
  readonly closing: string
  readonly proof: string
}

const shownAddress = async () =>
  (await (await fetch(`${service.url}/api/v2/addresses/${address}`)).json()) as AddressDetail

it('1: what does it hold of the coin, and since when is that known?', async () => {
  const { data, read_at: readAt } = await inThreeCalls((ask) =>
    ask<AddressDetail>('show', { thing: address }),
  )
  expect(data.coin_balance).toBe((await shownAddress()).coin_balance)
  expect(Date.parse(readAt)).toBeGreaterThan(0)
})

it('2: does what it got and gave make what it holds, for each asset?', async () => {
  const lines = await inThreeCalls(
    async (ask) => (await ask<Line[]>('statement', { address, limit: 50 })).data,
  )
  const [coin] = lines.filter(({ asset }) => asset.id === 'coin')
  expect(coin).toMatchObject({ proof: 'adds_up', closing: (await shownAddress()).coin_balance })
  for (const { opening, closing, ...line } of lines)
    expect(BigInt(opening) + BigInt(line.in) - BigInt(line.out)).toBe(BigInt(closing))
})

it('3: what did it pay in fees?', async () => {
  const lines = await inThreeCalls(async (ask) => (await ask<Line[]>('statement', { address })).data)
  const paid = truth
    .filter(({ from, block_number: block }) => from?.hash === address && block !== null)
    .reduce((sum, { fee }) => sum + BigInt(fee?.value ?? 0), 0n)
  expect(lines.find(({ asset }) => asset.id === 'coin')?.fees).toBe(String(paid))
})

it('4: which of its transactions failed?', async () => {
  const rows = await inThreeCalls((ask) =>
    ask<Rows<Transaction>>('list_rows', {
      ...{ thing: address, list: 'transactions', where: 'failed', fields: ['hash'], limit: 200 },
    }),
  )
  const failed = truth.filter(({ status }) => status === 'error').map(({ hash }) => hash)
  expect(failed.length).toBeGreaterThan(0)
  expect(rows.data.rows.map(({ item }) => item.hash)).toEqual(failed)
})

it('5: which was its largest payment, and to whom?', async () => {
  const rows = await inThreeCalls((ask) =>
    ask<Rows<Transaction>>('list_rows', {
      ...{ thing: address, list: 'transactions', where: 'out value>0 -failed', limit: 200 },
      fields: ['hash', 'to.hash', 'value'],
    }),
  )
  const largest = (of: readonly Transaction[]) =>
    of.toSorted((one, other) => (BigInt(one.value ?? 0) < BigInt(other.value ?? 0) ? 1 : -1))[0]
  const expected = largest(truth.filter(({ from, status }) => from?.hash === address && status !== 'error'))
  const found = largest(rows.data.rows.map(({ item }) => item))
  expect(found?.value).toBe(expected?.value)
  expect(found?.to?.hash).toBe(expected?.to?.hash)
})

it('6: what did it move before a day, and what did it hold then?', async () => {
  const day = truth.at(Math.floor(truth.length / 2))!.timestamp!.slice(0, 10)
  const { whole, after } = await inThreeCalls(async (ask) => ({
    whole: (await ask<Line[]>('statement', { address })).data[0]!,
    after: (await ask<Line[]>('statement', { address, from: day })).data.find(
      ({ asset }) => asset.id === 'coin',
    )!,
  }))
  expect(after.closing).toBe(whole.closing)
  expect(BigInt(after.opening) + BigInt(after.in) - BigInt(after.out)).toBe(BigInt(whole.closing))
})

it('7: which movements stand behind the sum of a token?', async () => {
  interface Movements {
    readonly total: number
    readonly movements: readonly { readonly amount: string; readonly asset: string }[]
  }
  const { line, movements } = await inThreeCalls(async (ask) => {
    const lines = (await ask<Line[]>('statement', { address, limit: 50 })).data
    const token = lines.find(
      ({ asset, in: got }) => asset.token?.symbol && asset.id.length === 42 && got !== '0',
    )!
    const page = await ask<Movements>('ledger', { address, asset: token.asset.id, limit: 200 })
    return { line: token, movements: page.data }
  })
  expect(movements.movements).toHaveLength(movements.total)
  const sum = movements.movements.reduce((all, { amount }) => all + BigInt(amount), 0n)
  expect(sum).toBe(BigInt(line.closing))
})

it('8: what did a transaction do, call by call?', async () => {
  const hash = truth.find(({ to, status }) => to?.is_contract && status === 'ok')!.hash
  interface Calls {
    readonly calls: readonly { readonly to: string; readonly kind: string }[]
  }
  const { calls, shown } = await inThreeCalls(async (ask) => ({
    calls: (await ask<Calls>('transaction_calls', { transaction: hash })).data.calls,
    shown: (await ask<Transaction>('show', { thing: hash })).data,
  }))
  expect(shown.hash).toBe(hash)
  expect(calls[0]!.to.toLowerCase()).toBe(shown.to!.hash.toLowerCase())
})

it('9: which token has this symbol, and who moved it last?', async () => {
  const symbol = await inThreeCalls(async (ask) => {
    const last = await ask<Rows<{ token: { symbol: string } }>>('list_rows', { thing: 'transfers', limit: 1 })
    return last.data.rows[0]!.item.token.symbol
  })
  interface Found {
    readonly results: readonly { readonly address_hash?: string; readonly symbol?: string }[]
  }
  const moved = await inThreeCalls(async (ask) => {
    const { data } = await ask<Found>('search', { query: symbol })
    const thing = data.results.find((one) => one.symbol === symbol)!.address_hash
    return ask<Rows<{ token: { symbol: string }; from: object }>>('list_rows', {
      ...{ thing, list: 'transfers', token: true, limit: 1 },
    })
  })
  expect(moved.data.rows[0]!.item).toMatchObject({ token: { symbol }, from: expect.any(Object) as object })
})

it('10: is the code of a contract that it called public, and what can it do?', async () => {
  const contract = truth.find(({ to }) => to?.is_contract && to.is_verified)!.to!.hash
  interface Code {
    readonly isVerified: boolean
    readonly abi: readonly { readonly signature: string }[]
  }
  const { data } = await inThreeCalls((ask) => ask<Code>('contract', { address: contract, limit: 200 }))
  expect(data.isVerified).toBe(true)
  expect(data.abi.some(({ signature }) => signature.startsWith('function '))).toBe(true)
})

it('the three usual questions are prompts, and the lists and words are resources', async () => {
  const { prompts } = await client.listPrompts()
  expect(prompts.map(({ name }) => name)).toEqual(['audit_address', 'explain_transaction', 'follow_money'])
  const names = new Set((await client.listTools()).tools.map(({ name }) => name))
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name, arguments: { thing: address } })
    const { text } = messages[0]!.content as { text: string }
    expect(text).toContain(address)
    expect([...names].filter((tool) => text.includes(tool)).length, name).toBeGreaterThan(0)
  }
  const { resources } = await client.listResources()
  expect(resources.map(({ uri }) => uri)).toEqual(['chainglass://lists', 'chainglass://filter'])
  const { contents } = await client.readResource({ uri: 'chainglass://lists' })
  const lists = JSON.parse((contents[0] as { text: string }).text) as Record<string, { list: string }[]>
  for (const { list } of lists.address ?? [])
    await callTool(client, 'list_rows', { thing: address, list, limit: 1 })
})
