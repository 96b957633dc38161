/** Tests that a key goes only to its source's origin, and is in no output of this client. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Auth } from '#shared/source.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import * as behaviours from '#platform/testing/behaviours.ts'
import { clientAt } from '#core/testing/client-at.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import { openHostileServer, sourceAt, type HostileServer } from '#platform/testing/hostile-server.ts'
import type { ApiClient } from '../create-api-client.ts'

const KEY = 'proapi_s3cr3t+of/tests=='
const WAYS: readonly Auth[] = ['bearer', 'x-api-key', 'query']
let server: HostileServer
let elsewhere: HostileServer
let client: ApiClient
let told: unknown[]
beforeEach(async () => {
  told = []
  server = await openHostileServer()
  elsewhere = await openHostileServer()
  elsewhere.always(behaviours.page([]))
  client = clientAt({ keyFor: () => KEY, log: (entry) => told.push(entry) })
})
afterEach(async () => {
  client.close()
  await server.close()
  await elsewhere.close()
})

const OF = { address_hash: exampleAddress(1) }
/** Everything that a caller learns from one request. */
async function tellAll(auth: Auth) {
  try {
    told.push(
      await client.readPage(sourceAt(server.url, { auth }), { list: 'address-transactions', params: OF }),
    )
  } catch (error) {
    expect(error).toBeInstanceOf(ChainglassFailure)
    const { error: value, message, stack } = error as ChainglassFailure
    told.push(value, message, stack)
  }
  return JSON.stringify(told)
}
const expectNoKey = (text: string) => {
  expect(text).not.toContain(KEY)
  expect(text).not.toContain(encodeURIComponent(KEY))
  expect(text).not.toContain('s3cr3t')
}

describe.each(WAYS)('sent as %s', (auth) => {
  it.each([
    ['another port', () => elsewhere.url],
    ['another host', () => elsewhere.url.replace('127.0.0.1', 'localhost')],
    ['a place that looks like it', () => `http://127.0.0.1@${elsewhere.url.slice(7)}`],
    ['https elsewhere', () => 'https://192.0.2.1'],
  ])('no redirect takes it to %s', async (_name, place) => {
    server.always((response, seen) =>
      behaviours.redirect(`${place()}/x?${seen.query.toString()}`)(response, seen),
    )
    expectNoKey(await tellAll(auth))
    expect(elsewhere.requests).toHaveLength(0)
  })

  it('a redirect at home takes it along, once', async () => {
    server.next((response, seen) => behaviours.redirect(`/y?${seen.query.toString()}`)(response, seen))
    server.always(behaviours.page([]))
    expectNoKey(await tellAll(auth))
    const [, second] = server.requests
    expect(
      [second!.headers.authorization, second!.headers['x-api-key'], ...second!.query.getAll('apikey')].filter(
        Boolean,
      ),
    ).toEqual([auth === 'bearer' ? `Bearer ${KEY}` : KEY])
  })

  it.each([400, 401, 402, 403, 404, 410, 422, 429, 500, 503])('a %i that echoes it', async (status) => {
    server.always((response, seen) => {
      const words = `Wrong key ${KEY} or ${encodeURIComponent(KEY)} in https://x.test/?apikey=${KEY} (Bearer ${KEY})`
      const errors = [{ title: words, detail: words, source: { pointer: `/${KEY}` } }]
      return behaviours.json(status === 422 ? { errors } : { message: words }, status)(response, seen)
    })
    expectNoKey(await tellAll(auth))
  })

  it('a page that echoes it in cursor, notice and an unreadable item', async () => {
    server.always(
      behaviours.json({
        items: [{ hash: 5, note: KEY, link: `https://x.test/?apikey=${encodeURIComponent(KEY)}` }],
        next_page_params: { index: 1, apikey: KEY, other: KEY },
        meta: { status: 'pending', message: `for ${KEY}` },
      }),
    )
    expectNoKey(await tellAll(auth))
  })

  it.each([
    ['an answer that is none', behaviours.html()],
    ['a broken connection', behaviours.reset],
    ['a plain page', behaviours.page([])],
  ])('%s', async (_name, behaviour) => {
    server.always(behaviour)
    expectNoKey(await tellAll(auth))
  })
})

it('a typed instance is probed without any key but the one given', async () => {
  server.always(behaviours.page([]))
  await client.probe(sourceAt(server.url))
  await client.probe({ ...sourceAt(server.url), key: 'mine' })
  expect(server.requests.map((one) => one.headers.authorization)).toEqual([undefined, 'Bearer mine'])
})
