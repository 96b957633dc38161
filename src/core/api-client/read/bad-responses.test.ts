/**
 * Tests the client against each failure of a network and a server, produced by a real local server, and the defined
 * result.
 */
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rawItem, invalidFieldsOf } from '#shared/chain/invalid-fields.ts'
import * as behaviours from '#platform/testing/behaviours.ts'
import { clientAt } from '#core/testing/client-at.ts'
import {
  exampleAddress,
  exampleTransaction,
  exampleTransfer,
  exampleWithdrawal,
} from '#shared/lists/testing/example-items.ts'
import { expectFailure } from '#core/testing/expect-failure.ts'
import { openHostileServer, sourceAt, type HostileServer } from '#platform/testing/hostile-server.ts'
import type { ApiClient, ApiClientPorts } from '../create-api-client.ts'

let server: HostileServer
let client: ApiClient
beforeEach(async () => {
  server = await openHostileServer()
  client = clientAt()
})
afterEach(async () => {
  client.close()
  await server.close()
})

const OF = { address_hash: exampleAddress(7) }
const read = (by = client) => by.readPage(sourceAt(server.url), { list: 'address-withdrawals', params: OF })
const within = async (ports: Partial<ApiClientPorts>) => {
  const hurried = clientAt(ports)
  try {
    return await expectFailure(read(hurried))
  } finally {
    hurried.close()
  }
}
const good = behaviours.page([exampleWithdrawal(1)])
const BODY = JSON.stringify({
  items: Array.from({ length: 50 }, (_, index) => exampleWithdrawal(index)),
  next_page_params: null,
})

/** 4,400 levels: 9 kB. */
const deep = (open: string, inside: string, close: string) =>
  `${open.repeat(4_400)}${inside}${close.repeat(4_400)}`
const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${String(index)}":1,`).join('')

const objects = (count: number) =>
  Array.from({ length: count }, (_, index) => `{"k${String(index)}":1},`).join('')

describe('a body that is not a page', () => {
  it.each([
    ['HTML with 200', behaviours.html(), 'html'],
    ['an empty body', behaviours.text(''), 'empty'],
    ['blanks', behaviours.text(' \n '), 'empty'],
    ['204 without a body', behaviours.text('', 204), 'empty'],
    ['plain text', behaviours.text('everything is fine'), 'not_json'],
    ['JSON that is wrong inside', behaviours.text('{"items":[,],"next_page_params":null}'), 'not_json'],
    ['a bare text', behaviours.json('Page not found'), 'not_a_page'],
    ['an array', behaviours.json([]), 'not_a_page'],
    ['null', behaviours.json(null), 'not_a_page'],
    ['an object without items', behaviours.json({ message: 'Something else' }), 'not_a_page'],
    ['items that are no list', behaviours.json({ items: {}, next_page_params: null }), 'not_a_page'],
    ['a cursor that is a text', behaviours.page([], 'next'), 'not_a_page'],
    ['a cursor with a list inside', behaviours.page([], { block_number: [1] }), 'not_a_page'],
    ['a cursor of a thousand keys', behaviours.page([], JSON.parse(`{${keys(1_000)}"z":1}`)), 'not_a_page'],
    ['a cursor with a text of 100 kB', behaviours.page([], { hash: 'x'.repeat(100_000) }), 'not_a_page'],
    ['half a body said to be whole', behaviours.endedEarly(BODY), 'truncated'],
    ['something that is not HTTP', behaviours.notHttp, 'not_json'],
    ['an encoding nobody asked for', behaviours.text('x', 200, { 'content-encoding': 'zstd' }), 'not_json'],
    ['gzip that is none', behaviours.text(BODY, 200, { 'content-encoding': 'gzip' }), 'truncated'],
  ])('%s', async (_name, behaviour, kind) => {
    server.always(behaviour)
    expect(await expectFailure(read())).toMatchObject({
      code: 'bad_response',
      kind,
      host: server.url.slice('http://'.length),
    })
  })

  it('says in the words of the server why there are no items', async () => {
    server.always(behaviours.json({ message: 'Feature is off' }))
    expect(await expectFailure(read())).toMatchObject({ kind: 'not_a_page', serverMessage: 'Feature is off' })
  })
})

describe('a body cut in the middle', () => {
  it.each([
    ['content-length', behaviours.cutByLength(BODY)],
    ['chunks', behaviours.cutInChunks(BODY)],
  ])('by %s is asked for once more, and then told', async (_name, cut) => {
    server.next(cut)
    server.always(good)
    expect((await read()).items).toHaveLength(1)

    server.always(cut)
    expect(await expectFailure(read())).toMatchObject({ code: 'bad_response', kind: 'truncated' })
    expect(server.requests).toHaveLength(4)
  })

  it('inside of gzip is told too', async () => {
    const packed = gzipSync(BODY)
    server.always(
      behaviours.text(packed.subarray(0, packed.length - 40), 200, { 'content-encoding': 'gzip' }),
    )
    expect(await expectFailure(read())).toMatchObject({ code: 'bad_response', kind: 'truncated' })
  })
})

describe('what a page says beside its rows', () => {
  it.each<[string, object, object | undefined]>([
    [
      'a status that is a number',
      { meta: { status: 1, message: 'Not yet processed' } },
      { kind: 'pending', message: 'Not yet processed' },
    ],
    [
      'another number',
      { meta: { status: 2, message: 'Still some left' } },
      { kind: 'message', message: 'Still some left' },
    ],
    ['a status that is a word', { meta: { status: 'pending' } }, { kind: 'pending', message: 'pending' }],
    [
      'a message alone',
      { message: 'Feature is off today' },
      { kind: 'message', message: 'Feature is off today' },
    ],
    ['that all is well', { meta: { status: 1, message: 'OK' }, message: 'success' }, undefined],
    ['a number alone', { meta: { status: 1 } }, undefined],
  ])('%s', async (_name, beside, notice) => {
    server.always(behaviours.json({ items: [], next_page_params: null, ...beside }))
    expect((await read()).notice).toEqual(notice)
  })

  it('instead of a single thing', async () => {
    server.always(behaviours.json({ message: 'Feature is off' }))
    const hash = { transaction_hash: exampleTransaction(1).hash }
    const failure = await expectFailure(client.readDetail(sourceAt(server.url), 'transaction', hash))
    expect(failure).toMatchObject({ code: 'bad_response', serverMessage: 'Feature is off' })
  })
})

describe('one item that is wrong', () => {
  const readTransactions = () =>
    client.readPage(sourceAt(server.url), { list: 'address-transactions', params: OF })

  it('what identifies it: kept apart with its reason and JSON, the other 49 are shown', async () => {
    const items = Array.from({ length: 50 }, (_, index) => exampleTransaction(index + 1))
    const broken = { ...exampleTransaction(900), hash: { wei: '1' } }
    items.splice(17, 1, broken as never)
    server.always(behaviours.page(items))
    const page = await readTransactions()
    expect(page.items).toHaveLength(49)
    expect(page.keys).toHaveLength(49)
    expect(page.unread).toEqual([
      {
        position: 17,
        path: 'hash',
        found: 'an object',
        expected: 'a 0x hash',
        raw: JSON.stringify(broken),
      },
    ])
  })

  it.each([
    ['null', null, '', 'null', 'an object'],
    ['a text', 'gone', '', 'the text "gone"', 'an object'],
    ['without what identifies it', {}, 'hash', 'missing', 'a 0x hash'],
  ])('%s', async (_name, item, path, found, expected) => {
    server.always(behaviours.page([item, exampleTransaction(2)]))
    const page = await readTransactions()
    expect(page.items).toHaveLength(1)
    expect(page.unread).toMatchObject([{ position: 0, path, found, expected }])
  })

  it.each([
    ['of the wrong type', { value: { wei: '1' } }, 'value', 'value', 'an object', 'a decimal string'],
    [
      'wrong inside',
      { fee: { value: '1.5' } },
      'fee.value',
      'fee.value',
      'the text "1.5"',
      'a decimal string',
    ],
    [
      'wrong under an old name',
      { block: 'soon' },
      'block_number',
      'block_number',
      'the text "soon"',
      'a whole number',
    ],
    [
      'that nobody sees, in a part that everybody does',
      { from: { hash: exampleAddress(1), implementations: { a: 1 } } },
      'from.implementations',
      'from.implementations',
      'an object',
      'a list',
    ],
    ['without what identifies it', { to: { name: 'x' } }, 'to', 'to.hash', 'missing', 'a 0x hash'],
    [
      'of a list',
      { token_transfers: [{ ...exampleTransfer(1, 1, '1'), log_index: 'x' }] },
      'token_transfers.0',
      'token_transfers.0.log_index',
      'the text "x"',
      'a whole number',
    ],
  ])('a field %s costs the field', async (_name, wrong, path, field, found, expected) => {
    const { block_number: _block, ...rest } = exampleTransaction(1)
    const sent: { hash: string; block?: unknown } = { ...rest, ...wrong }
    server.always(behaviours.page([sent, exampleTransaction(2)]))
    const page = await readTransactions()
    expect(page.unread).toEqual([])
    expect(page.keys).toEqual([sent.hash, exampleTransaction(2).hash])
    const [item] = page.items
    expect(item).toMatchObject({ hash: sent.hash, status: 'ok' })
    expect(invalidFieldsOf(item)).toMatchObject([{ path: path.split('.'), field, found, expected }])
    const { block, ...present } = sent
    expect(rawItem(item)).toEqual(block === undefined ? present : { ...present, block_number: block })
    expect(invalidFieldsOf(page.items[1])).toEqual([])
  })

  it('a field of a single thing costs the field, too', async () => {
    const sent = { ...exampleTransaction(1), gas_used: [] }
    server.always(behaviours.json(sent))
    const hash = { transaction_hash: sent.hash }
    const item = await client.readDetail(sourceAt(server.url), 'transaction', hash)
    expect(item).toMatchObject({ hash: sent.hash, gas_used: null })
    expect(rawItem(item)).toEqual(sent)
  })

  it('two rows that differ only in an invalid field are two rows', async () => {
    const transfers = [[1], [2]].map((id) => exampleTransfer(1, 1, id as never))
    server.always(behaviours.page(transfers))
    const page = await client.readPage(sourceAt(server.url), { list: 'token-transfers' })
    expect(page.items).toHaveLength(2)
    expect(new Set(page.keys).size).toBe(2)
    expect(page.keys.some((key) => key.endsWith('#2'))).toBe(false)
  })

  it.each([
    ['text', { junk: 'x"\\'.repeat(300_000) }],
    ['list', { junk: Array.from({ length: 9_000 }, (_, at) => ({ at, text: 'some "text"' })) }],
    ['name', { [`n"${'x'.repeat(1_000_000)}`]: 1 }],
  ])('keeps a bounded part of the JSON of one with a huge %s, which still is JSON', async (_name, item) => {
    server.always(behaviours.page([item]))
    const [unread] = (await read()).unread
    expect(unread!.raw.length).toBeLessThan(40_000)
    expect(JSON.stringify(JSON.parse(unread!.raw))).toContain('…')
  })

  it.each<[string, string, string]>([
    ['nesting in a field of no name', `"extra":${deep('[', '1', ']')}`, 'extra'],
    ['nesting in metadata', `"metadata":${deep('{"a":', '1', '}')}`, 'metadata'],
    ['nesting in a tag', `"from":{"tags":[{"meta":${deep('[', '1', ']')}}]}`, 'from.tags'],
    ['nesting beside a long number', `"extra":${deep('[', '12345678901234567890', ']')}`, 'extra'],
    ['a list without an end', `"extra":[${'1,'.repeat(20_000)}1]`, 'extra'],
    ['keys without an end', `"extra":{${keys(20_000)}"z":1}`, 'extra'],
    ['lists of lists', `"extra":[${`[${'1,'.repeat(999)}1],`.repeat(99)}1]`, 'extra'],
    ['a text of megabytes', `"extra":"${'x'.repeat(3_000_000)}"`, 'extra'],
  ])('too much of it, %s: that stands apart, and the rest of it is shown', async (_name, field, path) => {
    const broken = JSON.stringify(exampleTransaction(1)).replace(/\}$/, `,${field}}`)
    server.always(
      behaviours.text(
        `{"items":[${broken},${JSON.stringify(exampleTransaction(2))}],"next_page_params":null}`,
      ),
    )
    const page = await client.readPage(sourceAt(server.url), { list: 'address-transactions', params: OF })
    expect(page.items).toMatchObject([
      { hash: exampleTransaction(1).hash, value: exampleTransaction(1).value },
      { hash: exampleTransaction(2).hash },
    ])
    const [invalid, ...more] = invalidFieldsOf(page.items[0])
    expect(more).toEqual([])
    expect(path.startsWith(invalid!.path.join('.'))).toBe(true)
    expect(invalid!.field.startsWith(path)).toBe(true)
    expect(JSON.stringify(page).length).toBeLessThan(30_000)
  })

  it('a name of megabytes: nothing of it is read, and what is beside it is shown', async () => {
    const broken = JSON.stringify(exampleTransaction(1)).replace(/\}$/, `,"${'x'.repeat(3_000_000)}":1}`)
    const beside = JSON.stringify(exampleTransaction(2))
    server.always(behaviours.text(`{"items":[${broken},${beside}],"next_page_params":null}`))
    const page = await readTransactions()
    expect(page.items).toMatchObject([{ hash: exampleTransaction(2).hash }])
    expect(page.unread).toHaveLength(1)
    expect(page.unread[0]!.raw).toContain('"hash":"0x')
    expect(JSON.stringify(page).length).toBeLessThan(30_000)
  })

  it('too much of what identifies a single thing is an error', async () => {
    const broken = `{"hash":${deep('[', '1', ']')}}`
    server.always(behaviours.text(broken))
    const hash = { transaction_hash: exampleTransaction(1).hash }
    const read = client.readDetail(sourceAt(server.url), 'transaction', hash)
    expect(await expectFailure(read)).toMatchObject({
      code: 'bad_response',
      kind: 'not_a_page',
      reason: { kind: 'unreadable' },
    })
  })

  it('an unknown value of an enumeration is kept as it is', async () => {
    server.always(
      behaviours.page([{ ...exampleTransaction(1), status: 'quantum', transaction_types: ['time_travel'] }]),
    )
    const page = await client.readPage(sourceAt(server.url), { list: 'address-transactions', params: OF })
    expect(page.items).toMatchObject([{ status: 'quantum', transaction_types: ['time_travel'] }])
    expect(page.unread).toEqual([])
  })
})

describe('size', () => {
  const big = (bytes: number) => ({
    items: Array.from({ length: 50 }, (_, index) => ({
      ...exampleTransaction(index + 1),
      raw_input: `0x${'ab'.repeat(bytes / 100)}`,
    })),
    next_page_params: null,
  })

  it('a page of 10 MB is read, plain and packed', async () => {
    const value = big(10_000_000)
    expect(JSON.stringify(value).length).toBeGreaterThan(10_000_000)
    server.next(behaviours.json(value), behaviours.packed(value, 'gzip'), behaviours.packed(value, 'br'))
    for (let time = 0; time < 3; time += 1) {
      const page = await client.readPage(sourceAt(server.url), { list: 'address-transactions', params: OF })
      expect(page.items).toHaveLength(50)
    }
  })

  it.each([
    ['a declared length beyond the limit', behaviours.json(big(17_000_000))],
    ['a body without an end', behaviours.endless],
    ['a hundred megabytes packed to a tenth of one', behaviours.bomb],
  ])('%s is given up', async (_name, behaviour) => {
    server.always(behaviour)
    expect(await expectFailure(read())).toMatchObject({
      code: 'bad_response',
      kind: 'too_large',
      reason: { kind: 'too_large', maxBytes: 16 * 1024 * 1024 },
    })
    expect(server.requests).toHaveLength(1)
  })
})

describe('what is made to hold a reader up', () => {
  const long = (text: string, bytes: number) => text.repeat(bytes / text.length)
  const nested = (inner: string) => `${'['.repeat(200_000)}${inner}${']'.repeat(200_000)}`

  it.each([
    ['a page of millions of items', behaviours.text(`{"items":[${long('1,', 4_000_000)}1]}`), 'too_large'],
    ['nesting without an end', behaviours.text(long('[', 4_000_000)), 'too_large'],
    ['empty objects without an end', behaviours.text(`[${long('{},', 9_000_000)}{}]`), 'too_large'],
    ['keys of an item without an end', behaviours.text(`{"items":[{${keys(400_000)}"z":1}]}`), 'too_large'],
    ['items of one key each', behaviours.text(`{"items":[],"of":[${objects(200_000)}{}]}`), 'too_large'],
    ['nesting around a long number', behaviours.text(nested('[12345678901234567890]')), 'not_a_page'],
    ['a message of megabytes', behaviours.json({ message: long('http://', 7_000_000) }), 'not_a_page'],
  ])(
    '%s',
    async (_name, behaviour, kind) => {
      server.always(behaviour)
      const failure = await expectFailure(read())
      expect(failure).toMatchObject({ code: 'bad_response', kind })
      expect(JSON.stringify(failure).length).toBeLessThan(1_000)
    },
    60_000,
  )

  it('an item nested 200,000 deep is kept apart', async () => {
    server.always(behaviours.text(`{"items":[{"index":{},"deep":${nested('1')}},{"index":1}]}`))
    const page = await read()
    expect(page.items).toHaveLength(1)
    expect(page.unread).toMatchObject([{ path: 'deep.0.0' }])
  })

  it.each([
    ['titles in titles', long('<title', 6_000_000)],
    ['addresses in addresses', JSON.stringify({ message: long('http://', 7_000_000) })],
    ['blanks', `{"message":"bearer ${long(' ', 4_000_000)}"}`],
  ])(
    'a refusal of %s',
    async (_name, body) => {
      server.always(behaviours.text(body, 403))
      const failure = await expectFailure(read())
      expect(failure.code).toBe('forbidden')
      expect(JSON.stringify(failure).length).toBeLessThan(1_000)
    },
    60_000,
  )
})

describe('redirects', () => {
  it('one to itself is a loop', async () => {
    server.always((response, seen) => behaviours.redirect(seen.path)(response, seen))
    expect(await expectFailure(read())).toMatchObject({
      code: 'bad_response',
      kind: 'redirect',
      reason: 'redirect_loop',
    })
    expect(server.requests).toHaveLength(1)
  })

  it('two that point at each other are a loop', async () => {
    server.always((response, seen) =>
      behaviours.redirect(seen.path.endsWith('/b') ? '/a' : '/b')(response, seen),
    )
    expect(await expectFailure(read())).toMatchObject({ kind: 'redirect' })
    expect(server.requests.length).toBeLessThan(5)
  })

  it('a chain without an end is given up', async () => {
    let step = 0
    server.always((response, seen) => behaviours.redirect(`/step/${String((step += 1))}`)(response, seen))
    expect(await expectFailure(read())).toMatchObject({ kind: 'redirect', reason: 'too_many_redirects' })
    expect(server.requests).toHaveLength(6)
  })

  it('one on the same origin is followed', async () => {
    server.next(behaviours.redirect('/moved?page=1', 308))
    server.always(good)
    expect((await read()).items).toHaveLength(1)
    expect(server.requests[1]?.path).toBe('/moved')
  })

  it('one to another place, as a captive portal sends, is not followed', async () => {
    const elsewhere = await openHostileServer()
    server.always(behaviours.redirect(`${elsewhere.url}/login`))
    expect(await expectFailure(read())).toMatchObject({
      kind: 'redirect',
      reason: { kind: 'redirect_elsewhere', host: elsewhere.url.slice(7) },
    })
    expect(elsewhere.requests).toHaveLength(0)
    await elsewhere.close()
  })

  it('one without a place is told', async () => {
    server.always(behaviours.text('', 302))
    expect(await expectFailure(read())).toMatchObject({ kind: 'redirect' })
  })
})

describe('a server that hangs', () => {
  it('accepts and never answers', async () => {
    server.always(behaviours.silent)
    expect(await within({ timeouts: { headersMs: 40 } })).toMatchObject({ code: 'timeout', afterMs: 40 })
    await server.until((requests) => requests[0]?.hungUp === true)
  })

  it('stops in the middle of the body', async () => {
    server.always(behaviours.stalled)
    expect(await within({ timeouts: { idleMs: 40 } })).toMatchObject({ code: 'timeout', afterMs: 40 })
    await server.until((requests) => requests[0]?.hungUp === true)
  })

  it('drips for ever', async () => {
    server.always(behaviours.dripping)
    expect(await within({ timeouts: { totalMs: 100 } })).toMatchObject({ code: 'timeout', afterMs: 100 })
    await server.until((requests) => requests[0]?.hungUp === true)
  })

  it('can not be connected to', async () => {
    // 192.0.2.0/24 is reserved for documentation (RFC 5737): no server responds there. Some networks refuse at once.
    const hurried = clientAt({ timeouts: { connectMs: 50 } })
    const failure = await expectFailure(
      hurried.readPage(sourceAt('http://192.0.2.1'), { list: 'address-withdrawals', params: OF }),
    )
    expect(['timeout', 'offline']).toContain(failure.code)
    hurried.close()
  })
})

describe('a connection that breaks', () => {
  it('is tried again, and the answer given', async () => {
    server.next(behaviours.reset, behaviours.reset)
    server.always(good)
    expect((await read()).items).toHaveLength(1)
    expect(server.requests).toHaveLength(3)
  })

  it('again and again is told', async () => {
    server.always(behaviours.reset)
    expect(await expectFailure(read())).toMatchObject({
      code: 'offline',
      reason: 'connection_reset',
    })
    expect(server.requests).toHaveLength(4)
  })

  it('nobody listens', async () => {
    const gone = await openHostileServer()
    await gone.close()
    expect(
      await expectFailure(client.readPage(sourceAt(gone.url), { list: 'address-withdrawals', params: OF })),
    ).toMatchObject({ code: 'offline', reason: 'connection_refused' })
  })

  it('a name nobody has', async () => {
    expect(
      await expectFailure(
        client.readPage(sourceAt('http://nobody.invalid'), { list: 'address-withdrawals', params: OF }),
      ),
    ).toMatchObject({ code: 'offline', host: 'nobody.invalid' })
  })
})

describe('500 as a bare JSON text', () => {
  it('then 200: the page', async () => {
    server.next(behaviours.json('Internal server error', 500))
    server.always(good)
    expect((await read()).items).toHaveLength(1)
  })

  it('twice: told', async () => {
    server.always(behaviours.json('Internal server error', 500))
    expect(await expectFailure(read())).toMatchObject({
      code: 'server_error',
      status: 500,
      serverMessage: 'Internal server error',
    })
    expect(server.requests).toHaveLength(2)
  })
})
