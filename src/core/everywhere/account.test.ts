/** Tests one address on a hundred chains of a Pro account over HTTP: limits, one answer per row, and the cost. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { AddressOnChain } from '#shared/rpc/contract/everywhere.ts'
import type { AccountView } from '#shared/rpc/contract/sources.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { Core } from '../create-core.ts'
import { json, page } from '#platform/testing/behaviours.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { openHostileServer, type Behaviour, type HostileServer } from '#platform/testing/hostile-server.ts'

const ADDRESS = `0x${'a1'.repeat(20)}`
/** Ids of no known chain, so that they are sorted by number. */
const CHAINS = Array.from({ length: 100 }, (_, at) => String(900_000 + at))
/** Every tenth chain has rows, one asks for a later retry, one refuses. */
const hasRows = (chain: string) => chain.endsWith('5')
const LIMITED = '900042'
const REFUSED = '900066'
const HEADERS = { 'x-ratelimit-limit': '100000', 'x-ratelimit-reset': '1000' }

let folder: string
let core: Core
let client: RpcClient
let server: HostileServer
/** Unanswered requests by chain, and the largest number at the same time. */
let open: string[]
let maxRequests: number
let maxChains: number
let wasLimited: boolean

const balanceOf = (chain: string) => `${chain}000000000000`

function answerOf(chain: string, part: string): Behaviour {
  const count = hasRows(chain) ? 1 : 0
  switch (part) {
    case '':
      return json({ hash: ADDRESS, coin_balance: balanceOf(chain), is_contract: false }, 200, HEADERS)
    case 'tabs-counters':
      return json(
        { transactions_count: count, token_transfers_count: count, token_balances_count: count },
        200,
        HEADERS,
      )
    default:
      return page([], null, HEADERS)
  }
}

const answer: Behaviour = (response, seen) => {
  if (seen.path === '/api/json/config')
    return json({ chains: Object.fromEntries(CHAINS.map((id) => [id, ''])) })(response, seen)
  const [, chain = '', , , kind, , ...rest] = seen.path.split('/')
  if (kind !== 'addresses') return page([])(response, seen)
  open.push(chain)
  maxRequests = Math.max(maxRequests, open.length)
  maxChains = Math.max(maxChains, new Set(open).size)
  response.on('close', () => open.splice(open.indexOf(chain), 1))
  if (chain === LIMITED && !wasLimited) {
    wasLimited = true
    return json({ message: 'Slow down' }, 429, { ...HEADERS, 'retry-after': '1' })(response, seen)
  }
  if (chain === REFUSED) return json({ message: 'Not for you' }, 403, HEADERS)(response, seen)
  // A turn later, so that requests sent together arrive together.
  setTimeout(() => void answerOf(chain, rest.join('/'))(response, seen), 20)
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-account-'))
  open = []
  maxRequests = maxChains = 0
  wasLimited = false
  server = await openHostileServer()
  server.always(answer)
  core = await createTestCore(folder)
  client = connectInMemory(core.server)
})

afterEach(async () => {
  core.close()
  await server.close()
  rmSync(folder, { recursive: true })
})

async function read<T>(call: Promise<{ ok: true; data: T } | { ok: false; error: unknown }>): Promise<T> {
  const answered = await call
  if (!answered.ok) throw new Error(JSON.stringify(answered.error))
  return answered.data
}

test('a hundred chains of an account answer each in its own row, within its limits and at the price that was said', async () => {
  const added = await read(client.call('sources.add', { url: server.url, form: 'pro', name: 'Pro' }))
  if (added.kind !== 'pro') throw new Error('not a chain of an account')
  await read(client.call('keys.set', { id: added.account, key: 'proapi_0123456789' }))
  let account: AccountView | undefined
  client.subscribe('sources.changed', {}, ({ accounts }) => {
    account = accounts.find(({ id }) => id === added.account)
  })
  const looked = () => account?.spending?.today.looking ?? { requests: 0, credits: 0 }
  await expect.poll(() => account).toBeDefined()
  const before = looked()

  const chains = (await read(client.call('everywhere.sources', {}))).filter(
    (source) => source.account?.id === added.account,
  )
  expect(chains.map(({ chainId }) => chainId)).toEqual(CHAINS)
  const rows = new Map<string, AddressOnChain>()
  client.subscribe(
    'everywhere.answers',
    { address: ADDRESS, sources: chains.map(({ source }) => source), asks: true },
    (changed) => {
      for (const row of changed) rows.set(row.source, row)
    },
  )
  await expect
    .poll(() => [...rows.values()].filter(({ state }) => state === 'answered').length)
    .toBe(CHAINS.length - 1)

  for (const { source, chainId } of chains) {
    const row = rows.get(source)
    if (chainId === REFUSED) expect(row).toMatchObject({ state: 'failed', error: { code: 'forbidden' } })
    else expect(row).toMatchObject({ facts: { balance: balanceOf(chainId!) }, error: null, missing: [] })
  }
  expect(wasLimited).toBe(true)
  // Three chains of an account run at once, so that other sources get a turn.
  expect(maxChains).toBeGreaterThan(1)
  expect(maxChains).toBeLessThanOrEqual(3)
  expect(maxRequests).toBeLessThanOrEqual(6)

  // An empty chain costs the stated minimum, one with rows the maximum; a refused request costs nothing.
  const priceOf = ({ chainId, credits }: (typeof chains)[number]) =>
    hasRows(chainId!) ? credits!.most : credits!.least
  const price = chains
    .filter(({ chainId }) => chainId !== REFUSED)
    .reduce((all, chain) => all + priceOf(chain), 0)
  await expect.poll(() => looked().credits - before.credits).toBe(price)
  expect(looked().requests - before.requests).toBe(89 * 2 + 10 * 5)
})
