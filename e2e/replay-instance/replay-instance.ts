/**
 * An instance that serves recorded responses of real servers: each recorded item once, 50 per page, with the cursors
 * recorded with them. It proves that every row of real data is read and shown.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type Item = Record<string, unknown>

export interface ReplayInstance {
  readonly url: string
  /** An address whose lists have all recorded items, whichever address they were recorded from. */
  readonly address: string
  /** How many rows each list has. */
  readonly counts: { readonly transactions: number; readonly withdrawals: number; readonly transfers: number }
  close(): Promise<void>
}

export const RECORDED = join(import.meta.dirname, '..', '..', '..', 'shared', 'fixtures', 'recorded')
export const hasRecorded = () => existsSync(join(RECORDED, 'transaction-detail'))

const PAGE = 50

export async function startReplayInstance(folder = RECORDED): Promise<ReplayInstance> {
  const transactions = unique(read(folder, 'transaction-detail'), (item) => String(item.hash))
  const withdrawals = unique(read(folder, 'address-withdrawals'), (item) => String(item.index)).sort(
    (a, b) => Number(b.index) - Number(a.index),
  )
  const transfers = unique(
    read(folder, 'token-transfers'),
    (item) => `${String(item.transaction_hash)}:${String(item.log_index)}`,
  )
  const lists: Readonly<Record<string, { items: Item[]; cursor: (last: Item, count: number) => Item }>> = {
    transactions: {
      items: transactions,
      cursor: (last, count) => ({
        index: last.position,
        value: last.value,
        hash: last.hash,
        inserted_at: '2026-07-17T03:06:45.105572Z',
        block_number: last.block_number,
        fee: (last.fee as Item | null)?.value,
        items_count: count,
      }),
    },
    withdrawals: { items: withdrawals, cursor: (last, count) => ({ index: last.index, items_count: count }) },
    'token-transfers': {
      items: transfers,
      cursor: (last) => ({ block_number: last.block_number, index: last.log_index }),
    },
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://replay')
    const respond = (status: number, body: unknown) => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'x-ratelimit-limit': '600',
        'x-ratelimit-remaining': '596',
        'x-ratelimit-reset': '11834',
      })
      response.end(JSON.stringify(body))
    }
    const detail = /^\/api\/v2\/transactions\/(0x[0-9a-f]+)$/i.exec(url.pathname)?.[1]
    if (detail) {
      const found = transactions.find((item) => item.hash === detail)
      respond(found ? 200 : 404, found ?? { message: 'Not found' })
      return
    }
    const name = /^\/api\/v2\/(?:addresses\/0x[0-9a-f]{40}\/)?([a-z-]+)$/i.exec(url.pathname)?.[1] ?? ''
    const list = lists[name]
    if (!list) {
      if (/^\/api\/v2\/addresses\/0x[0-9a-f]{40}\/[a-z-]+$/i.test(url.pathname))
        respond(200, { items: [], next_page_params: null })
      else respond(404, { message: 'Not found' })
      return
    }
    const from = positionOf(list.items, url.searchParams)
    const items = list.items.slice(from, from + PAGE)
    const last = items.at(-1)
    const more = from + PAGE < list.items.length
    respond(200, { items, next_page_params: more && last ? list.cursor(last, from + items.length) : null })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    counts: {
      transactions: transactions.length,
      withdrawals: withdrawals.length,
      transfers: transfers.length,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** The index after the item a cursor names; 0 without a cursor. */
function positionOf(items: readonly Item[], query: URLSearchParams): number {
  const hash = query.get('hash')
  const block = query.get('block_number')
  const index = query.get('index')
  if (hash) return items.findIndex((item) => item.hash === hash) + 1
  if (index === null) return 0
  return (
    items.findIndex((item) =>
      block === null
        ? String(item.index) === index
        : String(item.block_number) === block && String(item.log_index) === index,
    ) + 1
  )
}

function read(folder: string, kind: string): Item[] {
  return readdirSync(join(folder, kind))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const body = JSON.parse(readFileSync(join(folder, kind, name), 'utf8')) as Item | Item[]
      if (Array.isArray(body)) return body
      return Array.isArray(body.items) ? (body.items as Item[]) : [body]
    })
}

const unique = (items: readonly Item[], key: (item: Item) => string): Item[] => [
  ...new Map(items.map((item) => [key(item), item])).values(),
]
