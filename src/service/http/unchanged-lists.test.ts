/** Tests that an unchanged list is neither sent nor read again, and that a changed one always is. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { LIST_IDS, listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { ChainReader } from '../chain-reader.ts'
import { followChain } from '../indexer/follow-chain.ts'
import { startAnvil } from '../indexer/testing/anvil.ts'
import { until } from '../indexer/testing/until.ts'
import { createSampleChain } from '../sample/sample-chain.ts'
import { createService } from './server.ts'
import { sendRequest, page } from './testing/http.ts'

const pathOf = (id: ListId, subject: string) => listEndpoint(id).path.replace(/\{[a-z_]+\}/, subject)

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function serve(reader: ChainReader) {
  let read = 0
  const service = await createService({
    reader: { ...reader, chain: reader.chain, list: (...asked) => (read++, reader.list(...asked)) },
  })
  ends.push(() => service.close())
  return { base: `${service.url}/api/v2`, read: () => read }
}

/** A sample chain whose clock the test sets. */
function turnable() {
  let time = Date.UTC(2026, 9, 1, 12)
  const chain = createSampleChain({ seed: 3, transactions: 500, live: true, now: () => time })
  return { chain, later: (ms: number) => (time += ms) }
}

it('is answered with 304 and nothing else, until a block comes', async () => {
  const { chain, later } = turnable()
  const { base, read } = await serve(chain)
  const url = `${base}${pathOf('address-transactions', chain.suggestedAddresses()[0]!.address)}`
  const first = await sendRequest(url)
  const tag = first.headers.etag ?? ''
  expect(tag).toMatch(/^W\/"/)

  const again = await sendRequest(url, { headers: { 'if-none-match': `"other", ${tag}` } })
  expect(again).toMatchObject({ status: 304, text: '' })
  expect(again.headers).toMatchObject({ etag: tag, 'cache-control': first.headers['cache-control'] })
  expect(read()).toBe(1)

  later(20_000)
  const after = await sendRequest(url, { headers: { 'if-none-match': tag } })
  expect(after.status).toBe(200)
  expect(after.headers.etag).not.toBe(tag)
  expect(page(after).items[0]).not.toEqual(page(first).items[0])
})

it('has the version that it was read at, and nobody asks for another one who has none yet', async () => {
  const { chain, later } = turnable()
  let asked = 0
  const versions: string[] = []
  const { base } = await serve({
    ...chain,
    version: () => (asked++, chain.version()),
    async list(...about) {
      const found = await chain.list(...about)
      versions.push(found?.version ?? '')
      // A block arrives while the response is being sent.
      later(20_000)
      return found
    },
  })
  const { etag = '' } = (await sendRequest(`${base}/token-transfers`)).headers
  expect(asked).toBe(0)
  expect(etag).toContain(`.${versions[0] ?? ''}"`)
  expect((await sendRequest(`${base}/token-transfers`, { headers: { 'if-none-match': etag } })).status).toBe(
    200,
  )
  expect([asked, versions.length]).toEqual([1, 2])
})

it('is read anew by a service that was started again, whatever it is asked with', async () => {
  const { chain } = turnable()
  const path = pathOf('token-transfers', '')
  const [one, other] = [await serve(chain), await serve(chain)]
  const { etag = '' } = (await sendRequest(`${one.base}${path}`)).headers
  expect((await sendRequest(`${other.base}${path}`, { headers: { 'if-none-match': etag } })).status).toBe(200)
})

it('says what is wrong with a question before it says that nothing has changed', async () => {
  const { chain } = turnable()
  const { base } = await serve(chain)
  const { etag = '' } = (await sendRequest(`${base}/token-transfers`)).headers
  const headers = { 'if-none-match': etag }
  expect((await sendRequest(`${base}/addresses/0x12/transactions`, { headers })).status).toBe(422)
  expect((await sendRequest(`${base}/nothing`, { headers })).status).toBe(404)
})

it('of the sample chain is the same to the last byte for as long as its version is', async () => {
  const { chain, later } = turnable()
  const { base } = await serve(chain)
  const subjects = chain.suggestedAddresses().map(({ address }) => address)
  const [transfer] = page(await sendRequest(`${base}/token-transfers`)).items
  const urls = LIST_IDS.flatMap((id: ListId) => {
    const { params } = listEndpoint(id)
    if (Object.keys(params).length === 0) return [`${base}${pathOf(id, '')}`]
    if ('transaction_hash' in params) return [`${base}${pathOf(id, String(transfer?.transaction_hash))}`]
    if ('block_hash_or_number' in params) return [`${base}${pathOf(id, String(transfer?.block_number))}`]
    return subjects.map((subject) => `${base}${pathOf(id, subject)}`)
  })
  const all = () => Promise.all(urls.map(async (url) => (await sendRequest(url)).text))
  const before = await all()
  const version = chain.version?.()
  let seconds = 0
  for (; chain.version?.() === version; seconds += 1) {
    expect(await all()).toEqual(before)
    later(1_000)
  }
  expect(seconds).toBeGreaterThan(1)
  expect(await all()).not.toEqual(before)
})

it('of a followed node is sent again when a block has come, and not before', async () => {
  const anvil = await startAnvil()
  ends.push(() => anvil.stop())
  const dataDir = mkdtempSync(join(tmpdir(), 'chainglass-index-'))
  ends.push(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })
  const [from, to] = await anvil.request<string[]>('eth_accounts', [])
  const send = () => anvil.request<string>('eth_sendTransaction', [{ from, to, value: '0x1' }])
  await send()
  const chain = await followChain({ rpcUrl: anvil.url, dataDir })
  ends.push(() => chain.close())
  await until('following', () => chain.status().state === 'following', { seen: () => chain.status() })
  const { base } = await serve(chain.reader)
  const url = `${base}${pathOf('address-transactions', from ?? '')}`

  // Reading a page asks the node for missing data and writes it: after that the list does not change.
  let tag = ''
  const asked = async () => {
    const answer = await sendRequest(url, { headers: { 'if-none-match': tag } })
    tag = answer.headers.etag ?? ''
    return answer
  }
  await until('nothing new', async () => (await asked()).status === 304)
  const hash = await send()
  await until('the block', async () => {
    const answer = await asked()
    return answer.status === 200 && page(answer).items[0]?.hash === hash
  })
})
