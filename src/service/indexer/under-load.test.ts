/** The lists over real HTTP while their chain moves under the readers. */
import { expect, onTestFinished, test } from 'vitest'
import { LISTS, type ListId } from '#shared/lists/list-table.ts'
import { createService } from '../http/server.ts'
import { inPagesOf } from '../http/testing/in-pages-of.ts'
import { identity, parse, type WirePage } from '../http/testing/http.ts'
import type { FollowedChain } from './follow-chain.ts'
import type { Anvil } from './testing/anvil.ts'
import { indexed, testAnvil, testFolder, testFollow, testProxy } from './testing/fixtures.ts'
import { openClient, randomNumbers, type Answer, type Below } from './testing/list-client.ts'
import { until } from './testing/until.ts'
import { callData, Workload } from './testing/workload.ts'

const READERS = 50
const PAGE_SIZE = 4
/** Far above what the longest list of this chain has. */
const MAX_PAGES = 400
/** Heights that are looked at: some of them are there on every branch, some on none. */
const BLOCKS = 60
const MINER = `0x${'0'.repeat(40)}`

/** Every hash of a block or a transaction that the node has now: one branch. */
async function readBranch(anvil: Anvil): Promise<ReadonlySet<string>> {
  const head = Number(await anvil.request<string>('eth_blockNumber'))
  const blocks = await Promise.all(
    Array.from({ length: head + 1 }, (_, number) =>
      anvil.request<{ hash: string; transactions: string[] }>('eth_getBlockByNumber', [
        `0x${number.toString(16)}`,
        false,
      ]),
    ),
  )
  return new Set(blocks.flatMap(({ hash, transactions }) => [hash, ...transactions]))
}

/** The hashes in a page's rows, which identify their branch. */
const hashesOf = ({ items }: WirePage): string[] =>
  items.flatMap((item) =>
    ['hash', 'block_hash', 'transaction_hash'].flatMap((name) => {
      const hash = item[name]
      return typeof hash === 'string' && hash.length === 66 ? [hash] : []
    }),
  )

/** Blocks come, a snapshot takes some back, and others are replaced at their height. */
async function moveChain(anvil: Anvil, workload: Workload, chain: FollowedChain, rounds: number) {
  const branches: ReadonlySet<string>[] = []
  const followed = async () => {
    branches.push(await readBranch(anvil))
    const { hash } = await anvil.request<{ hash: string }>('eth_getBlockByNumber', ['latest', false])
    await until('the index is at the head', () => chain.status().head?.hash === hash, {
      seen: () => chain.status(),
    })
  }
  for (let round = 1; round <= rounds; round++) {
    const snapshot = await anvil.request('evm_snapshot')
    await workload.make(round * 3, 3)
    await followed()
    await anvil.request('evm_revert', [snapshot])
    await workload.make(8 + round, 2)
    await followed()
    await anvil.request('anvil_reorg', [1 + (round % 5), []])
    await followed()
  }
  return branches
}

class Reader {
  readonly pages: { readonly list: ListId; readonly page: WirePage }[] = []
  readonly failures: string[] = []
  readonly #send: (path: string) => Promise<Answer>
  readonly #workload: Workload
  readonly #below: Below
  /** Seen last, some of them on branches that are gone. */
  #transactions: string[] = []

  constructor(send: (path: string) => Promise<Answer>, workload: Workload, seed: number) {
    this.#send = send
    this.#workload = workload
    this.#below = randomNumbers(seed)
  }

  /** One list after another until `isOver`, each to its end. `walked` gets those that have a page. */
  async read(walked: Set<ListId>, isOver: () => boolean) {
    const lists = Object.keys(LISTS) as ListId[]
    while (!isOver()) {
      await this.#walk(this.#one(lists), walked)
      await this.#ask(`/addresses/${this.#one(this.#workload.accounts)}`)
      if (this.#transactions.length > 0) await this.#ask(`/transactions/${this.#one(this.#transactions)}`)
    }
  }

  /** Null where it is no page; `failures` then says so, unless the thing is unknown on this branch. */
  async #ask(path: string): Promise<string | null> {
    const { status, text } = await this.#send(path)
    if (status === 200) return text
    if (status !== 404) this.failures.push(`${String(status)} for ${path}: ${text}`)
    return null
  }

  async #walk(list: ListId, walked: Set<ListId>) {
    const path = LISTS[list].path
      .replace('{token_id}', String(this.#below(5)))
      .replace(/\{[a-z_]+\}/, this.#subject(list))
    let cursor: Record<string, unknown> | null = {}
    for (let count = 0; cursor !== null; count++) {
      if (count > MAX_PAGES) {
        this.failures.push(`${path} does not end`)
        return
      }
      const query = Object.entries(cursor).map(([key, value]): [string, string] => [key, String(value)])
      const text = await this.#ask(`${path}?${new URLSearchParams(query).toString()}`)
      if (text === null) return
      const page = parse(text) as WirePage
      // Reads each row; one that can't be read throws.
      for (const item of page.items) identity(list, item)
      this.pages.push({ list, page })
      walked.add(list)
      if (list === 'address-transactions')
        this.#transactions = [...this.#transactions, ...hashesOf(page)].slice(-100)
      cursor = page.next_page_params
    }
  }

  #subject(list: ListId): string {
    const { accounts, at } = this.#workload
    const tokens = [at.Coin, at.Pictures, at.Items, at.Hybrid]
    const { path } = LISTS[list]
    if (path.startsWith('/transactions/'))
      return this.#transactions.length > 0 ? this.#one(this.#transactions) : `0x${'1'.repeat(64)}`
    if (path.startsWith('/blocks/')) return String(this.#below(BLOCKS))
    if (list === 'address-blocks-validated') return MINER
    return this.#one<string>(path.startsWith('/tokens/') ? tokens : [...accounts, at.Workshop, at.Coin])
  }

  #one<T>(from: readonly T[]): T {
    return from[this.#below(from.length)]!
  }
}

test('50 readers walk lists while blocks come and the chain is reorganised: no failure, every page of one branch, every walk ends', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  await workload.make(40, 4)
  const chain = await testFollow({ rpcUrl: anvil.url, dataDir: testFolder() })
  const log: string[] = []
  const reader = inPagesOf(PAGE_SIZE, chain.reader)
  const options = { reader, log: (line: string) => log.push(line) }
  const services = [await createService(options), await createService({ ...options, dialect: 'v12' })]
  onTestFinished(async () => {
    for (const service of services) await service.close()
  })
  const clients = services.map(({ url }) => openClient(url, READERS))
  const readers = Array.from(
    { length: READERS },
    (_, seed) => new Reader(clients[seed % clients.length]!, workload, seed + 1),
  )
  const start = [await readBranch(anvil)]
  const walked = new Set<ListId>()
  let hasMoved = false
  // However fast the chain is followed, each list is walked.
  const reading = Promise.all(
    readers.map((one) => one.read(walked, () => hasMoved && walked.size === Object.keys(LISTS).length)),
  )
  const branches = await moveChain(anvil, workload, chain, 4).finally(() => {
    hasMoved = true
  })
  await reading

  expect(log).toEqual([])
  expect(readers.flatMap(({ failures }) => failures)).toEqual([])
  const all = [...start, ...branches]
  const mixed = readers
    .flatMap(({ pages }) => pages)
    .filter(({ page }) => !all.some((branch) => hashesOf(page).every((hash) => branch.has(hash))))
  expect(mixed).toEqual([])
})

test('a node that hangs holds up a few pages: the others do without verifying what has just been verified', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const { accounts, at } = workload
  const readers = accounts.slice(1, 6)
  for (const account of readers) {
    const data = callData('Coin', 'mint', [account, 5n])
    await anvil.request('eth_sendTransaction', [{ from: account, to: at.Coin, data }])
  }
  await anvil.request('evm_mine', [])
  const proxy = await testProxy(anvil.url)
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  await indexed(chain, anvil.url)
  const read = async (account: string) =>
    await chain.reader.list('address-tokens', {
      params: { address_hash: account.toLowerCase() },
      filters: {},
      after: null,
      limit: 50,
    })
  for (const account of readers)
    await until('its tokens', async () => (await read(account))?.items.length === 1)

  const release = Promise.withResolvers<undefined>()
  proxy.answer(async (method, _params, forward) => {
    if (method === 'eth_call') await release.promise
    return forward()
  })
  await anvil.request('evm_mine', [])
  await indexed(chain, anvil.url)
  let waited = 0
  const [last = '', ...others] = readers
  const waiting = others.map((account) => read(account).then(() => (waited += 1)))
  expect((await read(last))?.items).toHaveLength(1)
  expect(waited).toBe(0)
  release.resolve(undefined)
  await Promise.all(waiting)
})

test('balance changes that are being read when the chain is reorganised are those of no other transaction', async () => {
  const anvil = await testAnvil()
  const workload = await Workload.deploy(anvil.url)
  const proxy = await testProxy(anvil.url)
  const chain = await testFollow({ rpcUrl: proxy.url, dataDir: testFolder() })
  const service = await createService({ reader: chain.reader })
  onTestFinished(() => service.close())
  const send = openClient(service.url, READERS)
  const [from, to] = workload.accounts as [string, string]
  const mint = async (holder: string) => {
    const data = callData('Coin', 'mint', [holder, 5n])
    const hash = await anvil.request<string>('eth_sendTransaction', [{ from, to: workload.at.Coin, data }])
    await until('it is indexed', async () => (await send(`/transactions/${hash}`)).status === 200)
    return hash
  }
  const snapshot = await anvil.request('evm_snapshot')
  const gone = await mint(from)

  const release = Promise.withResolvers<undefined>()
  const isTraced = Promise.withResolvers<undefined>()
  proxy.answer(async (method, params, forward) => {
    const answer = await forward()
    if (method === 'debug_traceTransaction' && JSON.stringify(params).includes('prestateTracer')) {
      isTraced.resolve(undefined)
      await release.promise
    }
    return answer
  })
  const reading = send(`/transactions/${gone}/state-changes`)
  await isTraced.promise
  await anvil.request('evm_revert', [snapshot])
  const other = await mint(to)
  release.resolve(undefined)
  expect(await reading).toMatchObject({ status: 404 })
  const { items } = parse((await send(`/transactions/${other}/state-changes`)).text) as WirePage
  expect(items.filter(({ type }) => type === 'token')).toHaveLength(2)
})
