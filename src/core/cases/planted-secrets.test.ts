/** Puts secrets wherever a person can put them, and searches the case file for them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretForms } from '#platform/log/secret-forms.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { Result } from '#shared/errors/errors.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { startChainInstance, type ChainInstance } from '../archive/testing/chain-instance.ts'
import { listOf, readWholeList } from '../archive/testing/open-list.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'

const KEY = 'proapi_PLANTED-9f31c7d2-4f2a'
const OTHER_KEY = 'Zq81-hidden+key/88aa71'
const IN_URL = 'a9f31c7d2b8c4f2a7d6e5f4a3b2c1d0e'
const PASSWORD = 'hunter2-is-long'
const A = `0x${'aa'.repeat(20)}`

let folder: string
let core: Core
let client: RpcClient
let instance: ChainInstance
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-planted-case-'))
  instance = await startChainInstance()
  instance.chain.grow(Array.from({ length: 80 }, () => 1))
  core = await createTestCore(folder)
  client = connectInMemory(core.server)
})
afterEach(async () => {
  core.close()
  await instance.stop()
  rmSync(folder, { recursive: true })
})
function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}

test('no key, no secret of a URL, no credentials and no path of the machine is in the file', async () => {
  const plain = must(await client.call('sources.add', { url: instance.url, name: `Mine ${OTHER_KEY}` })).id
  must(await client.call('keys.set', { id: plain, key: OTHER_KEY }))
  const secretUrl = `https://node.example/v2/${IN_URL}/rpc`
  const secret = must(
    await client.call('sources.add', { url: secretUrl, name: 'Secret', unchecked: true }),
  ).id
  const rows = await readWholeList(client, plain)
  const query = new URLSearchParams({
    tab: 'transactions',
    apikey: KEY,
    where: `to:https://me:${PASSWORD}@rpc.example/x`,
  })
  const place = (id: string) => `/s/${id}/address/${A}?${String(query)}`
  const words = [
    `key ${OTHER_KEY}, ${KEY}, ${encodeURIComponent(OTHER_KEY)}`,
    `see https://me:${PASSWORD}@rpc.example/${IN_URL} and wss://node.example/v2/${IN_URL}`,
    `kept in ${folder} of ${homedir()}/case`,
  ].join('\n')
  const tabs = [
    { id: 'a', path: place(plain), title: words.slice(0, 200), isPinned: false },
    { id: 'b', path: place(secret), title: '', isPinned: false },
    {
      id: 'c',
      path: `/sources?url=${encodeURIComponent(secretUrl)}&token=${KEY}`,
      title: '',
      isPinned: false,
    },
  ]
  const { id } = must(
    await client.call('cases.create', {
      name: `Case of ${OTHER_KEY}`,
      workspace: {
        version: 1,
        panes: [{ id: 'p', tabs, active: 'a' }],
        layout: 'beside',
        ratio: 0.5,
        activePane: 'p',
      },
    }),
  )
  must(
    await client.call('notes.save', {
      case: id,
      note: { chain: '1', about: A, text: words, path: place(secret) },
    }),
  )
  must(await client.call('watchlist.save', { address: A, chainId: null, label: `Label ${OTHER_KEY}` }))
  must(
    await client.call('cases.saveQuestion', {
      id,
      question: {
        name: 'Large',
        text: 'value>1',
        path: place(plain),
        scope: { of: 'list', ...listOf(plain) },
        seen: null,
      },
    }),
  )
  const saved = must(
    await client.call('cases.save', {
      id,
      isReadOnly: false,
      rows: { lists: [listOf(plain)], details: [], flows: [] },
    }),
  )
  expect(saved?.rows).toBe(rows.length)
  const text = readFileSync(saved?.file ?? '', 'utf8')
  expect(text.includes('"host":"node.example"')).toBe(true)
  for (const planted of [KEY, OTHER_KEY, IN_URL, PASSWORD, folder, `${homedir()}/case`])
    for (const form of [planted, ...secretForms(planted)]) expect(text.includes(form), form).toBe(false)
})
