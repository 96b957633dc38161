/** Tests requests and fields of a third-party v12 frontend, with the sample chain. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSampleChain } from '../sample/sample-chain.ts'
import { createService, type Service } from './server.ts'

interface Page {
  readonly items: Record<string, unknown>[]
  readonly next_page_params: Record<string, string> | null
}

let service: Service
let chain: ReturnType<typeof createSampleChain>
beforeAll(async () => {
  chain = createSampleChain({ seed: 'frontend', transactions: 2_000, now: () => Date.UTC(2026, 9, 7, 12) })
  service = await createService({ reader: chain, dialect: 'v12' })
})
afterAll(() => service.close())

async function read(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api/v2/${path}`, { headers })
  return { status: response.status, body: (await response.json()) as unknown }
}
async function page(path: string): Promise<Page> {
  const { status, body } = await read(path)
  expect({ path, status }).toEqual({ path, status: 200 })
  return body as Page
}
/** Every row, by following the pages' cursors. */
async function all(path: string): Promise<Page['items']> {
  const items: Page['items'] = []
  for (let more = ''; ;) {
    const next = await page(`${path}${more}`)
    items.push(...next.items)
    if (!next.next_page_params) return items
    more = `&${new URLSearchParams(next.next_page_params).toString()}`
  }
}

it('takes every parameter that instances document, and leaves out what does not fit', async () => {
  expect((await page('blocks?type=block')).items).toEqual((await page('blocks')).items)
  for (const type of ['reorg', 'uncle'])
    expect(await page(`blocks?type=${type}`)).toMatchObject({ items: [], next_page_params: null })
  expect((await page('tokens?limit=3')).items).toEqual((await page('tokens')).items.slice(0, 3))
  const everything = await all('transactions?filter=validated')
  for (const type of ['contract_creation', 'token_transfer', 'blob_transaction']) {
    const wanted = everything.filter(({ transaction_types: types }) => (types as string[]).includes(type))
    expect((await all(`transactions?filter=validated&type=${type}`)).map(({ hash }) => hash)).toEqual(
      wanted.map(({ hash }) => hash),
    )
  }
  const block = String(everything[0]!.block_number)
  const own = await all(`blocks/${block}/transactions?type=coin_transfer,contract_call`)
  expect(own.length).toBeGreaterThan(0)
  const calling = (await page('internal-transactions')).items.find(({ type }) => type === 'call')
  const calls = `blocks/${String(calling?.block_number)}/internal-transactions`
  const every = await all(`${calls}?items_count=50`)
  const CALLS = ['call', 'delegatecall', 'staticcall']
  const asked: readonly (readonly [query: string, types: readonly string[]])[] = [
    ['internal_type=call', CALLS],
    ['internal_type=create', ['create']],
    ...CALLS.map((type) => [`call_type=${type}`, [type]] as const),
  ]
  for (const [query, types] of asked) {
    const wanted = every.filter(({ type }) => types.includes(String(type)))
    const given = await all(`${calls}?items_count=50&${query}`)
    expect(
      given.map(({ index }) => index),
      query,
    ).toEqual(wanted.map(({ index }) => index))
  }
  for (const wrong of ['blocks?type=lost', 'transactions?type=odd', 'transactions?colour=red'])
    expect((await read(wrong)).status).toBe(422)
})

it('a name of a page that is not served is not found, and never taken for an address', async () => {
  for (const path of [
    'smart-contracts/verification',
    'smart-contracts/verification/methods',
    'withdrawals/latest',
    'addresses/counters',
    'addresses/counters/csv',
    'stats/charts/prices',
    'main-page/transactions/mine',
  ])
    expect({ path, status: (await read(path)).status }).toEqual({ path, status: 404 })
  expect((await read('addresses/0x12')).status).toBe(422)
})

it('a block’s own page names its rewards, and a list says whose they are', async () => {
  const block = (await all('blocks?items_count=50')).find(({ rewards }) => (rewards as unknown[]).length > 0)!
  const typesOf = ({ rewards }: Record<string, unknown>) =>
    (rewards as { type: string }[]).map(({ type }) => type)
  expect(typesOf(block)).toEqual(['validator'])
  expect(typesOf((await read(`blocks/${String(block.height)}`)).body as Record<string, unknown>)).toEqual([
    'Miner Reward',
  ])
})

it('an address says which lists it has', async () => {
  for (const { address } of await chain.suggestedAddresses()) {
    const { status, body } = await read(`addresses/${address}`)
    // An address without any activity.
    if (status === 404) continue
    const has = body as Record<string, unknown>
    const isThere = async (list: string) => (await page(`addresses/${address}/${list}`)).items.length > 0
    expect({ address, ...has }).toMatchObject({
      has_tokens: await isThere('tokens'),
      has_token_transfers: await isThere('token-transfers'),
      has_logs: await isThere('logs'),
      has_validated_blocks: await isThere('blocks-validated'),
      has_beacon_chain_withdrawals: await isThere('withdrawals'),
      watchlist_address_id: null,
    })
  }
})

it('a reason to revert is decoded, its bytes, or nothing: never a text', async () => {
  const reasons = (await all('transactions?filter=validated')).map(({ revert_reason: reason }) => reason)
  const given = reasons.filter((reason) => reason != null)
  expect(given.length).toBeGreaterThan(3)
  for (const reason of given) {
    expect(reason).toBeTypeOf('object')
    expect(Object.keys(reason as object)).toSatisfy(
      (keys: string[]) => keys.includes('raw') || keys.includes('method_call'),
    )
  }
})

it('prices of gas are objects for whoever asks for them so', async () => {
  const { gas_prices: numbers } = (await read('stats')).body as { gas_prices: Record<string, number> }
  const { body } = await read('stats', { 'updated-gas-oracle': 'true' })
  const { gas_prices: prices } = body as { gas_prices: Record<string, Record<string, unknown>> }
  for (const speed of ['slow', 'average', 'fast'])
    expect(prices[speed]).toEqual({
      price: numbers[speed],
      wei: String(Math.round(numbers[speed]! * 1e9)),
      fiat_price: expect.stringMatching(/^\d+\.\d\d$/) as string,
      time: null,
      base_fee: null,
      priority_fee: null,
    })
})

it('a contract has code as a text, and one that is verified a source', async () => {
  const found = await all('addresses?items_count=100')
  const contracts = found.filter(({ is_contract: isContract }) => isContract === true)
  const delegated = contracts.filter(({ proxy_type: type }) => type === 'eip7702')
  expect(delegated.length).toBeGreaterThan(0)
  for (const { hash, is_verified: isVerified, implementations } of contracts) {
    const contract = (await read(`smart-contracts/${String(hash)}`)).body as Record<string, unknown>
    expect(contract.deployed_bytecode).toMatch(/^0x(?:[0-9a-f]{2})*$/)
    expect(contract.additional_sources).toEqual([])
    if (isVerified === true)
      expect(contract).toMatchObject({
        source_code: expect.stringContaining('interface ') as string,
        file_path: expect.stringMatching(/\.sol$/) as string,
      })
    else expect(contract).toMatchObject({ source_code: null, is_fully_verified: false })
    if (contract.proxy_type === 'eip7702') {
      const [target] = implementations as { address_hash: string }[]
      expect(contract.deployed_bytecode).toBe(`0xef0100${target!.address_hash.slice(2).toLowerCase()}`)
    }
  }
})
