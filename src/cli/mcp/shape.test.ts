/** Tests the form of answers: brief by default, whole where that is asked for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as behaviours from '#platform/testing/behaviours.ts'
import { openHostileServer, type HostileServer } from '#platform/testing/hostile-server.ts'
import { createService, type Service } from '#service/http/server.ts'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createShape } from './shape.ts'
import { callTool, closeAll, connect, type Answer, type Rows } from './testing/connect-mcp.ts'

const NOW = Date.UTC(2026, 9, 7, 12)
/** 20,000 tokens, if a token is two bytes: that is so of hexadecimal digits, and few texts have shorter ones. */
const MAX_BYTES = 40_000

let service: Service
let address: string
let hash: string
let token: string
let client: Client

beforeAll(async () => {
  const chain = createSampleChain({ seed: 'cli', transactions: 400, now: () => NOW })
  service = await createService({ reader: chain })
  address = chain.suggestedAddresses()[0]!.address
  client = await connect({ dataDir: ':memory:', source: service.url })
  const { data } = await callTool<Rows<{ hash: string }>>(client, 'list_rows', { thing: 'transactions' })
  hash = data.rows[0]!.item.hash
  const transfers = await callTool<Rows<{ token: { address_hash: string } }>>(client, 'list_rows', {
    thing: 'transfers',
  })
  token = transfers.data.rows[0]!.item.token.address_hash
})
afterAll(async () => {
  await closeAll()
  await service.close()
})

const sizeOf = (answer: object) => Buffer.byteLength(JSON.stringify(answer))

/** A question for each tool, without any option of its form. */
const questions = (): Readonly<Record<string, Record<string, unknown>>> => ({
  list_sources: {},
  list_rows: { thing: 'transactions' },
  show: { thing: hash },
  search: { query: 'a' },
  ask: { question: 'value>0' },
  flow: { address },
  all_chains: { address, chains: ['sample'] },
  transaction_calls: { transaction: hash },
  account_operations: { transaction: hash },
  contract: { address: token },
  statement: { address },
  ledger: { address },
  decode: { data: `0xa9059cbb${'0'.repeat(24)}${address.slice(2)}${'1'.padStart(64, '0')}` },
  estimate_keep: { address },
  list_kept: {},
})

describe('without being asked for more', () => {
  it('no tool answers with more than 20,000 tokens', async () => {
    const asked = questions()
    const { tools } = await client.listTools()
    for (const { name } of tools) {
      // node-tools.test.ts has these, with a node to ask.
      if (name === 'check' || name === 'read_contract' || name === 'storage_changes') continue
      expect(asked, 'each tool has a question here').toHaveProperty(name)
      expect(sizeOf(await callTool(client, name, asked[name])), name).toBeLessThan(MAX_BYTES)
    }
    for (const list of ['transactions', 'transfers', 'internal', 'tokens', 'nft', 'logs', 'withdrawals'])
      expect(sizeOf(await callTool(client, 'list_rows', { thing: address, list })), list).toBeLessThan(
        MAX_BYTES,
      )
  })

  it('a page has 10 rows, without a member that says nothing', async () => {
    const { data, next } = await callTool<Rows>(client, 'list_rows', { thing: 'transactions' })
    expect(data.rows).toHaveLength(10)
    expect(next).not.toBeNull()
    expect(JSON.stringify(data)).not.toMatch(/:(?:null|""|\[\]|\{\})/)
    expect(Object.keys(data.rows[0]!.item.from as object)).not.toContain('reputation')
    const whole = await callTool<Rows>(client, 'list_rows', { thing: 'transactions', whole: true })
    expect(JSON.stringify(whole.data)).toMatch(/:null/)
    expect(sizeOf(data)).toBeLessThan(sizeOf(whole.data) / 1.5)
  })

  it('fields are those that were named, of things below as well', async () => {
    const fields = ['hash', 'from.hash', 'nothing']
    const { data } = await callTool<Rows>(client, 'list_rows', { thing: 'transactions', fields })
    for (const { item } of data.rows)
      expect(item).toEqual({ hash: expect.any(String), from: { hash: expect.any(String) } })
    expect((await callTool(client, 'show', { thing: hash, fields: ['hash'] })).data).toEqual({ hash })
  })
})

describe('a brief thing', () => {
  const { of } = createShape({})

  it('keeps what the entries of its lists say, and of what it names only the name', () => {
    const entry = { authority: '0x01', address_hash: '0x02', nonce: '3', validity: 'ok' }
    const from = { hash: '0x04', name: 'One', is_verified: true, private_tags: [] }
    expect(of({ from, authorization_list: [{ ...entry, from }] })).toMatchObject({
      data: {
        from: { hash: '0x04', name: 'One' },
        authorization_list: [{ ...entry, from: { hash: '0x04', name: 'One' } }],
      },
      isCut: false,
    })
    expect(of({ from }).data).toEqual({ from: { hash: '0x04', name: 'One' } })
  })

  it('says that a list of it was cut after its tenth entry', () => {
    const numbers = Array.from({ length: 12 }, (_, at) => at)
    expect(of({ below: { numbers } })).toMatchObject({
      data: { below: { numbers: [...numbers.slice(0, 10), '… 2 more'] } },
      isCut: true,
    })
    expect(of({ numbers: numbers.slice(0, 10) }).isCut).toBe(false)
  })
})

describe('rows that are as long as anybody can make them', () => {
  let hostile: HostileServer
  let asking: Client
  beforeAll(async () => {
    hostile = await openHostileServer()
    asking = await connect({ dataDir: ':memory:', source: hostile.url })
  })
  afterAll(() => hostile.close())

  it.each([
    ['a long name', 'USDC '.repeat(1_000)],
    ['signs of three bytes', '\u754c'.repeat(1_000)],
    ['signs that JSON writes as two', '"'.repeat(1_000)],
  ])('%s is cut at 200 characters and marked, and the page stays short', async (_, name) => {
    const { rows: good } = (
      await callTool<Rows>(client, 'list_rows', { thing: address, list: 'transfers', whole: true })
    ).data
    const extra = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`extra_${String(at)}`, name]))
    const token = { ...(good[0]!.item.token as object), name, symbol: name }
    hostile.always(
      behaviours.page(
        Array.from({ length: 50 }, (_, at) => ({ ...good[0]!.item, log_index: at, token, ...extra })),
      ),
    )
    const answer = await callTool<Rows<{ token: { name: string } }>>(asking, 'list_rows', {
      thing: address,
      list: 'transfers',
    })
    expect(sizeOf(answer)).toBeLessThan(MAX_BYTES)
    expect(answer.data.rows.length).toBeGreaterThan(4)
    for (const row of answer.data.rows) {
      expect(row.item.token.name.length).toBeLessThanOrEqual(200)
      expect(row.item.token.name).toMatch(/…$/)
      expect(row.is_cut).toBe(true)
    }
  })
})

const RECORDED = new URL('../../../../shared/fixtures/recorded/', import.meta.url)

describe.skipIf(!existsSync(RECORDED))('recorded answers (skipped where they are absent)', () => {
  const read = (folder: string) =>
    readdirSync(new URL(folder, RECORDED))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(new URL(`${folder}/${name}`, RECORDED), 'utf8')) as unknown)

  it('no page and no thing is above 20,000 tokens', async () => {
    const recorded = await openHostileServer()
    const asking = await connect({ dataDir: ':memory:', source: recorded.url })
    try {
      const transactions = read('transaction-detail')
      expect(transactions.length).toBeGreaterThan(40)
      recorded.always(behaviours.page(transactions))
      let cursor: string | null = null
      let rows = 0
      do {
        const page: Answer<Rows> = await callTool<Rows>(asking, 'list_rows', {
          ...{ thing: address, list: 'transactions' },
          ...(cursor === null ? {} : { cursor }),
        })
        expect(sizeOf(page)).toBeLessThan(MAX_BYTES)
        rows += page.data.rows.length
        cursor = page.next
      } while (cursor !== null)
      expect(rows).toBeGreaterThan(40)
      for (const one of transactions) {
        recorded.always(behaviours.json(one))
        expect(sizeOf(await callTool(asking, 'show', { thing: hash }))).toBeLessThan(MAX_BYTES)
      }
      for (const [folder, list] of [
        ['address-withdrawals', 'withdrawals'],
        ['token-transfers', 'transfers'],
      ] as const)
        for (const page of read(folder)) {
          recorded.always(
            behaviours.json(Array.isArray(page) ? { items: page, next_page_params: null } : page),
          )
          expect(sizeOf(await callTool(asking, 'list_rows', { thing: address, list }))).toBeLessThan(
            MAX_BYTES,
          )
        }
    } finally {
      await recorded.close()
    }
  })
})
