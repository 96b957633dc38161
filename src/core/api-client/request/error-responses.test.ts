/** Tests the error for every refusal in API-IN-PRACTICE. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as behaviours from '#platform/testing/behaviours.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { expectFailure } from '#core/testing/expect-failure.ts'
import { openHostileServer, sourceAt, type HostileServer } from '#platform/testing/hostile-server.ts'
import type { ApiClient } from '../create-api-client.ts'

let server: HostileServer
let client: ApiClient
let key: string | undefined
beforeEach(async () => {
  key = undefined
  server = await openHostileServer()
  client = clientAt({ keyFor: () => key })
})
afterEach(async () => {
  client.close()
  await server.close()
})
const read = () =>
  client.readPage(sourceAt(server.url), {
    list: 'address-transactions',
    params: { address_hash: exampleAddress(1) },
  })
const { json, text, html } = behaviours
const ENUM = {
  errors: [{ title: 'Invalid value', source: { pointer: '/filter' }, detail: 'Invalid value for enum' }],
}
const X402 = { error: 'Proceed with API key or make a X402 payment to continue' }

it.each([
  [400, json({ message: 'Bad hash' }, 400), { code: 'invalid_input', serverMessage: 'Bad hash' }],
  [422, json(ENUM, 422), { code: 'invalid_input', field: 'filter', serverMessage: 'Invalid value for enum' }],
  [422, text('', 422), { code: 'invalid_input', reason: 'refused_by_server' }],
  [
    401,
    json({ message: 'Wrong API key' }, 401),
    { code: 'unauthorized', hadKey: false, serverMessage: 'Wrong API key' },
  ],
  [401, json({ error: 'Unauthorized' }, 401), { code: 'unauthorized', serverMessage: 'Unauthorized' }],
  [401, json({ error: 'Out of credits' }, 401), { code: 'out_of_credits', serverMessage: 'Out of credits' }],
  [402, json({ error: 'Out of credits' }, 402), { code: 'out_of_credits' }],
  [402, json(X402, 402), { code: 'unauthorized', hadKey: false, serverMessage: X402.error }],
  [
    403,
    json({ message: 'Restricted access' }, 403),
    { code: 'forbidden', byWhom: 'instance', serverMessage: 'Restricted access' },
  ],
  [
    403,
    html(403, '<html><title>Just a moment...</title></html>'),
    { code: 'forbidden', byWhom: 'network', serverMessage: 'Just a moment...' },
  ],
  [403, text('', 403), { code: 'forbidden', byWhom: 'network' }],
  [404, json({ message: 'Not found' }, 404), { code: 'not_found', serverMessage: 'Not found' }],
  [
    404,
    json({ message: 'Block lost consensus', hash: '0x1' }, 404),
    { code: 'not_found', serverMessage: 'Block lost consensus' },
  ],
  [404, json('Page not found', 404), { code: 'not_found', serverMessage: 'Page not found' }],
  [
    404,
    json({ error: 'Unknown chain', source: 'gateway' }, 404),
    { code: 'not_found', serverMessage: 'Unknown chain' },
  ],
  [404, text('', 404), { code: 'not_found' }],
  [404, html(404), { code: 'bad_response', kind: 'html' }],
  [407, html(407), { code: 'forbidden', byWhom: 'network' }],
  [410, json({ message: 'Use Pro' }, 410), { code: 'bad_response', kind: 'gone', serverMessage: 'Use Pro' }],
  [
    500,
    json('Internal server error', 500),
    { code: 'server_error', status: 500, serverMessage: 'Internal server error' },
  ],
  [
    501,
    json({ message: 'Service is disabled' }, 501),
    { code: 'server_error', status: 501, serverMessage: 'Service is disabled' },
  ],
  [
    502,
    html(502, '<html><title>502 Bad Gateway</title>'),
    { code: 'server_error', status: 502, serverMessage: '502 Bad Gateway' },
  ],
  [
    503,
    json({ error: 'No upstream', source: 'gateway' }, 503),
    { code: 'server_error', status: 503, serverMessage: 'No upstream' },
  ],
  [
    504,
    text('upstream timeout', 504),
    { code: 'server_error', status: 504, serverMessage: 'upstream timeout' },
  ],
  [511, html(511), { code: 'forbidden', byWhom: 'network' }],
  [418, json([1, null], 418), { code: 'server_error', status: 418 }],
])('%i %#', async (_status, behaviour, error) => {
  server.always(behaviour)
  expect(await expectFailure(read())).toMatchObject({ ...error, host: server.url.slice(7) })
})

it.each([
  [401, 'unauthorized'],
  [402, 'out_of_credits'],
])('%i with a key set tells that there was one', async (status, code) => {
  key = 'secret-key'
  server.always(json(X402, status))
  const failure = await expectFailure(read())
  expect(failure.code).toBe(code)
  if (failure.code === 'unauthorized') expect(failure.hadKey).toBe(true)
})

it.each([502, 503, 504, 522])('%i is asked again, up to three times', async (status) => {
  server.next(text('', status), text('', status), text('', status))
  server.always(behaviours.page([]))
  expect((await read()).items).toEqual([])
  server.always(text('', status))
  expect(await expectFailure(read())).toMatchObject({ code: 'server_error', status })
  expect(server.requests).toHaveLength(8)
})

it.each([400, 401, 403, 404, 410, 422, 501])('%i is not asked again', async (status) => {
  server.always(json({ message: 'no' }, status))
  await expectFailure(read())
  expect(server.requests).toHaveLength(1)
})

it('503 with a long retry-after is told at once', async () => {
  server.always(text('', 503, { 'retry-after': '120' }))
  expect(await expectFailure(read())).toMatchObject({ code: 'server_error', status: 503 })
  expect(server.requests).toHaveLength(1)
})

describe('words of a server', () => {
  it('come without its queries, its control characters, and not longer than a person reads', async () => {
    const words = `See https://x.test/a?apikey=abc&b=1 \u202egnp.exe\u0007 ${'long '.repeat(500)}`
    server.always(json({ message: words }, 404))
    const failure = await expectFailure(read())
    const message = 'serverMessage' in failure ? (failure.serverMessage ?? '') : ''
    expect(message).toMatch(/^See https:\/\/x\.test\/a {1,2}gnp\.exe/)
    expect(message).not.toMatch(/apikey|abc|[\u0000-\u001f\u202e]/)
    expect(message.length).toBeLessThanOrEqual(300)
  })
})
