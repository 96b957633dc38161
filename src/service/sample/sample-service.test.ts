import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { listEndpoint, type ListId, listsOf } from '#shared/lists/list-table.ts'
import { createSampleChain, type SampleChain } from './sample-chain.ts'
import { createService, type Service } from '../http/server.ts'
import { sendRequest, page, fetchWholeList } from '../http/testing/http.ts'
import { inPagesOf } from '../http/testing/in-pages-of.ts'

const HISTORY = 1234
const KEY = { 'x-api-key': 'any' }

const pathOf = (id: ListId, subject: string) => listEndpoint(id).path.replace(/\{[a-z_]+\}/, subject)

describe.each(DIALECTS)('the sample chain in the %s dialect', (dialect) => {
  const open: (SampleChain | Service)[] = []
  afterAll(() => Promise.all(open.map(async (each) => each.close())))
  const keep = <T extends SampleChain | Service>(each: T): T => {
    open.push(each)
    return each
  }

  it('its busiest history is 1,234 transactions to the end in both forms, no duplicate, no gap', async () => {
    const chain = keep(createSampleChain({ seed: 7, transactions: HISTORY }))
    const { url } = keep(await createService({ reader: chain, dialect }))
    const [busiest] = chain.suggestedAddresses()
    const bases = [
      [`${url}/api/v2`, {}],
      [`${url}/${chain.chain.chainId}/api/v2`, KEY],
    ] as const
    const histories = await Promise.all(
      bases.map(([base, headers]) =>
        fetchWholeList(base, 'address-transactions', pathOf('address-transactions', busiest!.address), {
          headers,
        }),
      ),
    )
    for (const { keys, items, pages } of histories) {
      expect(keys).toHaveLength(HISTORY)
      expect(new Set(keys).size).toBe(HISTORY)
      expect(pages).toHaveLength(Math.ceil(HISTORY / 50))
      const blocks = items.map((item) => (item.block_number ?? item.block ?? Infinity) as number)
      expect(blocks).toEqual([...blocks].sort((one, other) => other - one))
    }
    expect(histories[0]!.keys).toEqual(histories[1]!.keys)
  })

  let chain: SampleChain
  let base: string
  let baseAtOnce: string
  beforeAll(async () => {
    chain = keep(createSampleChain({ seed: 7, transactions: 300 }))
    base = `${keep(await createService({ reader: chain, dialect })).url}/api/v2`
    const atOnce = keep(await createService({ reader: inPagesOf(1_000_000, chain), dialect }))
    baseAtOnce = `${atOnce.url}/api/v2`
  })

  /** Compares pages of 50 with one page of everything: nothing is missing, repeated or moved. */
  async function readTwice(id: ListId, subject: string): Promise<number> {
    const paged = await fetchWholeList(base, id, pathOf(id, subject))
    const whole = await fetchWholeList(baseAtOnce, id, pathOf(id, subject))
    expect(whole.pages).toHaveLength(1)
    expect(paged.keys, `${id} of ${subject}`).toEqual(whole.keys)
    return paged.keys.length
  }

  it.each(listsOf('address'))('%s of every suggested is the same in pages as at once', async (id) => {
    const counts: number[] = []
    for (const { address } of chain.suggestedAddresses()) counts.push(await readTwice(id, address))
    expect(Math.max(...counts)).toBeGreaterThan(0)
    // The last suggested is an address without any activity.
    expect(counts.at(-1)).toBe(0)
  })

  it('transfers, their tokens and their transactions are the same in pages as at once', async () => {
    const first = page(await sendRequest(`${base}/token-transfers`)).items
    const tokens = new Set(
      first.map(({ token }) => {
        const { address_hash: hash, address } = token as { address_hash?: string; address?: string }
        return hash ?? address ?? ''
      }),
    )
    const transactions = new Set(first.map((item) => (item.transaction_hash ?? item.tx_hash) as string))
    expect(tokens.size).toBeGreaterThan(3)
    expect(transactions.size).toBeGreaterThan(10)
    for (const token of tokens) for (const id of listsOf('token')) await readTwice(id, token)
    for (const hash of transactions)
      expect(await readTwice('transaction-state-changes', hash)).toBeGreaterThan(0)
  })
})
