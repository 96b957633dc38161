/** Tests the reader with recorded responses of real instances: nothing is unreadable, nothing is lost. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { DETAIL_ITEMS } from '#shared/lists/detail-items.ts'
import { LISTS, type ListId } from '#shared/lists/list-table.ts'
import { createResponseError } from '../request/error-response.ts'
import { mergeCursor } from '../request/build-list-query.ts'
import { readLimits } from '#platform/http/limit-headers.ts'
import { parseLosslessJson } from '#shared/lossless-json.ts'
import { readCursor } from '../request/cursor.ts'
import { readPageBody } from './read-page.ts'
import { findLostFields } from '#core/testing/find-lost-fields.ts'

const FOLDER = new URL('../../../../../shared/fixtures/recorded/', import.meta.url)
const present = existsSync(FOLDER)
const files = (folder: string) =>
  present ? readdirSync(new URL(`${folder}/`, FOLDER)).filter((name) => name.endsWith('.json')) : []
const text = (folder: string, name: string) => readFileSync(new URL(`${folder}/${name}`, FOLDER), 'utf8')

const PAGES: readonly { folder: string; list: ListId }[] = [
  { folder: 'address-withdrawals', list: 'address-withdrawals' },
  { folder: 'token-transfers', list: 'token-transfers' },
  { folder: 'token-instances', list: 'token-instances' },
  { folder: 'transaction-detail', list: 'address-transactions' },
]

describe.skipIf(!present)('recorded answers (skipped where ../shared/fixtures/recorded is absent)', () => {
  it.each(PAGES)('$folder: every item is read and no field of it lost', ({ folder, list }) => {
    expect(files(folder).length).toBeGreaterThan(0)
    let read = 0
    for (const name of files(folder)) {
      const body = asPage(text(folder, name), name)
      const page = readPageBody(body, { list, counted: new Map(), host: 'recorded' })
      expect(page.unread, name).toEqual([])
      const raw = (parseLosslessJson(body).json as { items: unknown[] }).items
      expect(page.items).toHaveLength(raw.length)
      raw.forEach((item, place) => {
        expect(findLostFields(item, page.items[place]), name).toEqual([])
      })
      expect(new Set(page.keys).size).toBe(page.keys.length)
      read += raw.length
    }
    expect(read).toBeGreaterThan(0)
  })

  it('a transaction is read as a thing of its own, too', () => {
    for (const name of files('transaction-detail'))
      expect(
        z.safeParse(DETAIL_ITEMS.transaction, JSON.parse(text('transaction-detail', name))).success,
      ).toBe(true)
  })

  it('a cursor goes back with every key it came with', () => {
    for (const name of files('next-page-params')) {
      const raw = JSON.parse(text('next-page-params', name)) as Record<string, unknown>
      const cursor = readCursor(raw)!
      const query = mergeCursor({}, cursor, LISTS['address-transactions'].filters)
      expect(query).toEqual(
        Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)])),
      )
    }
  })

  it('refusals are told', () => {
    const refusal = (status: number, name: string) =>
      createResponseError({
        status,
        body: text('errors', name),
        host: 'recorded',
        key: undefined,
        retryAfterMs: 0,
      })
    expect(refusal(422, 'ethskills_422_filter-enum.json')).toMatchObject({
      code: 'invalid_input',
      field: 'filter',
    })
    expect(refusal(500, 'ethskills_500_bare-string.json')).toMatchObject({
      code: 'server_error',
      serverMessage: 'Internal server error',
    })
  })

  it('headers tell the limits', () => {
    for (const name of files('_headers')) {
      const { headers } = JSON.parse(text('_headers', name)) as { headers: Record<string, string> }
      const limits = readLimits(
        Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value])),
      )
      for (const value of Object.values(limits)) expect(Number.isSafeInteger(value)).toBe(true)
      if (!name.includes('before-ratelimit')) expect(limits.limit).toBeGreaterThan(0)
    }
  })
})

/** A recording is a whole page, a list of items, or a single thing. */
function asPage(body: string, name: string): string {
  if (name.endsWith('.page.json')) return body
  return `{"items":${name.endsWith('.items.json') ? body : `[${body}]`},"next_page_params":null}`
}
