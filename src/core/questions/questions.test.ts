/** Tests saved questions as a window uses them: through the contract, in a real file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_QUERY_LENGTH } from '#shared/query/query.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { MAX_QUESTIONS, type NewQuestion, type SavedQuestion } from '#shared/rpc/contract/questions.ts'
import type { Result } from '#shared/errors/errors.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { readState } from '#shared/rpc/read-state.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'
import { STORE_FILE } from '../store/open-store.ts'
import { openDatabase } from '#platform/sqlite/database.ts'

const LARGE: NewQuestion = {
  name: 'Large',
  text: 'token:USDC amount>1,000',
  path: '/s/eth/address/0xaa?tab=transfers',
  scope: {
    of: 'list',
    source: 'eth',
    list: 'address-token-transfers',
    params: { address_hash: '0xaa' },
    filters: { type: ['ERC-20'] },
  },
  seen: 12,
}
const EVERYWHERE: NewQuestion = {
  name: 'Failed anywhere',
  text: 'failed',
  path: '/kept',
  scope: { of: 'everything' },
  seen: null,
}

let folder: string
let core: Core
let client: RpcClient

async function start() {
  core = await createTestCore(folder)
  client = connectInMemory(core.server)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-questions-'))
  await start()
})
afterEach(() => {
  core.close()
  rmSync(folder, { recursive: true })
})

const list = () => readState(client, 'questions.changed', {})
function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}
const save = async (question: NewQuestion) => must(await client.call('questions.save', question))
const refused = (reason: unknown) => ({ ok: false, error: { code: 'invalid_input', field: 'name', reason } })

test('what is saved is there again after a restart, by name, and every window is told', async () => {
  const told: (readonly SavedQuestion[])[] = []
  const other = connectInMemory(core.server)
  other.subscribe('questions.changed', {}, (questions) => told.push(questions))
  const large = await save(LARGE)
  const everywhere = await save(EVERYWHERE)
  expect(told.map((questions) => questions.map(({ name }) => name))).toEqual([
    [],
    ['Large'],
    ['Failed anywhere', 'Large'],
  ])
  core.close()
  await start()
  expect(await list()).toEqual([
    { ...EVERYWHERE, id: everywhere.id },
    { ...LARGE, id: large.id },
  ])
})

test('one is renamed, seen and deleted; saved again it is what it was', async () => {
  const { id } = await save(LARGE)
  await save(EVERYWHERE)
  must(await client.call('questions.rename', { id, name: '  A  name\u202e ' }))
  must(await client.call('questions.see', { id, seen: 40 }))
  const renamed = { ...LARGE, name: 'A name\ufffd', seen: 40 }
  expect((await list())[0]).toEqual({ ...renamed, id })
  must(await client.call('questions.remove', { id }))
  expect((await list()).map(({ name }) => name)).toEqual(['Failed anywhere'])
  await save(renamed)
  expect((await list())[0]).toMatchObject(renamed)
  const gone = { ok: false, error: { code: 'not_found', reason: 'question_gone' } }
  expect(await client.call('questions.remove', { id })).toMatchObject(gone)
  expect(await client.call('questions.see', { id, seen: 1 })).toMatchObject(gone)
})

test('a name is had by one, and none is of blanks only', async () => {
  const { id } = await save(LARGE)
  await save(EVERYWHERE)
  expect(await client.call('questions.save', { ...EVERYWHERE, name: ' Large ' })).toMatchObject(
    refused('question_exists'),
  )
  expect(await client.call('questions.rename', { id, name: 'Failed anywhere' })).toMatchObject(
    refused('question_exists'),
  )
  expect(await client.call('questions.rename', { id, name: ' \u200b ' })).toMatchObject(refused('name_empty'))
  must(await client.call('questions.rename', { id, name: 'Large' }))
  expect(await list()).toHaveLength(2)
})

test('there are so many and no more, and none is larger than it may be', async () => {
  const bad: Partial<NewQuestion>[] = [
    { name: '' },
    { name: 'n'.repeat(101) },
    { text: '' },
    { text: 'a'.repeat(MAX_QUERY_LENGTH + 1) },
    { path: 'https://elsewhere.example/' },
    { path: '//elsewhere.example/' },
    { path: `/${'p'.repeat(2_000)}` },
    { seen: -1 },
    { seen: 0.5 },
    { scope: { ...LARGE.scope, filters: { q: 'f'.repeat(20_000) } } as NewQuestion['scope'] },
  ]
  for (const part of bad)
    expect(await client.call('questions.save', { ...LARGE, ...part })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
  await save({ ...LARGE, name: 'n'.repeat(100), text: 'a'.repeat(MAX_QUERY_LENGTH) })
  for (let n = 1; n < MAX_QUESTIONS; n += 1) await save({ ...LARGE, name: `Question ${String(n)}` })
  expect(await client.call('questions.save', LARGE)).toMatchObject(
    refused({ kind: 'too_many_questions', max: MAX_QUESTIONS }),
  )
  expect(await list()).toHaveLength(MAX_QUESTIONS)
})

test('one that can’t be read is left out, and erasing takes them all', async () => {
  await save(LARGE)
  core.close()
  const file = openDatabase(join(folder, STORE_FILE))
  const insert = 'INSERT INTO questions (name, text, path, scope) VALUES (?, ?, ?, ?)'
  file.run(insert, 'Cut', 'failed', '/kept', '{"of":"every')
  file.run(insert, 'Odd', 'failed', '/kept', '{"of":"nothing"}')
  file.close()
  await start()
  expect((await list()).map(({ name }) => name)).toEqual(['Large'])
  must(await client.call('data.erase', { confirm: 'erase everything' }))
  expect(await list()).toEqual([])
  core.close()
  await start()
  expect(await list()).toEqual([])
})
