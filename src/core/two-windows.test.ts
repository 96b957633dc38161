/** Two windows that change one thing at once: nothing is lost, and both show what was said last. */
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { NoteChange } from '#shared/rpc/contract/notes.ts'
import type { Settings } from '#shared/settings.ts'
import type { WatchChange } from '#shared/rpc/contract/watchlist.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { exampleAddress } from '#shared/lists/testing/example-items.ts'
import type { Core } from './create-core.ts'
import { createTestCore } from './testing/create-test-core.ts'

let core: Core
let windows: readonly [RpcClient, RpcClient]

beforeEach(async () => {
  core = await createTestCore(':memory:')
  windows = [connectInMemory(core.server), connectInMemory(core.server)]
})
afterEach(() => {
  core.close()
})

/** What each window heard last. */
function hearAll<Data>(follow: (client: RpcClient, listener: (data: Data) => void) => () => void) {
  const heard: (Data | undefined)[] = []
  windows.forEach((client, at) => {
    onTestFinished(follow(client, (data) => (heard[at] = data)))
  })
  return heard
}

it('settings: different ones are both kept, of the same one the last, in both windows', async () => {
  const [one, other] = windows
  const heard = hearAll<Settings>((client, listener) => client.subscribe('settings.changed', {}, listener))
  await Promise.all([
    one.call('settings.change', { images: true }),
    other.call('settings.change', { foldScam: false }),
    one.call('settings.change', { keepMegabytes: 500 }),
    other.call('settings.change', { keepMegabytes: 700 }),
  ])
  const last = { images: true, foldScam: false, keepMegabytes: 700 }
  expect(heard).toEqual([expect.objectContaining(last), expect.objectContaining(last)])
})

it('a label: what was said last, one entry, and what it replaced comes back by undoing', async () => {
  const heard = hearAll<WatchChange>((client, listener) =>
    client.subscribe('watchlist.changed', {}, listener),
  )
  const address = exampleAddress(1)
  const saved = await Promise.all(
    windows.map((client, at) =>
      client.call('watchlist.save', { address, chainId: null, label: `Label ${String(at)}` }),
    ),
  )
  expect(saved.map(({ ok }) => ok)).toEqual([true, true])
  const now = await readState(windows[0], 'watchlist.changed', {})
  expect('all' in now && now.all).toEqual([expect.objectContaining({ label: 'Label 1' })])
  expect(heard[0]).toEqual(heard[1])
  const [, last] = saved
  const undone = await windows[0].call('watchlist.undo', { undo: last?.ok ? last.data.undo : 0 })
  expect(undone.ok).toBe(true)
  const before = await readState(windows[1], 'watchlist.changed', {})
  expect('all' in before && before.all).toEqual([expect.objectContaining({ label: 'Label 0' })])
})

it('a note of a case: what was said last, in both; of one that is removed meanwhile, what is written stands', async () => {
  const [one, other] = windows
  const made = await one.call('cases.create', { name: 'Theft', workspace: null })
  const id = made.ok ? made.data.id : 0
  const heard = hearAll<NoteChange>((client, listener) =>
    client.subscribe('notes.changed', { case: id }, listener),
  )
  const about = exampleAddress(1)
  const save = (client: RpcClient, text: string) =>
    client.call('notes.save', { case: id, note: { chain: '1', about, text, path: '/s/eth' } })
  const [, second] = await Promise.all([save(one, 'first'), save(other, 'second')])
  expect(second).toMatchObject({ ok: true, data: { text: 'second' } })
  expect(heard[0]).toEqual(heard[1])
  const noteId = second.ok ? second.data.id : 0
  const [removed, written] = await Promise.all([
    one.call('notes.remove', { id: noteId }),
    save(other, 'third'),
  ])
  expect([removed.ok, written.ok]).toEqual([true, true])
  const now = await readState(one, 'notes.changed', { case: id })
  expect('all' in now && now.all.map(({ text }) => text)).toEqual(['third'])
})
