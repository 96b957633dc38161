/** Tests notes as a window uses them: through the contract, in a real file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { noteSubjectOfRow } from '#shared/note-subjects.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { MAX_NOTE_TEXT_LENGTH, type NewNote, type NoteChange } from '#shared/rpc/contract/notes.ts'
import type { Result } from '#shared/errors/errors.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { Core } from '../create-core.ts'
import { createTestCore } from '../testing/create-test-core.ts'

const A = `0x${'aa'.repeat(20)}`
const HASH = `0x${'12'.repeat(32)}`
const ABOUT_A: NewNote = { chain: '1', about: A, text: 'Asked the exchange', path: `/s/eth/address/${A}` }

let folder: string
let core: Core
let client: RpcClient

async function start() {
  core = await createTestCore(folder)
  client = connectInMemory(core.server)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-notes-'))
  await start()
})
afterEach(() => {
  core.close()
  rmSync(folder, { recursive: true })
})

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}
const save = async (note: NewNote) => must(await client.call('notes.save', { case: null, note }))
async function list() {
  const change = await readState(client, 'notes.changed', { case: null })
  return 'all' in change ? change.all : []
}

test('a note is there again after a restart, and every window is told of each change', async () => {
  const told: NoteChange[] = []
  connectInMemory(core.server).subscribe('notes.changed', { case: null }, (change) => told.push(change))
  const first = await save(ABOUT_A)
  const second = await save({ ...ABOUT_A, text: 'They answered' })
  must(await client.call('notes.remove', { id: second.id }))
  expect(second).toEqual({ ...first, text: 'They answered', changedAt: second.changedAt })
  expect(told).toEqual([
    { all: [] },
    { written: [first], removed: [] },
    { written: [second], removed: [] },
    { written: [], removed: [first.id] },
  ])
  const again = must(await client.call('notes.save', { case: null, note: ABOUT_A, madeAt: first.madeAt }))
  expect(again.madeAt).toBe(first.madeAt)
  core.close()
  await start()
  expect(await list()).toEqual([again])
})

test('one address has a note on each chain, and text is kept as text of several lines', async () => {
  await save(ABOUT_A)
  await save({ ...ABOUT_A, chain: '8453', text: ' <b>One</b>\r\ntwo\u202e \n' })
  expect((await list()).map(({ chain, text }) => [chain, text])).toEqual([
    ['1', 'Asked the exchange'],
    ['8453', '<b>One</b>\ntwo'],
  ])
})

test('a row is the same in every list of its kind, and else in its own only', () => {
  const of = { address_hash: A }
  const row = `${HASH}:7:`
  expect(noteSubjectOfRow('address-token-transfers', of, row)).toBe(`transfer:${row}`)
  expect(noteSubjectOfRow('token-transfers', {}, row)).toBe(`transfer:${row}`)
  expect(noteSubjectOfRow('address-transactions', of, HASH.toUpperCase().replace('0X', '0x'))).toBe(HASH)
  expect(noteSubjectOfRow('address-tokens', of, 'x')).toBe(`address-tokens:${A}:x`)
  expect(noteSubjectOfRow('address-tokens', of, 'x'.repeat(400))).toBeUndefined()
})

test('nothing else is taken', async () => {
  const bad: Partial<NewNote>[] = [
    { about: 'vitalik.eth' },
    { about: `address-nothing:${A}:x` },
    { about: `transfer:${'x'.repeat(400)}` },
    { about: 'transfer:a b' },
    { chain: '' },
    { text: '' },
    { text: 't'.repeat(MAX_NOTE_TEXT_LENGTH + 1) },
    { path: 'https://elsewhere.example/' },
    { path: '//elsewhere.example/' },
  ]
  for (const part of bad)
    expect(await client.call('notes.save', { case: null, note: { ...ABOUT_A, ...part } })).toMatchObject({
      ok: false,
      error: { code: 'invalid_input' },
    })
  expect(
    await client.call('notes.save', { case: null, note: { ...ABOUT_A, text: ' \u200b ' } }),
  ).toMatchObject({
    ok: false,
    error: { code: 'invalid_input', field: 'text', reason: 'note_empty' },
  })
  expect(await client.call('notes.remove', { id: 1 })).toMatchObject({
    ok: false,
    error: { code: 'not_found', reason: 'note_gone' },
  })
  expect(await list()).toEqual([])
})
