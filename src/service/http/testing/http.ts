/** A simple HTTP client for tests: it returns headers and bytes exactly as they were sent. */
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import * as z from 'zod/mini'
import { listItem } from '#shared/lists/list-items.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  readonly text: string
}

export interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function sendRequest(
  url: string,
  { method = 'GET', headers = {}, body }: SendOptions = {},
): Promise<TestResponse> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = httpRequest(
      url,
      { method, headers: { ...length, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: bytes.toString('utf8'),
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

export interface WirePage {
  readonly items: readonly Record<string, unknown>[]
  readonly next_page_params: Readonly<Record<string, unknown>> | null
  readonly meta?: unknown
}

/** Parses JSON with the digits of numbers that a double can't hold, as strings. */
export const parse = (text: string): unknown =>
  JSON.parse(text, ((_key: string, value: unknown, { source }: { source: string }) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? source
      : value) as (key: string, value: unknown) => unknown)

export const page = (reply: TestResponse) => parse(reply.text) as WirePage

export interface FetchedList {
  readonly pages: readonly WirePage[]
  readonly items: readonly Record<string, unknown>[]
  /** The identity of each item by the table of lists; throws for an unreadable item. */
  readonly keys: readonly string[]
}

/**
 * Reads a list to its end as a client does: it repeats filters and every key of the cursor, null as the text `null`.
 */
export async function fetchWholeList(
  base: string,
  id: ListId,
  path: string,
  { query = {}, headers = {} }: { query?: Record<string, string>; headers?: Record<string, string> } = {},
): Promise<FetchedList> {
  const pages: WirePage[] = []
  let cursor: Readonly<Record<string, unknown>> = {}
  for (;;) {
    const sent = new URLSearchParams({
      ...query,
      ...Object.fromEntries(Object.entries(cursor).map(([key, value]) => [key, String(value)])),
    })
    const reply = await sendRequest(`${base}${path}?${sent.toString()}`, { headers })
    if (reply.status !== 200)
      throw new Error(`${String(reply.status)} for ${path}?${sent.toString()}: ${reply.text}`)
    const next = page(reply)
    pages.push(next)
    if (next.next_page_params === null) break
    if (JSON.stringify(next.next_page_params) === JSON.stringify(cursor)) throw new Error(`${id}: stuck`)
    cursor = next.next_page_params
  }
  const items = pages.flatMap(({ items }) => items)
  return { pages, items, keys: items.map((item) => identity(id, item)) }
}

export function identity(id: ListId, item: unknown): string {
  const read = z.safeParse(listItem(id), item)
  if (!read.success) {
    throw new Error(`${id}: unreadable: ${JSON.stringify(read.error.issues[0])} in ${JSON.stringify(item)}`)
  }
  return listEndpoint(id).identity(read.data)
}
