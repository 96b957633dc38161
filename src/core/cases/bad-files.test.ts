/** Tests invalid case files: each is refused with a sentence, and nothing of it is stored. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeCause } from '#shared/errors/failure.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { callNameOf, withCallName } from '#shared/chain/call-name.ts'
import { exampleAddress, exampleTransaction } from '#shared/lists/testing/example-items.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { MAX_LINE_LENGTH, MAX_ROWS } from './case-file.ts'

const A = `0x${'aa'.repeat(20)}`
const HEAD = { format: 'chainglass-case', version: 1, name: 'Theft', isReadOnly: false, savedAt: 1 }
const SOURCE = {
  id: 's1',
  kind: 'instance',
  name: 'Example',
  chainId: '1',
  host: 'eth.example',
  coinSymbol: 'ETH',
  coinDecimals: 18,
}
const LABEL = { address: A, chainId: null, label: 'A label' }
const NOTE = { chain: '1', about: A, text: 'A note', path: '/s/s1', madeAt: 1, changedAt: 2 }
const PAGE = {
  source: 's1',
  list: 'address-transactions',
  params: { address_hash: exampleAddress(1) },
  filters: {},
  cursor: null,
  readAt: 1,
  items: [exampleTransaction(1)],
  next: null,
}

const CALLS = {
  source: 's1',
  detail: 'transaction-calls',
  params: { transaction_hash: `0x${'ab'.repeat(32)}` },
  readAt: 1,
  item: [],
}

let folder: string
let core: Core
let client: RpcClient
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-bad-cases-'))
  core = await createTestCore(folder)
  client = connectInMemory(core.server)
})
afterEach(() => {
  core.close()
  rmSync(folder, { recursive: true })
})

const fileOf = (...lines: readonly unknown[]) =>
  [...lines, { end: lines.length + 1 }].map((line) => `${JSON.stringify(line)}\n`).join('')

const DEEP = 'deep'
/** Nested deeper than JSON.stringify can write. */
const withDeep = (line: unknown) =>
  fileOf(HEAD, { source: SOURCE }, line).replace(`"${DEEP}"`, '['.repeat(20_000) + ']'.repeat(20_000))

/** The sentence of the refusal, or `opened`. */
async function open(text: string, bytes = text.length): Promise<string> {
  const begun = await client.call('cases.beginFile', { bytes, text: text.slice(0, 1_000_000) })
  if (!begun.ok) return describeCause(begun.error) ?? begun.error.code
  const { token } = begun.data
  for (let at = 1_000_000; at < text.length; at += 1_000_000) {
    const given = await client.call('cases.giveFile', { token, text: text.slice(at, at + 1_000_000) })
    if (!given.ok) return describeCause(given.error) ?? given.error.code
  }
  const opened = await client.call('cases.openFile', { token })
  return opened.ok ? 'opened' : (describeCause(opened.error) ?? opened.error.code)
}
const isEmpty = async () => {
  expect(await readState(client, 'cases.changed', {})).toEqual([])
  const { sources } = await readState(client, 'sources.changed', {})
  expect(sources.filter(({ kind }) => kind === 'case')).toEqual([])
}

const KEYS = Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`k${String(at)}`, 1]))

const DAMAGED = /damaged\. Nothing|may be damaged/
const NONE = /not a case/

test.each<[string, () => string, RegExp]>([
  ['empty', () => '', NONE],
  ['a few letters', () => 'a,b\n', NONE],
  ['a picture', () => '\u0089PNG\r\n\u001a\n'.repeat(40), NONE],
  ['an archive', () => `PK\u0003\u0004${'x'.repeat(500)}`, NONE],
  ['other JSON', () => '{"format":"chainglass-watchlist","version":1,"entries":[]}', NONE],
  ['a newer one', () => fileOf({ ...HEAD, version: 2, more: true }), /newer version/],
  ['cut short', () => fileOf(HEAD, { note: NOTE }).slice(0, -12), DAMAGED],
  ['without an end', () => `${JSON.stringify(HEAD)}\n`, DAMAGED],
  ['with another end', () => fileOf(HEAD).replace('"end":2', '"end":3'), DAMAGED],
  ['going on behind its end', () => `${fileOf(HEAD)}${fileOf(HEAD)}`, DAMAGED],
  ['a line that is no JSON', () => fileOf(HEAD).replace('\n', '\n{"note":\n'), DAMAGED],
  ['a line of a kind that is none', () => fileOf(HEAD, { script: 'alert(1)' }), DAMAGED],
  ['a kind that is inherited', () => fileOf(HEAD, { toString: {} }), DAMAGED],
  ['very deep', () => fileOf(HEAD).replace('\n', `\n${'['.repeat(100_000)}\n`), DAMAGED],
  ['a row that is very deep', () => withDeep({ page: { ...PAGE, items: [DEEP] } }), DAMAGED],
  ['calls that are very deep', () => withDeep({ detail: { ...CALLS, item: [DEEP] } }), DAMAGED],
  [
    'a row of keys without an end',
    () => fileOf(HEAD, { source: SOURCE }, { page: { ...PAGE, items: [KEYS] } }),
    DAMAGED,
  ],
  ['one endless line', () => `${JSON.stringify(HEAD)}\n${' '.repeat(MAX_LINE_LENGTH + 1)}`, DAMAGED],
  ['a path of a machine', () => fileOf(HEAD, { note: { ...NOTE, path: 'file:///etc/passwd' } }), DAMAGED],
  ['a place elsewhere', () => fileOf(HEAD, { note: { ...NOTE, path: '//elsewhere.example' } }), DAMAGED],
  ['a host with a path', () => fileOf(HEAD, { source: { ...SOURCE, host: 'a.example/x?key=1' } }), DAMAGED],
  ['a source twice', () => fileOf(HEAD, { source: SOURCE }, { source: SOURCE }), DAMAGED],
  ['rows of no source', () => fileOf(HEAD, { page: PAGE }), DAMAGED],
  [
    'a parameter that leads elsewhere',
    () => fileOf(HEAD, { source: SOURCE }, { page: { ...PAGE, params: { address_hash: '../../settings' } } }),
    DAMAGED,
  ],
  [
    'calls that are none',
    () => fileOf(HEAD, { source: SOURCE }, { detail: { ...CALLS, item: { frames: [] } } }),
    DAMAGED,
  ],
  [
    'calls of a transaction that is elsewhere',
    () => fileOf(HEAD, { source: SOURCE }, { detail: { ...CALLS, params: { transaction_hash: '../keys' } } }),
    DAMAGED,
  ],
  ['two notes about one thing', () => fileOf(HEAD, { note: NOTE }, { note: NOTE }), DAMAGED],
  ['a note that is too long', () => fileOf(HEAD, { note: { ...NOTE, text: 'x'.repeat(4_001) } }), DAMAGED],
  [
    'too many notes',
    () =>
      fileOf(
        HEAD,
        ...Array.from({ length: 5_001 }, (_, nth) => ({
          note: { ...NOTE, about: `0x${nth.toString(16).padStart(40, '0')}` },
        })),
      ),
    DAMAGED,
  ],
  ['two workspaces', () => fileOf(HEAD, { workspace: {} }, { workspace: {} }), DAMAGED],
])('%s', async (_name, make, said) => {
  expect(await open(make())).toMatch(said)
  await isEmpty()
})

test('500 MB are refused before they are read', async () => {
  expect(await open(fileOf(HEAD), 500 * 1024 * 1024)).toMatch(/It has 500 MB; up to 64 MB are read/)
  // Also if its declared length was wrong.
  const begun = await client.call('cases.beginFile', { bytes: 10, text: fileOf(HEAD).slice(0, 60) })
  const token = begun.ok ? begun.data.token : ''
  let refused: unknown
  for (let nth = 0; refused === undefined && nth < 80; nth += 1) {
    const given = await client.call('cases.giveFile', { token, text: `${'x'.repeat(1_999_999)}\n` })
    if (!given.ok) refused = given.error
  }
  expect(refused).toMatchObject({ code: 'invalid_input' })
  expect(await client.call('cases.openFile', { token })).toMatchObject({
    error: { code: 'not_found', reason: 'case_upload_gone' },
  })
  await isEmpty()
})

test('a line has no more in it than its schema names, also where that takes anything', async () => {
  const more = (extra: object) => fileOf(HEAD, { source: SOURCE }, { label: { ...LABEL, ...extra } })
  let deep: unknown = 1
  for (let level = 0; level < 20; level += 1) deep = [deep]
  for (const extra of [
    { more: deep },
    { more: Array.from({ length: 2_001 }, () => 1) },
    { more: 'x'.repeat(20_001) },
    { more: Array.from({ length: 20 }, () => Array.from({ length: 1_100 }, () => 1)) },
  ]) {
    expect(await open(more(extra))).toMatch(DAMAGED)
    await isEmpty()
  }
})

test('a line is no longer than one may be, and the rows of all of it no more than are kept', async () => {
  const padded = (length: number) => {
    const label = JSON.stringify({ label: LABEL })
    return `${JSON.stringify(HEAD)}\n${label}${' '.repeat(length - label.length)}\n{"end":3}\n`
  }
  expect(await open(padded(MAX_LINE_LENGTH + 1))).toMatch(DAMAGED)
  await isEmpty()
  const page = { page: { ...PAGE, items: Array.from({ length: 10_000 }, () => 0) } }
  const pages = Array.from({ length: MAX_ROWS / 10_000 }, () => page)
  expect(await open(fileOf(HEAD, { source: SOURCE }, ...pages, { page: PAGE }))).toMatch(DAMAGED)
  await isEmpty()
})

test('hostile text is kept as text, and what can’t be read of a row stands for itself', async () => {
  const hostile = '<img src=x onerror=alert(1)>\u202e\u0000 =cmd|calc'
  const file = fileOf(
    { ...HEAD, name: hostile },
    { source: { ...SOURCE, name: hostile } },
    { note: { ...NOTE, text: hostile } },
    { label: { address: A, chainId: null, label: hostile } },
    { question: { name: hostile, text: hostile, path: '/kept', scope: { of: 'everything' }, seen: null } },
    {
      workspace: {
        version: 1,
        panes: [
          { id: 'p', tabs: [{ id: 't', path: '/kept', title: `◈ ${hostile}`, isPinned: true }], active: 't' },
        ],
        layout: 'beside',
        ratio: 0.5,
        activePane: 'p',
      },
    },
    { page: { ...PAGE, items: [exampleTransaction(1), { hash: hostile }, 7] } },
  )
  expect(await open(file)).toBe('opened')
  const [found] = await readState(client, 'cases.changed', {})
  expect(found?.name).not.toMatch(/[\u0000\u202e]/)
  expect(found?.sources[0]?.name).not.toMatch(/[\u0000\u202e]/)
  const content = await readState(client, 'cases.content', { id: found?.id ?? 0 })
  expect(content?.labels[0]?.label).not.toMatch(/[\u0000\u202e]/)
  expect(content?.questions[0]?.name).toMatch(/^<img src=x onerror=alert\(1\)>[^\u0000\u202e]+calc$/)
  expect(content?.workspace?.panes[0]?.tabs[0]?.title).toMatch(/^<img src=x[^\u0000\u202e]+calc$/)
  const page = await client.call('lists.page', {
    source: found?.sources[0]?.id ?? '',
    list: 'address-transactions',
    params: PAGE.params,
    filters: {},
    cursor: null,
  })
  expect(page).toMatchObject({ ok: true, data: { items: [{}], unread: [{ position: 1 }, { position: 2 }] } })
})

test('a file does not say what a call is called', async () => {
  const forged = withCallName(exampleTransaction(1), {
    ...{ name: 'approve', signature: 'approve()', origin: 'verified', from: 'Chainglass', isCertain: true },
  })
  expect(callNameOf(forged)?.name).toBe('approve')
  const pages = { page: { ...PAGE, items: [forged] } }
  const item = { ...CALLS, detail: 'transaction', item: forged }
  expect(await open(fileOf(HEAD, { source: SOURCE }, pages, { detail: item }))).toBe('opened')
  const [found] = await readState(client, 'cases.changed', {})
  const source = found?.sources[0]?.id ?? ''
  const page = await client.call('lists.page', {
    ...{ source, list: 'address-transactions', params: PAGE.params, filters: {}, cursor: null },
  })
  const detail = await client.call('details.read', {
    ...{ source, detail: 'transaction', params: CALLS.params },
  })
  if (!page.ok || !detail.ok) throw new Error('The rows can not be read.')
  expect(page.data.items.map(callNameOf)).toEqual([undefined])
  expect(callNameOf(detail.data.item as object)).toBeUndefined()
})
