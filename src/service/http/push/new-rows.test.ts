/** Tests new rows of a list as server-sent events, read as a browser's EventSource does. */
import { afterEach, expect, it } from 'vitest'
import { createSampleChain } from '../../sample/sample-chain.ts'
import type { WireItem } from '../../chain-reader.ts'
import { createService } from '../server.ts'
import { createMemoryChain } from '../testing/memory-chain.ts'
import { newRows } from './new-rows.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function serve() {
  let time = Date.UTC(2026, 9, 1, 12)
  const chain = createSampleChain({ seed: 3, transactions: 500, live: true, now: () => time })
  // Time goes on whenever the service asks whether something has changed.
  const version = () => ((time += 6_000), chain.version())
  const service = await createService({ reader: { ...chain, version }, dialect: 'v12' })
  ends.push(() => service.close())
  return { base: `${service.url}/api/v2`, close: () => service.close(), chain }
}

const HEADERS = { accept: 'text/event-stream' }

/** Events until so many have come. */
async function events(response: Response, count: number) {
  const found: { event: string; data: Record<string, unknown> }[] = []
  let text = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = /^event: (\w+)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (event !== undefined && data !== undefined)
        found.push({ event, data: JSON.parse(data) as Record<string, unknown> })
    }
    if (found.length >= count) break
  }
  return found
}

it('are told once each, the oldest first, as they are in the list', async () => {
  const { base } = await serve()
  const before = (await (await fetch(`${base}/blocks`)).json()) as { items: { height: number }[] }
  const response = await fetch(`${base}/blocks`, { headers: HEADERS })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const told = await events(response, 3)
  expect(told.map(({ event }) => event)).toEqual(told.map(() => 'row'))
  const heights = told.map(({ data }) => Number(data.height))
  expect(heights).toEqual(heights.map((_, at) => before.items[0]!.height + 1 + at))
  const after = (await (await fetch(`${base}/blocks`)).json()) as { items: { height: number }[] }
  expect(after.items).toContainEqual(told[0]!.data)
})

it('are those of the filter, and of the address that the path names', async () => {
  const { base, chain } = await serve()
  const hub = chain.suggestedAddresses()[0]!.address
  const path = `${base}/addresses/${hub}/transactions?filter=from`
  for (const { data } of await events(await fetch(path, { headers: HEADERS }), 2))
    expect(data).toMatchObject({ from: { hash: hub } })
})

it('are refused where they can’t be told, and end when the service does', async () => {
  const { base, close, chain } = await serve()
  const status = async (path: string) => {
    const response = await fetch(`${base}/${path}`, { headers: HEADERS })
    await response.body?.cancel()
    return response.status
  }
  expect(await status('tokens')).toBe(406)
  expect(await status('blocks?block_number=5')).toBe(406)
  expect(await status('blocks?colour=red')).toBe(422)
  expect(await status(`tokens/${chain.suggestedAddresses()[0]!.address}/transfers`)).toBe(404)
  const open = await fetch(`${base}/blocks`, { headers: HEADERS })
  await close()
  expect(await events(open, 1_000)).toEqual([])
})

/**
 * Pushes lists of blocks with these hashes, one after the other, and returns what subscribers got. Only the first page
 * of a list is pushed.
 */
async function toldOf(...lists: readonly (readonly string[])[]) {
  const pages = lists.map((hashes) => ({
    items: hashes.slice(0, 100).map((hash) => ({ hash })),
    next: hashes.length > 100 ? { block_number: 1 } : null,
  }))
  let changed: () => Promise<void> = () => Promise.resolve()
  const stream = await newRows({
    reader: { ...createMemoryChain(), list: () => pages.shift() ?? null },
    changes: { listen: (listener) => ((changed = listener), () => undefined) },
    id: 'latest-blocks',
    request: { params: {}, filters: {} },
    write: (item) => item,
  })
  const told: unknown[] = []
  stream!((event, data) => told.push(event === 'row' ? (data as WireItem).hash : event))
  while (pages.length > 0) await changed()
  return told
}
const from = (start: number, count: number) => Array.from({ length: count }, (_, at) => String(start - at))

it('after a reorganisation are those of the new branch, none of those that move up behind them', async () => {
  const before = from(500, 300)
  expect(await toldOf(before, ['new', ...before.slice(3)])).toEqual(['new'])
  expect(await toldOf(before, before.slice(3))).toEqual([])
})

it('come behind a gap where some between are missing, also in a list that was empty', async () => {
  expect(await toldOf([], ['b', 'a'])).toEqual(['a', 'b'])
  expect(await toldOf([], from(500, 101))).toEqual(['gap', ...from(500, 100).toReversed()])
  expect(await toldOf(from(300, 101), from(500, 201))).toEqual(['gap', ...from(500, 100).toReversed()])
  expect(await toldOf(from(300, 50), from(301, 51))).toEqual(['301'])
})
