/**
 * An instance over HTTP, whose address has a model's transactions and the same number of wei. It records requests.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { createChainModel, type ChainModel, type ModelRow } from './chain-model.ts'

export interface ChainInstance {
  readonly url: string
  readonly chain: ChainModel
  /** Paths of requests with their queries, only for lists. */
  readonly asked: string[]
  /** The number of all requests. */
  requests: number
  /** Cursors given before it was increased are answered with a 422. */
  cursorVersion: number
  /** Cursors below this block repeat. */
  repeatsBelow: number | undefined
  /** The response to every list request, while it is set. */
  refuses: readonly [status: number, body: unknown] | undefined
  /** Rows per page. */
  pageSize: number
  /** The notice on each page. */
  says: string | undefined
  /** Changes the items of each page. */
  gives: ((items: readonly ChainItem[]) => readonly unknown[]) | undefined
  /** Closes the port; `start` opens the same one. */
  stop(): Promise<void>
  start(): Promise<void>
}

export type ChainItem = ReturnType<typeof toItem>

export async function startChainInstance(chain: ChainModel = createChainModel()): Promise<ChainInstance> {
  let server: Server | undefined
  let port = 0
  const instance = {
    get url() {
      return `http://127.0.0.1:${String(port)}`
    },
    chain,
    asked: [] as string[],
    requests: 0,
    cursorVersion: 1,
    repeatsBelow: undefined as number | undefined,
    refuses: undefined as ChainInstance['refuses'],
    pageSize: 50,
    says: undefined as ChainInstance['says'],
    gives: undefined as ChainInstance['gives'],
    async stop() {
      const stopped = server
      server = undefined
      stopped?.closeAllConnections()
      await new Promise<void>((resolve) => {
        if (!stopped) resolve()
        else
          stopped.close(() => {
            resolve()
          })
      })
    },
    async start() {
      const started = (server = createServer((request, response) => {
        instance.requests += 1
        const url = new URL(request.url ?? '/', 'http://instance')
        const [status, body] = answer(url)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      }))
      await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve))
      port = (started.address() as AddressInfo).port
    },
  }
  function answer({ pathname, search, searchParams }: URL): [number, unknown] {
    const { length: rows } = chain.rows()
    if (pathname.endsWith('/counters')) return [200, { transactions_count: String(rows) }]
    if (pathname.endsWith('/tabs-counters')) return [200, { internal_transactions_count: 51, logs_count: 3 }]
    const isList = /\/addresses\/0x[0-9a-f]{40}\/transactions$/i.test(pathname)
    if (pathname.endsWith('/token-transfers')) return [200, { items: [], next_page_params: null }]
    const isAddress = /\/addresses\/(0x[0-9a-f]{40})$/i.exec(pathname)
    if (isAddress) return [200, { hash: isAddress[1], coin_balance: String(chain.rows().length) }]
    if (!isList) return [404, { message: 'Not found' }]
    if (instance.refuses) return [...instance.refuses]
    instance.asked.push(pathname + search)
    const block = searchParams.get('block_number')
    if (block !== null && Number(searchParams.get('items_count')) !== instance.cursorVersion)
      return [
        422,
        { errors: [{ title: 'Invalid value', source: { pointer: '/index' }, detail: 'null value' }] },
      ]
    const cursor =
      block === null ? null : { block_number: Number(block), index: Number(searchParams.get('index')) }
    const page = chain.page(cursor, instance.pageSize)
    const stays = cursor && cursor.block_number < (instance.repeatsBelow ?? 0)
    const next = page.next && { ...(stays ? cursor : page.next), items_count: instance.cursorVersion }
    const said = instance.says === undefined ? {} : { message: instance.says }
    const items = page.items.map((row) => toItem(row as ModelRow))
    return [200, { items: instance.gives?.(items) ?? items, next_page_params: next, ...said }]
  }
  await instance.start()
  return instance
}

const toItem = ({ hash, block_number, position, timestamp }: ModelRow) => ({
  hash,
  block_number,
  position,
  timestamp,
  from: { hash: exampleAddress(block_number % 1_000), name: null, is_contract: false },
  to: { hash: exampleAddress((block_number * 7) % 1_000), name: 'Somebody', is_contract: true },
  value: String(1_000_003n * BigInt(`0x${hash.slice(-8)}`) ** 2n),
  fee: { type: 'actual', value: String(21_000n * BigInt(block_number + 7)) },
  gas_limit: '21000',
  gas_used: '21000',
  nonce: block_number,
  status: 'ok',
  result: 'success',
  method: 'transfer',
  transaction_types: ['coin_transfer'],
})
