import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DETAIL_IDS, detailEndpoint } from '#shared/lists/detail-table.ts'
import { DIALECTS } from '#shared/lists/dialects.ts'
import { EXPLORER_PAGE_IDS, explorerPage } from '../explorer/explorer-table.ts'
import { narrowingOf } from '../narrow-lists.ts'
import { LIST_IDS, listEndpoint } from '#shared/lists/list-table.ts'
import { createService, type Service } from '../server.ts'
import { parse, sendRequest, type WirePage } from '../testing/http.ts'
import { type AnswerOf, answersOf, type Document, readDocument } from '../testing/served-document.ts'
import { ACCOUNT, BLOCK, createMemoryChain, TOKEN, TRANSACTION } from '../testing/memory-chain.ts'
import { hash, MAX_UINT256 } from '../testing/memory-items.ts'

const KEY = 'proapi_secret'
const FORMS = [
  ['/api/v2', {}],
  ['/31337/api/v2', { authorization: `Bearer ${KEY}` }],
] as const

const filled = (path: string) =>
  path
    .replace('{transaction_hash}', TRANSACTION)
    .replace('{token_id}', path.includes('/instances/{token_id}') ? MAX_UINT256 : '7')
    .replace('{block_hash_or_number}', BLOCK)
    .replace('{address_hash}', /^\/(tokens|smart-contracts)/.test(path) ? TOKEN : ACCOUNT) +
  (path.startsWith('/search') ? '?q=token' : '')

describe.each(DIALECTS)('the document of a service in the %s dialect', (dialect) => {
  let service: Service
  let document: Document
  let answerOf: AnswerOf
  beforeAll(async () => {
    service = await createService({ reader: createMemoryChain(), dialect, proKey: KEY })
    document = await readDocument(service)
    answerOf = answersOf(document, true)
  })
  afterAll(() => service.close())

  it('is OpenAPI 3.1, and has every list and every detail', async () => {
    const validator = new Validator()
    const result = await validator.validate({ ...structuredClone(document) })
    expect(result).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const paths = [
      ...LIST_IDS.map((id) => listEndpoint(id).path),
      ...DETAIL_IDS.map((id) => detailEndpoint(id).path),
      ...EXPLORER_PAGE_IDS.map((id) => explorerPage(id).path),
    ]
    expect(Object.keys(document.paths).sort()).toEqual([...new Set(paths)].sort())
    expect(document.servers[0]!.url).toBe(`${service.url}/api/v2`)
  })

  it('is what each route answers, page after page, in both forms', async () => {
    for (const [path] of Object.entries(document.paths)) {
      // There is no file of a list that is still being made.
      const expected = path === '/addresses/{address_hash}/internal-transactions/csv' ? 503 : 200
      const fits = answerOf(path, expected)
      for (const [prefix, headers] of FORMS) {
        let query = ''
        for (let page = 0; page < 2; page++) {
          const url = `${service.url}${prefix}${filled(path)}${query}`
          const { status, text } = await sendRequest(url, { headers })
          expect(status, url).toBe(expected)
          if (!fits) break
          expect(fits(JSON.parse(text)) || fits.errors, url).toBe(true)
          const body = parse(text) as Partial<WirePage>
          if (!body.next_page_params || Array.isArray(body)) break
          query = `?${new URLSearchParams(
            Object.entries(body.next_page_params).map(([name, value]) => [name, String(value)]),
          ).toString()}`
        }
      }
    }
  })

  it('is what each route answers where it fails', async () => {
    const transaction = '/transactions/{transaction_hash}'
    const failures: readonly (readonly [number, string, string, Record<string, string>?])[] = [
      [404, transaction, `/api/v2/transactions/${hash(9, 9)}`],
      [422, transaction, '/api/v2/transactions/0x12'],
      [422, '/transactions', '/api/v2/transactions?block_number=x'],
      [401, '/transactions', '/31337/api/v2/transactions'],
      [404, '/transactions', '/5/api/v2/transactions', { authorization: `Bearer ${KEY}` }],
    ]
    for (const [expected, path, url, headers = {}] of failures) {
      const { status, text } = await sendRequest(service.url + url, { headers })
      expect(status, url).toBe(expected)
      const fits = answerOf(path, expected)!
      expect(fits(JSON.parse(text)) || fits.errors, url).toBe(true)
    }
  })

  it('takes a key in each way that it names, and names what refuses', async () => {
    const { components } = JSON.parse((await sendRequest(`${service.url}/openapi.json`)).text) as {
      components: { securitySchemes: Record<string, { in?: string; name?: string }> }
    }
    expect(Object.keys(components.securitySchemes)).toEqual(['bearer', 'header', 'query'])
    const byKey = await sendRequest(`${service.url}/31337/api/v2/transactions`, {
      headers: { [components.securitySchemes.header!.name!]: KEY },
    })
    expect(byKey.status).toBe(200)
    const { status, text } = await sendRequest(`${service.url}/api/v2/transactions`, { method: 'DELETE' })
    expect(status).toBe(405)
    const fits = answerOf('/transactions', 405)!
    expect(fits(JSON.parse(text)) || fits.errors).toBe(true)
  })

  it('names every parameter that a list takes', async () => {
    for (const id of LIST_IDS) {
      const { parameters } = document.paths[listEndpoint(id).path]!.get
      const known = Object.entries(listEndpoint(id).filters)
        .filter(([, { dialects }]) => dialects?.includes(dialect) ?? true)
        .map(([name]) => name)
      expect(parameters.filter((one) => one.in === 'query').map(({ name }) => name)).toEqual([
        ...known,
        ...Object.keys(narrowingOf(id, dialect)),
        ...(dialect === 'v12' ? ['cursor'] : []),
        'next_page_params',
      ])
    }
    const strict = await sendRequest(`${service.url}/api/v2/transactions?colour=red`)
    expect([200, 422]).toContain(strict.status)
  })
})

it('is refuted by an answer that is not so', async () => {
  const service = await createService({ reader: createMemoryChain() })
  try {
    const fits = answersOf(await readDocument(service))('/transactions', 200)!
    const page = JSON.parse((await sendRequest(`${service.url}/api/v2/transactions`)).text) as {
      items: Record<string, unknown>[]
    }
    expect(fits(page)).toBe(true)
    for (const wrong of [
      { ...page, items: 5 },
      { items: page.items },
      { ...page, items: [{ ...page.items[0], hash: 5 }] },
      { ...page, items: [{ ...page.items[0], value: 'many' }] },
      { ...page, items: [{ ...page.items[0], value: 5 }] },
      { ...page, items: [{ ...page.items[0], from: undefined }] },
      { ...page, items: [{ value: '1' }] },
    ])
      expect(fits(wrong)).toBe(false)
  } finally {
    await service.close()
  }
})

it('walks every list in v12 by its one cursor as by all of its members', async () => {
  const service = await createService({ reader: createMemoryChain(), dialect: 'v12', proKey: KEY })
  onTestFinished(() => service.close())
  for (const id of LIST_IDS) {
    const path = filled(listEndpoint(id).path)
    const base = `${service.url}/api/v2${path}${path.includes('?') ? '&' : '?'}items_count=30`
    let [members, cursor] = [base, base]
    for (let pages = 0; ; pages += 1) {
      const [one, other] = await Promise.all([sendRequest(members), sendRequest(cursor)])
      expect(other.text, id).toBe(one.text)
      const page = parse(one.text) as WirePage & { next_cursor: string | null }
      expect(page.next_cursor === null).toBe(page.next_page_params === null)
      expect(pages).toBeLessThan(10)
      if (page.next_cursor === null || page.next_page_params === null) break
      const query = Object.entries(page.next_page_params).map(([key, value]) => [key, String(value)])
      members = `${base}&${new URLSearchParams(query).toString()}`
      cursor = `${base}&cursor=${page.next_cursor}`
    }
  }
  for (const wrong of ['cursor=%25', 'cursor=YT1i', 'cursor=aW5kZXg9Mw&index=3'])
    expect((await sendRequest(`${service.url}/api/v2/transactions?${wrong}`)).status).toBe(422)
})
