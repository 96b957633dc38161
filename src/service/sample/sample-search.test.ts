/** Tests search, lists of tokens and statistics of the sample chain, over HTTP in every dialect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { createService, type Service } from '../http/server.ts'
import { page, parse, sendRequest, fetchWholeList } from '../http/testing/http.ts'
import { inPagesOf } from '../http/testing/in-pages-of.ts'
import { createSampleChain, type SampleChain } from './sample-chain.ts'

type Item = Record<string, unknown>

describe.each(DIALECTS)('in the %s dialect', (dialect) => {
  let chain: SampleChain
  let service: Service
  let base: string
  let paged: Service
  beforeAll(async () => {
    chain = createSampleChain({ seed: 7, transactions: 300 })
    service = await createService({ reader: chain, dialect })
    paged = await createService({ reader: inPagesOf(3, chain), dialect })
    base = `${service.url}/api/v2`
  })
  afterAll(async () => {
    await service.close()
    await paged.close()
    await chain.close()
  })
  const read = async (path: string) => parse((await sendRequest(base + path)).text) as Item
  const quick = async (text: string) =>
    (await read(`/search/quick?q=${encodeURIComponent(text)}`)) as unknown as Item[]
  const addressKey = dialect === 'legacy' ? 'address' : 'address_hash'

  it('tokens are found by the beginning of a word of their name or symbol', async () => {
    const names = async (text: string) => (await quick(text)).map(({ name }) => name)
    expect(await names('doll')).toContain('Sample Dollar')
    expect(await names('SUSD')).toEqual(['Sample Dollar'])
    expect(await names('sam doll')).toContain('Sample Dollar')
    expect(await names('ollar')).toEqual([])
    expect(await names('doppelganger')).toEqual(['Doppelgänger'])
    expect(await names('星')).toEqual(['星辰币', '星辰币 验证者'])
    expect(await names('∞')).toEqual(['Infinity'])
  })

  it('what is called just so comes first', async () => {
    const [first, ...others] = await quick('relic')
    expect(first).toMatchObject({ type: 'token', symbol: 'RELIC', name: 'Relics' })
    expect(first?.[addressKey]).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(others.every(({ type }) => type !== 'token')).toBe(true)
  })

  it('contracts, ENS names, labels and tags are found, each as what it is', async () => {
    const kinds = async (text: string) => new Set((await quick(text)).map(({ type }) => type))
    expect(await kinds('router')).toEqual(new Set(['contract']))
    expect(await kinds('harbour')).toEqual(new Set(['ens_domain', 'label', 'metadata_tag']))
    const [name] = await quick('harbour.sample.eth')
    expect(name).toMatchObject({ type: 'ens_domain', ens_info: { name: 'harbour.sample.eth' } })
  })

  it('a hash, a number and an address are recognised, and lead straight there', async () => {
    const redirect = (text: string) => read(`/search/check-redirect?q=${encodeURIComponent(text)}`)
    const [block] = page(await sendRequest(`${base}/blocks`)).items as Item[]
    const [transaction] = page(await sendRequest(`${base}/transactions?filter=validated`)).items as Item[]
    const { address } = chain.suggestedAddresses()[0]!
    const hash = transaction?.hash as string
    expect(await quick(String(block?.height))).toMatchObject([{ type: 'block', block_hash: block?.hash }])
    expect(await quick(block?.hash as string)).toMatchObject([{ type: 'block', block_number: block?.height }])
    expect(await quick(hash)).toMatchObject([
      { type: 'transaction', [dialect === 'legacy' ? 'tx_hash' : 'transaction_hash']: hash },
    ])
    expect(await quick(address.toLowerCase())).toMatchObject([{ type: 'address', [addressKey]: address }])
    const to = (type: string, parameter: string) => ({ redirect: true, type, parameter })
    expect(await redirect(String(block?.height))).toEqual(to('block', String(block?.height)))
    expect(await redirect(hash)).toEqual(to('transaction', hash))
    expect(await redirect(address)).toEqual(to('address', address))
    expect(await redirect('harbour.sample.eth')).toEqual(to('address', address))
    expect(await redirect('dollar')).toEqual({ redirect: false, type: null, parameter: null })
    expect(await redirect(`0x${'9'.repeat(64)}`)).toMatchObject({ redirect: false })
    expect(await redirect('99999999999')).toMatchObject({ redirect: false })
  })

  it('a search and the tokens are the same in pages as at once, no duplicate, no gap', async () => {
    for (const [id, path, query] of [
      ['search', '/search', { q: 'sample' }],
      ['tokens', '/tokens', {}],
      ['tokens', '/tokens', { type: 'ERC-20,ERC-721', q: 's' }],
    ] as const) {
      const whole = await fetchWholeList(base, id, path, { query })
      const parts = await fetchWholeList(`${paged.url}/api/v2`, id, path, { query })
      expect(whole.pages).toHaveLength(1)
      expect(parts.pages.length).toBeGreaterThan(1)
      expect(parts.keys).toEqual(whole.keys)
      expect(new Set(parts.keys).size).toBe(parts.keys.length)
    }
  })

  it('a search without words finds nothing', async () => {
    for (const text of ['', ' ', '...', '"', '()'])
      expect(page(await sendRequest(`${base}/search?q=${encodeURIComponent(text)}`)).items).toEqual([])
    expect((await sendRequest(`${base}/search?q=${'x'.repeat(201)}`)).status).toBe(422)
  })

  it('the first page of an explorer has what the lists have', async () => {
    const [blocks, latest] = [await read('/main-page/blocks'), page(await sendRequest(`${base}/blocks`))]
    expect(blocks).toEqual(latest.items.slice(0, 4))
    const transactions = (await read('/main-page/transactions')) as unknown as Item[]
    expect(transactions).toHaveLength(6)
    expect(transactions).toEqual(page(await sendRequest(`${base}/transactions`)).items.slice(0, 6))
  })

  it('counts what its lists have', async () => {
    const statistics = await read('/stats')
    const blocks = await fetchWholeList(base, 'latest-blocks', '/blocks')
    const transactions = await fetchWholeList(base, 'latest-transactions', '/transactions')
    expect(statistics).toMatchObject({
      total_blocks: String(blocks.keys.length),
      total_transactions: String(transactions.keys.length),
    })
    const gas = blocks.items.reduce((sum, { gas_used }) => sum + BigInt(String(gas_used)), 0n)
    expect(statistics.total_gas_used).toBe(String(gas))
    const midnight = new Date(blocks.items[0]?.timestamp as string).setUTCHours(0, 0, 0, 0)
    const today = transactions.items.filter((item) => Date.parse(item.timestamp as string) >= midnight)
    expect(statistics.transactions_today).toBe(String(today.length))
    const day = await read('/transactions/stats')
    const since = Date.parse(blocks.items[0]?.timestamp as string) - 86_400_000
    const ofDay = transactions.items.filter((item) => Date.parse(item.timestamp as string) >= since)
    expect(day.transactions_count_24h).toBe(String(ofDay.length))
    const fees = ofDay.reduce((sum, { fee }) => sum + BigInt((fee as Item).value as string), 0n)
    expect(day.transaction_fees_sum_24h).toBe(String(fees))
    expect(await read('/main-page/indexing-status')).toMatchObject({ indexed_blocks_ratio: '1.00' })
  })

  it('counts the transfers of a token and of an NFT', async () => {
    const { items } = await fetchWholeList(base, 'tokens', '/tokens')
    for (const { [addressKey]: token, type } of items) {
      const path = `/tokens/${String(token)}`
      const counted = await read(`${path}/counters`)
      const transfers = await fetchWholeList(base, 'token-transfers-of-token', `${path}/transfers`)
      expect(counted.transfers_count).toBe(String(transfers.keys.length))
      if (type !== 'ERC-721' && type !== 'ERC-1155') continue
      const idOf = ({ total }: Item) => [total].flat().map((each) => String((each as Item).token_id))
      const [id = ''] = idOf(transfers.items[0]!)
      const ofId = transfers.items.filter((item) => idOf(item).includes(id))
      expect(await read(`${path}/instances/${id}/transfers-count`)).toEqual({ transfers_count: ofId.length })
    }
    expect((await sendRequest(`${base}/tokens/0x${'1'.repeat(40)}/counters`)).status).toBe(404)
  })
})
