/**
 * Two readers, one of them on a replica, under many walking clients, while transactions come and the writer is killed again
 * and again. CHAINGLASS_FIRE_SECONDS: how long, 30 unless given.
 */
import { expect, onTestFinished, test } from 'vitest'
import type { WireItem } from '#service/chain-reader.ts'
import type { Anvil } from '#service/indexer/testing/anvil.ts'
import { Api } from '#service/indexer/testing/api-process.ts'
import { transferRow, trueRow } from '#service/indexer/testing/compare/list-rows.ts'
import { NodeTruth, transfersIn } from '#service/indexer/testing/compare/node-data.ts'
import { testAnvil } from '#service/indexer/testing/fixtures.ts'
import { openClient, randomNumbers, type Answer, type Below } from '#service/indexer/testing/list-client.ts'
import { findPostgres, startPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'
import { Workload } from '#service/indexer/testing/workload.ts'
import { listSchemas } from '../store/postgres-storage.ts'
import { lookIntoIndex } from '#service/indexer/testing/look-into-index.ts'

const IS_ALONE = process.env.CHAINGLASS_FIRE_SECONDS !== undefined
const SECONDS = Number(process.env.CHAINGLASS_FIRE_SECONDS ?? 8)
const CLIENTS = 50
const PER_SECOND = 200
const KILL_EVERY_MS = IS_ALONE ? 10_000 : 4_000
/** The promised time. On a machine shared with other tests, only the fact of taking over is tested. */
const TAKEN_OVER_MS = IS_ALONE ? 5_000 : Infinity
/** Pages of one walk; the lists are longer. */
const PAGES = 8
/** Between two pages of one client. */
const LOOKED_AT_MS = 500

const LISTS = {
  transactions: '/transactions',
  'address-transactions': '/addresses/{address}/transactions',
  'token-transfers': '/token-transfers',
  blocks: '/blocks',
} as const

interface Walk {
  readonly list: keyof typeof LISTS
  readonly address: string
  readonly rows: string[]
}

/** The compared part of a row; the same for a row of the node. */
const idOf = (list: Walk['list'], item: WireItem) =>
  list === 'token-transfers' ? JSON.stringify(transferRow(item)) : String(item.hash)

/** Reads the list of a walk from the node, newest first. */
async function readTruth(url: string) {
  const truth = new NodeTruth(url)
  const blocks = (await truth.blocks()).toReversed()
  const transactions = blocks.flatMap((block) => block.transactions.toReversed())
  const transfers = transfersIn(await truth.logs())
  const known = new Map<string, Truth>()
  const read = ({ list, address }: Walk): readonly string[] => {
    if (list === 'blocks') return blocks.map(({ hash }) => hash)
    if (list === 'transactions') return transactions.map(({ hash }) => hash)
    if (list === 'token-transfers') return transfers.map((each) => JSON.stringify(trueRow(each)))
    const isOf = (each: string | null) => each?.toLowerCase() === address.toLowerCase()
    return transactions.filter(({ from, to }) => isOf(from) || isOf(to)).map(({ hash }) => hash)
  }
  return (walk: Walk): Truth => {
    const key = walk.list === 'address-transactions' ? walk.address : walk.list
    const found = known.get(key)
    if (found) return found
    const rows = read(walk)
    const places = Map.groupBy(
      rows.map((_, place) => place),
      (place) => rows[place] ?? '',
    )
    const made = { rows, places }
    known.set(key, made)
    return made
  }
}

interface Truth {
  readonly rows: readonly string[]
  /** Where a row stands. */
  readonly places: ReadonlyMap<string, readonly number[]>
}

/** Rows of one walk are those of the node without a gap, none of them twice, none that the node has not. */
function faultOf({ list, address, rows }: Walk, truth: Truth): string | null {
  const [first] = rows
  if (first === undefined) return null
  const from = (truth.places.get(first) ?? []).map((start) =>
    rows.findIndex((row, nth) => row !== truth.rows[start + nth]),
  )
  if (from.includes(-1)) return null
  const at = Math.max(0, ...from)
  return `${list} of ${address}: row ${String(at)} of ${String(rows.length)}, ${rows[at] ?? ''}`
}

class Client {
  readonly walks: Walk[] = []
  readonly failures: string[] = []
  refused = 0
  pages = 0
  readonly #readers: readonly ((path: string) => Promise<Answer>)[]
  readonly #accounts: readonly string[]
  readonly #below: Below

  constructor(
    readers: readonly ((path: string) => Promise<Answer>)[],
    accounts: readonly string[],
    seed: number,
  ) {
    this.#readers = readers
    this.#accounts = accounts
    this.#below = randomNumbers(seed)
  }

  async walk(isOver: () => boolean) {
    const names = Object.keys(LISTS) as (keyof typeof LISTS)[]
    while (!isOver()) {
      const list = names[this.#below(names.length)]!
      const address = this.#accounts[this.#below(this.#accounts.length)]!
      const walk: Walk = { list, address, rows: [] }
      let query: string | null = ''
      for (let page = 0; query !== null && page < PAGES && !isOver(); page++) {
        query = await this.#readPage(walk, query)
        await new Promise((resolve) => setTimeout(resolve, LOOKED_AT_MS))
      }
      this.walks.push(walk)
    }
  }

  /** Each page from whichever reader: any of them goes on with a cursor of the other one. */
  async #readPage(walk: Walk, query: string): Promise<string | null> {
    const path = `${LISTS[walk.list].replace('{address}', walk.address)}?${query}`
    const { status, text } = await this.#readers[this.#below(this.#readers.length)]!(path)
    if (status === 503) {
      // This reader is behind the other one and says so. The next request gets the page.
      this.refused += 1
      if (!text.includes('ask again')) this.failures.push(text)
      return query
    }
    if (status !== 200) {
      this.failures.push(`${String(status)} for ${path}: ${text}`)
      return null
    }
    this.pages += 1
    const { items, next_page_params: next } = JSON.parse(text) as {
      items: WireItem[]
      next_page_params: object | null
    }
    walk.rows.push(...items.map((item) => idOf(walk.list, item)))
    return (
      next && new URLSearchParams(Object.entries(next).map(([key, value]) => [key, String(value)])).toString()
    )
  }
}

/** As many transactions a second as are asked for, or as the node takes. */
async function sendTransactions(workload: Workload, isOver: () => boolean): Promise<number> {
  const began = performance.now()
  let sent = 0
  while (!isOver()) {
    const due = Math.floor(((performance.now() - began) / 1_000) * PER_SECOND) - sent
    if (due > 0) {
      await workload.send(Math.min(due, 20))
      sent += Math.min(due, 20)
    } else await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return (sent / (performance.now() - began)) * 1_000
}

const headOf = async (anvil: Anvil) => Number(await anvil.request<string>('eth_blockNumber'))

test.skipIf(findPostgres() === null)(
  `the writer is killed every ${String(KILL_EVERY_MS / 1_000)} s under ${String(CLIENTS)} clients: no wrong page, and another one goes on${IS_ALONE ? ` within ${String(TAKEN_OVER_MS / 1_000)} s` : ''} (needs PostgreSQL)`,
  { timeout: SECONDS * 1_000 + 240_000 },
  async () => {
    const anvil = await testAnvil({ args: ['--block-time', '1', '--gas-limit', '200000000'] })
    const workload = await Workload.deploy(anvil.url)
    const server = await startPostgres()
    onTestFinished(() => {
      server.stop()
    })
    const replica = await server.addReplica()
    const writers = [await startWriter(), await startWriter()] as [Api, Api]
    await until('the replica has the index', () => listSchemas(replica.url).length === 1)
    const readers = [await startReader(server.url), await startReader(replica.url)]
    const index = lookIntoIndex(server.url, listSchemas(server.url)[0]!)
    onTestFinished(() => {
      index.close()
    })
    const indexed = () => index.get<{ n: number }>('SELECT max(number) AS n FROM block')?.n ?? 0

    let isOver = false
    const over = () => isOver
    const sending = sendTransactions(workload, over)
    const sends = readers.map(({ origin }) => openClient(origin, CLIENTS))
    const clients = Array.from(
      { length: CLIENTS },
      (_, seed) => new Client(sends, workload.accounts, seed + 1),
    )
    const walking = Promise.all(clients.map((client) => client.walk(over)))

    const silences: number[] = []
    const takeovers: number[] = []
    const until0 = performance.now() + SECONDS * 1_000
    let [active, standBy] = writers
    // Each of the two at least once, however slow the machine is.
    for (let kill = 1; kill <= 2 || performance.now() < until0; kill++) {
      await new Promise((resolve) => setTimeout(resolve, KILL_EVERY_MS))
      await active.kill()
      const died = performance.now()
      const before = indexed()
      await until(
        'the next block',
        async () => {
          const { body } = await readers[0]!.health()
          silences.push(body.chains[0]?.seconds_behind ?? 0)
          return indexed() > before
        },
        { seen: () => standBy.run.errors.slice(-2_000) },
      )
      takeovers.push(performance.now() - died)
      active.restart()
      ;[active, standBy] = [standBy, active]
      await standBy.ready()
    }
    isOver = true
    const rate = await sending
    await walking
    await anvil.request('evm_setIntervalMining', [0])

    // A reader that was behind catches up, and says so.
    const head = await headOf(anvil)
    for (const reader of readers)
      await until(
        'it has caught up',
        async () => {
          const { status, body } = await reader.health()
          return status === 200 && body.chains[0]?.head === head && body.chains[0].lag === 0
        },
        {
          seen: async () => [
            head,
            indexed(),
            await reader.seen(),
            await Promise.all(writers.map((each) => each.seen())),
          ],
        },
      )
    const truthOf = await readTruth(anvil.url)
    const walks = clients.flatMap((client) => client.walks)
    const sum = (of: (client: Client) => number) => clients.reduce((all, client) => all + of(client), 0)
    process.stdout.write(
      `under fire: ${String(Math.round(rate))} transactions a second, ${String(head)} blocks, ${String(walks.length)} walks, ${String(sum(({ pages }) => pages))} pages, ${String(sum(({ refused }) => refused))} asked again; next block after ms: ${takeovers.map(Math.round).join(', ')}; silence up to ${String(Math.max(...silences))} s\n`,
    )
    expect(clients.flatMap(({ failures }) => failures)).toEqual([])
    expect(walks.map((walk) => faultOf(walk, truthOf(walk))).filter((fault) => fault !== null)).toEqual([])
    expect(walks.length).toBeGreaterThan(CLIENTS)
    expect(Math.max(...takeovers)).toBeLessThan(TAKEN_OVER_MS)
    expect(Math.max(...silences)).toBeGreaterThan(0)

    function startWriter() {
      return Api.start(['--role', 'writer', '--rpc', anvil.url], { env: { CHAINGLASS_DATABASE: server.url } })
    }
    function startReader(url: string) {
      return Api.start(['--role', 'reader', '--dialect', 'spec'], { env: { CHAINGLASS_DATABASE: url } })
    }
  },
)
