/** Plants a key, does everything that can be done, and searches everywhere it must not be. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallInput, CallName, CallOutput, EventInput } from '#shared/rpc/contract.ts'
import type { ServerMessage } from '#shared/rpc/messages.ts'
import type { Result } from '#shared/errors/errors.ts'
import { exampleAddress, exampleTransaction } from '#shared/lists/testing/example-items.ts'
import { secretForms } from '#platform/log/secret-forms.ts'
import { openDatabase } from '#platform/sqlite/database.ts'
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import { decompressJson } from '../rows/compress.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'

const SECRET = 'proapi_PLANTED-9f31c7d2/8b+4f2a'
const WRONG = 'proapi_WRONG-but-long-enough-77aa'

let folder: string
let core: Core
let own: Server
let other: Server
let ownUrl: string
let otherAsked: string[]
let ownKeys: (string | undefined)[]
let frames: string[]
let lines: string[]
const replies = new Map<number, (result: Result<unknown>) => void>()
let connection: ReturnType<Core['server']['connect']>
let lastId = 0

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
}

function call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<Result<CallOutput<Name>>> {
  lastId += 1
  const id = lastId
  return new Promise((resolve) => {
    replies.set(id, resolve as (result: Result<unknown>) => void)
    connection.receive({ verb: 'request', id, call: name, input })
  })
}

/** Opens a list until its source has answered; it stays open. */
async function openList(input: EventInput<'lists.open'>) {
  lastId += 1
  const id = lastId
  connection.receive({ verb: 'subscribe', id, event: 'lists.open', input })
  await expect
    .poll(() =>
      frames.map((frame) => JSON.parse(frame) as ServerMessage).filter((message) => message.id === id),
    )
    .toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ isReading: false }) as unknown }),
    )
}

/** A Pro account that repeats the request in every place where a careless server could. */
function answer(request: IncomingMessage, response: ServerResponse, otherUrl: string) {
  const { authorization } = request.headers
  ownKeys.push(authorization)
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
    response.writeHead(status, {
      'content-type': 'application/json',
      'x-echo': authorization ?? '',
      ...headers,
    })
    response.end(JSON.stringify(body))
  }
  const path = request.url ?? ''
  if (path.startsWith('/api/json/config')) send(200, { chains: { '1': 'https://eth.example' } })
  else if (authorization !== `Bearer ${SECRET}`) send(401, { error: `Wrong API key ${authorization ?? ''}` })
  else if (path.includes('/search/quick')) send(200, [])
  else if (path.includes('0x' + 'd1'.repeat(20)))
    send(302, {}, { location: `${otherUrl}/elsewhere?apikey=${SECRET}` })
  else if (path.includes('0x' + 'd2'.repeat(20))) send(500, { message: `key ${SECRET} broke us` })
  else if (path.includes('0x' + 'd4'.repeat(20))) send(200, echoPage())
  else if (path.includes('0x' + 'd5'.repeat(20))) send(200, { ...echoPage(), meta: undefined })
  else if (path.includes('0x' + 'd3'.repeat(20))) response.end(`<html>${SECRET}</html>`)
  else send(200, { items: [], next_page_params: { block_number: 1, index: 2, apikey: SECRET, key: SECRET } })
}

/**
 * A page with the key in everything that is shown, exported or stored: plain and encoded, in readable and unreadable
 * items.
 */
function echoPage() {
  const bearer = Buffer.from(`Bearer ${SECRET}`)
  const item = {
    ...exampleTransaction(1),
    method: SECRET,
    from: { hash: exampleAddress(1), name: bearer.toString('base64') },
    to: { hash: exampleAddress(2), name: Buffer.from(SECRET).toString('hex') },
    unknown_field: { [encodeURIComponent(SECRET)]: bearer.toString('base64url') },
  }
  return {
    items: [item, { ...item, hash: 7 }],
    next_page_params: { block_number: 1, index: `after ${SECRET}` },
    meta: { status: 'pending', message: `for ${Buffer.from(SECRET).toString('hex').toUpperCase()}` },
  }
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-keys-'))
  otherAsked = []
  ownKeys = []
  frames = []
  lines = []
  other = createServer((request, response) => {
    otherAsked.push(`${request.url ?? ''} ${JSON.stringify(request.headers)}`)
    response.end('{"items":[],"next_page_params":null}')
  })
  const otherUrl = await listen(other)
  own = createServer((request, response) => {
    answer(request, response, otherUrl)
  })
  ownUrl = await listen(own)
  await start()
})

async function start() {
  core = await createTestCore(folder, { log: (line) => lines.push(line) })
  connection = core.server.connect((message: ServerMessage) => {
    frames.push(JSON.stringify(message))
    if (message.verb === 'reply') replies.get(message.id)?.(message.result)
  })
}

afterEach(async () => {
  connection.close()
  core.close()
  own.closeAllConnections()
  await Promise.all([own, other].map((server) => new Promise((resolve) => server.close(resolve))))
  rmSync(folder, { recursive: true })
})

test('a planted key is in no file, no log, no frame of the bridge and no request to another host', async () => {
  connection.receive({ verb: 'subscribe', id: 900, event: 'sources.changed', input: {} })
  const added = await call('sources.add', { url: `${ownUrl}?apikey=${SECRET}`, form: 'pro', name: 'Pro' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  if (added.data.kind !== 'pro') throw new Error('not a chain of an account')
  const { id, account } = added.data

  expect(await call('keys.set', { id: account, key: WRONG })).toMatchObject({
    data: { state: 'set', ends: '77aa' },
  })
  expect(await call('keys.test', { id: account })).toMatchObject({
    error: { code: 'unauthorized', hadKey: true },
  })
  expect(await call('keys.set', { id, key: SECRET })).toMatchObject({ data: { state: 'set', ends: '4f2a' } })
  expect(await call('keys.test', { id: account })).toMatchObject({ ok: true })
  expect(await call('sources.test', { id })).toMatchObject({ ok: true })

  const read = (address: string) =>
    call('lists.page', {
      source: id,
      list: 'address-transactions',
      params: { address_hash: address },
      filters: {},
      cursor: null,
    })
  expect(await read('0x' + 'aa'.repeat(20))).toMatchObject({ ok: true })
  expect(await read('0x' + 'd1'.repeat(20))).toMatchObject({ ok: false, error: { code: 'bad_response' } })
  expect(await read('0x' + 'd3'.repeat(20))).toMatchObject({ ok: false, error: { code: 'bad_response' } })
  await read('0x' + 'd2'.repeat(20))
  expect(await read('0x' + 'd5'.repeat(20))).toMatchObject({ ok: true })
  const echoed = await read('0x' + 'd4'.repeat(20))
  if (!echoed.ok) throw new Error(JSON.stringify(echoed.error))
  expect(echoed.data.items).toMatchObject([{ method: '[key]', to: { name: '[key]' } }])
  expect(echoed.data.unread).toHaveLength(1)
  await call('recent.visit', { source: id, path: `/s/${id}`, title: JSON.stringify(echoed.data.items) })
  await call('keys.list', {})
  // The archive contains what was read: its pages, cursors and details are files too, after decompression.
  expect(await call('archive.status', {})).toMatchObject({ data: { isOn: true, sources: [{ source: id }] } })
  const kept = unpackArchive(join(folder, ARCHIVE_FILE))
  expect(kept).toContain('[key]')
  expect(await call('data.export', {})).toMatchObject({ ok: true })
  await call('keys.set', { id, key: `${SECRET} and a blank` })
  await call('sources.edit', { id, changes: { name: 'Renamed' } })

  expect(ownKeys).toContain(`Bearer ${SECRET}`) // the key did reach its own source
  expect(otherAsked).toEqual([]) // no redirect was followed, with or without it
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  expect(files.length).toBeGreaterThan(0)
  for (const form of formsOf(SECRET).concat(formsOf(WRONG))) {
    for (const file of files) expect(file.includes(form)).toBe(false)
    expect(kept.includes(form)).toBe(false)
    expect(frames.filter((frame) => frame.includes(form))).toEqual([])
    expect(lines.filter((line) => line.includes(form))).toEqual([])
  }

  await call('sources.remove', { id: account })
  expect(await call('sources.restore', { id: account })).toMatchObject({ ok: true })
  expect(await call('keys.test', { id: account })).toMatchObject({
    error: { code: 'unauthorized', hadKey: false },
  })
})

test('words that were searched for are in no file', async () => {
  const added = await call('sources.add', { url: ownUrl, form: 'pro', name: 'Pro' })
  if (!added.ok) throw new Error(JSON.stringify(added.error))
  const { id } = added.data
  await call('keys.set', { id, key: SECRET })
  const q = 'Harbourmaster'
  const detail = { source: id, detail: 'search-quick', params: { q } } as const
  expect(await call('details.read', detail)).toMatchObject({ ok: true })
  for (const list of ['search', 'tokens'] as const) {
    const page = { source: id, list, params: {}, filters: { q }, cursor: null }
    expect(await call('lists.page', page)).toMatchObject({ ok: true })
    await openList({ source: id, list, params: {}, filters: { q } })
  }
  const read = { source: id, list: 'tokens', params: {}, filters: {}, cursor: null } as const
  expect(await call('lists.page', read)).toMatchObject({ ok: true })
  // Data that was read without them is stored.
  expect(await call('archive.status', {})).toMatchObject({ data: { sources: [{ source: id }] } })
  expect(unpackArchive(join(folder, ARCHIVE_FILE)).toLowerCase()).not.toContain(q.toLowerCase())
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(readFileSync(join(entry.parentPath, entry.name), 'utf8'), entry.name).not.toContain(q)
})

/** Every value in the archive as text, because bodies are compressed. */
function unpackArchive(path: string): string {
  const database = openDatabase(path, { readOnly: true })
  const tables = ['lists', 'intervals', 'bodies', 'items', 'cursors', 'names', 'details', 'chain_heads']
  const rows = tables.flatMap((table) => database.all<Record<string, unknown>>(`SELECT * FROM ${table}`))
  database.close()
  return JSON.stringify(
    rows.map(({ body, json = body, ...rest }) => [
      rest,
      json instanceof Uint8Array ? decompressJson(json) : null,
    ]),
  )
}

/** The secret in plain, URL, JSON and base64 form, and enough of its beginning to recognise it. */
const formsOf = (secret: string) => [...secretForms(secret), secret.slice(0, 16)]
