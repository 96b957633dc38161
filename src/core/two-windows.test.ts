/** Two windows that change one thing at once: nothing is lost, and both show what was said last. */
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { NoteChange } from '#shared/rpc/contract/notes.ts'
import type { NewQuestion, SavedQuestion } from '#shared/rpc/contract/questions.ts'
import type { SourcesView } from '#shared/rpc/contract/sources.ts'
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

/** The last event that each window received. */
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

it('saved questions: different ones are both kept, of one name the first, and each change of one counts', async () => {
  const [one, other] = windows
  const heard = hearAll<readonly SavedQuestion[]>((client, listener) =>
    client.subscribe('questions.changed', {}, listener),
  )
  const question = (name: string, text: string): NewQuestion => ({
    ...{ name, text, path: '/kept', scope: { of: 'everything' }, seen: null },
  })
  const saved = await Promise.all([
    one.call('questions.save', question('Large', 'value>1')),
    other.call('questions.save', question('Failed', 'failed')),
    other.call('questions.save', question('Large', 'value>2')),
  ])
  expect(saved.map(({ ok }) => ok)).toEqual([true, true, false])
  const id = saved[0].ok ? saved[0].data.id : 0
  await Promise.all([
    one.call('questions.rename', { id, name: 'Very large' }),
    other.call('questions.see', { id, seen: 7 }),
  ])
  const expected = [
    expect.objectContaining({ name: 'Failed' }),
    expect.objectContaining({ name: 'Very large', text: 'value>1', seen: 7 }),
  ]
  expect(heard).toEqual([expected, expected])
  const [removed, seen] = await Promise.all([
    one.call('questions.remove', { id }),
    other.call('questions.see', { id, seen: 8 }),
  ])
  expect([removed.ok, seen.ok]).toEqual([true, false])
  expect(heard).toEqual([expected.slice(0, 1), expected.slice(0, 1)])
})

it('sources: one that is added while they are put in order is there, and each field of one that is changed', async () => {
  const [one, other] = windows
  const heard = hearAll<SourcesView>((client, listener) => client.subscribe('sources.changed', {}, listener))
  const add = (client: RpcClient, host: string) =>
    client.call('sources.add', { url: `https://${host}`, chainId: '1', name: host, unchecked: true })
  const added = await Promise.all([add(one, 'a.example'), add(other, 'b.example')])
  const [a = '', b = ''] = added.map((each) => (each.ok ? each.data.id : ''))
  const [ordered, third] = await Promise.all([
    one.call('sources.order', { ids: [b, a] }),
    add(other, 'c.example'),
  ])
  const c = third.ok ? third.data.id : ''
  expect(ordered.ok).toBe(true)
  await Promise.all([
    one.call('sources.edit', { id: a, changes: { name: 'Renamed' } }),
    other.call('sources.edit', { id: a, changes: { requestsPerSecond: 2 } }),
    one.call('sources.edit', { id: b, changes: { name: 'First' } }),
    other.call('sources.edit', { id: b, changes: { name: 'Last' } }),
  ])
  const [view] = heard
  expect(heard[1]).toEqual(view)
  const own = view?.sources.filter(({ id }) => [a, b, c].includes(id)) ?? []
  expect(own.map(({ id, name }) => [id, name])).toEqual([
    [b, 'Last'],
    [a, 'Renamed'],
    [c, 'c.example'],
  ])
  const [removed, edited] = await Promise.all([
    one.call('sources.remove', { id: c }),
    other.call('sources.edit', { id: c, changes: { name: 'Too late' } }),
  ])
  expect([removed.ok, edited.ok]).toEqual([true, false])
})
