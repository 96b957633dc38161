/** Tests cases as windows use them: through the contract, in real files, with a source over real HTTP. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { CaseContent, CaseView } from '#shared/rpc/contract/cases.ts'
import type { Note } from '#shared/rpc/contract/notes.ts'
import type { Result } from '#shared/errors/errors.ts'
import { readState } from '#shared/rpc/read-state.ts'
import { connectInMemory } from '#shared/rpc/testing/connect-in-memory.ts'
import type { Workspace } from '#shared/workspace/workspace.ts'
import { listOf, readPage, readWholeList } from '../archive/testing/open-list.ts'
import type { Core } from '../create-core.ts'
import { startCoreWithInstance, type CoreWithInstance } from '../testing/core-with-instance.ts'
import { createTestCore } from '../testing/create-test-core.ts'

const A = `0x${'aa'.repeat(20)}`

let world: CoreWithInstance
let client: RpcClient
let elsewhere: string
const others: Core[] = []

beforeEach(async () => {
  world = await startCoreWithInstance(Array.from({ length: 300 }, () => 1))
  client = world.client
  elsewhere = mkdtempSync(join(tmpdir(), 'chainglass-elsewhere-'))
})
afterEach(async () => {
  for (const core of others.splice(0)) core.close()
  await world.end()
  rmSync(elsewhere, { recursive: true })
})

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.data
}
/** Another Chainglass with its own data folder. */
async function startElsewhere(): Promise<RpcClient> {
  const core = await createTestCore(elsewhere)
  others.push(core)
  return connectInMemory(core.server)
}
const tab = (id: string, path: string) => ({ id, path, title: `Title of ${id}`, isPinned: false })
const workspaceOf = (...tabs: ReturnType<typeof tab>[]): Workspace => ({
  version: 1,
  panes: [{ id: 'p', tabs, active: tabs[0]?.id ?? '' }],
  layout: 'beside',
  ratio: 0.5,
  activePane: 'p',
})
const casesOf = (of: RpcClient) => readState(of, 'cases.changed', {})
const contentOf = (of: RpcClient, id: number) => readState(of, 'cases.content', { id })
async function notesOf(of: RpcClient, id: number): Promise<readonly Note[]> {
  const change = await readState(of, 'notes.changed', { case: id })
  return 'all' in change ? change.all.filter((note) => note.case === id) : []
}
const create = async (workspace: Workspace | null) =>
  must(await client.call('cases.create', { name: 'Theft', workspace })).id
const save = async (of: RpcClient, id: number, more: { isReadOnly?: boolean; withRows?: boolean } = {}) =>
  must(
    await of.call('cases.save', {
      id,
      isReadOnly: more.isReadOnly ?? false,
      rows: more.withRows ? { lists: [listOf(world.source)], details: [], flows: [] } : null,
    }),
  )
async function open(of: RpcClient, file: string) {
  const text = readFileSync(file, 'utf8')
  const { token } = must(await of.call('cases.beginFile', { bytes: text.length, text: text.slice(0, 100) }))
  for (let at = 100; at < text.length; at += 50_000)
    must(await of.call('cases.giveFile', { token, text: text.slice(at, at + 50_000) }))
  return must(await of.call('cases.openFile', { token })).id
}

test('a case is made, named, copied, removed and put back, and every window is told', async () => {
  const told: string[][] = []
  connectInMemory(world.core.server).subscribe('cases.changed', {}, (cases) =>
    told.push(cases.map(({ name }) => name)),
  )
  const id = await create(workspaceOf(tab('a', `/s/${world.source}`)))
  must(await client.call('cases.rename', { id, name: ' The theft ' }))
  const copy = must(await client.call('cases.copy', { id, name: 'A copy' }))
  must(await client.call('cases.remove', { id }))
  expect(await contentOf(client, id)).toBeNull()
  must(await client.call('cases.restore', { id }))
  expect(told.at(0)).toEqual([])
  expect(told.at(-1)).toEqual(['A copy', 'The theft'])
  must(await client.call('cases.remove', { id }))
  world.core.close()
  await world.start()
  client = world.client
  expect((await casesOf(client)).map(({ name, places }) => [name, places])).toEqual([['A copy', 1]])
  expect(await client.call('cases.restore', { id })).toMatchObject({ error: { reason: 'removal_gone' } })
  expect((await contentOf(client, copy.id))?.workspace).toEqual(workspaceOf(tab('a', `/s/${world.source}`)))
})

test('two windows change one case: of one field the last change counts, and nothing else is lost', async () => {
  const before = workspaceOf(tab('a', '/s/eth/a'), tab('b', '/s/eth/b'), tab('c', '/s/eth/c'))
  const id = await create(before)
  const other = connectInMemory(world.core.server)
  const seen: (CaseContent | null)[] = []
  other.subscribe('cases.content', { id }, (content) => seen.push(content))
  // One window opens d, compares, and continues in a. The other, which has not heard of it, closes b, opens e and
  // splits differently.
  const first = {
    ...workspaceOf(tab('a', '/s/eth/a2'), tab('b', '/s/eth/b'), tab('c', '/s/eth/c'), tab('d', '/s/eth/d')),
    comparesLists: true,
  }
  const second = {
    ...workspaceOf(tab('a', '/s/eth/a'), tab('c', '/s/eth/c'), tab('e', '/s/eth/e')),
    layout: 'below' as const,
  }
  must(await client.call('cases.keepWorkspace', { id, before, now: first }))
  must(await other.call('cases.keepWorkspace', { id, before, now: second }))
  const workspace = seen.at(-1)?.workspace
  expect(workspace?.panes[0]?.tabs.map(({ path }) => path)).toEqual([
    '/s/eth/a2',
    '/s/eth/c',
    '/s/eth/e',
    '/s/eth/d',
  ])
  expect(workspace?.layout).toBe('below')
  expect(workspace?.comparesLists).toBe(true)

  const note = { chain: '1', about: A, path: '/s/eth/a' }
  const notes: string[] = []
  other.subscribe('notes.changed', { case: id }, (change) => {
    if ('written' in change) notes.push(...change.written.map(({ text }) => text))
  })
  must(await client.call('notes.save', { case: id, note: { ...note, text: 'one' } }))
  must(await other.call('notes.save', { case: id, note: { ...note, text: 'two' } }))
  must(await client.call('notes.save', { case: id, note: { ...note, chain: '2', text: 'elsewhere' } }))
  expect(notes).toEqual(['one', 'two', 'elsewhere'])
  expect((await notesOf(client, id)).map(({ text }) => text)).toEqual(['two', 'elsewhere'])
})

test('a case is saved and opened elsewhere without its source: the same places, notes, labels, questions and rows', async () => {
  const rows = await readWholeList(client, world.source)
  const path = `/s/${world.source}/address/${A}?tab=transactions`
  const id = await create(workspaceOf(tab('a', path), tab('b', '/watchlist')))
  must(await client.call('watchlist.save', { address: A, chainId: null, label: 'The thief' }))
  must(
    await client.call('notes.save', {
      case: id,
      note: { chain: '1', about: A, text: 'Line one\nline two', path },
    }),
  )
  must(await client.call('notes.save', { case: null, note: { chain: '1', about: A, text: 'My own', path } }))
  must(
    await client.call('cases.saveQuestion', {
      id,
      question: {
        name: 'Large',
        text: 'value>1',
        path,
        scope: { of: 'list', ...listOf(world.source) },
        seen: 3,
      },
    }),
  )
  const saved = await save(client, id, { withRows: true })
  expect(saved?.rows).toBe(rows.length)
  expect(saved?.file).toMatch(/Theft\.chainglass$/)
  await world.instance.stop()

  const there = await startElsewhere()
  const opened = await open(there, saved?.file ?? '')
  const [view] = (await casesOf(there)) as [CaseView]
  expect(view).toMatchObject({ id: opened, name: 'Theft', isReadOnly: false, places: 2, notes: 1 })
  const [source] = view.sources
  expect(source).toMatchObject({ rows: rows.length, match: null, host: new URL(world.instance.url).host })
  const content = await contentOf(there, opened)
  expect(content?.labels).toEqual([{ address: A, chainId: null, label: 'The thief' }])
  const here = path.replace(world.source, encodeURIComponent(source?.id ?? ''))
  expect(content?.workspace?.panes[0]?.tabs.map((each) => each.path)).toEqual([here, '/watchlist'])
  expect(content?.questions).toMatchObject([{ name: 'Large', path: here, seen: null }])
  expect((await notesOf(there, opened)).map((note) => [note.text, note.path])).toEqual([
    ['Line one\nline two', here],
  ])
  expect(await walkFromCase(there, source?.id ?? '')).toEqual(rows)
  // The rows can be queried like any others.
  const scope = { of: 'list', ...listOf(source?.id ?? '') } as const
  const sort = { by: 'block', descending: false } as const
  const asked = { scope, text: 'block>100', zone: 'utc', sort, offset: 0, limit: 2 } as const
  expect(must(await there.call('rows.find', asked))).toMatchObject({
    count: 199,
    loaded: rows.length,
    isComplete: true,
    rows: [{ item: { block_number: 101 } }, { item: { block_number: 102 } }],
  })

  // Handed over once more from there.
  const again = await there.call('cases.save', {
    id: opened,
    isReadOnly: true,
    rows: { lists: [listOf(source?.id ?? '')], details: [], flows: [] },
  })
  expect(must(again)?.rows).toBe(rows.length)
})

/** Reads page by page without any request. */
async function walkFromCase(of: RpcClient, source: string) {
  const hashes: string[] = []
  let page = await readPage(of, source, null)
  for (;;) {
    hashes.push(...page.keys)
    if (page.next === null) return hashes
    page = await readPage(of, source, page.next)
  }
}

test('a read-only case is changed by nothing, and its copy by everything', async () => {
  const id = await create(workspaceOf(tab('a', '/s/eth')))
  must(await client.call('notes.save', { case: id, note: { chain: '1', about: A, text: 'Mine', path: '/' } }))
  const saved = await save(client, id, { isReadOnly: true })
  const there = await startElsewhere()
  const opened = await open(there, saved?.file ?? '')
  const note = { chain: '1', about: A, text: 'Changed', path: '/' }
  const [kept] = await notesOf(there, opened)
  const tries = [
    there.call('cases.rename', { id: opened, name: 'Other' }),
    there.call('cases.keepWorkspace', { id: opened, before: null, now: workspaceOf(tab('b', '/')) }),
    there.call('notes.save', { case: opened, note }),
    there.call('notes.remove', { id: kept?.id ?? 0 }),
    there.call('cases.removeQuestion', { id: opened, name: 'Large' }),
  ]
  for (const answer of await Promise.all(tries))
    expect(answer).toMatchObject({ ok: false, error: { code: 'invalid_input', reason: 'case_read_only' } })
  const copy = must(await there.call('cases.copy', { id: opened, name: 'My copy' })).id
  must(await there.call('notes.save', { case: copy, note }))
  expect((await notesOf(there, copy)).map(({ text }) => text)).toEqual(['Changed'])
  const question = {
    name: 'Large',
    text: 'value>10',
    path: '/',
    scope: { of: 'everything' } as const,
    seen: null,
  }
  must(await there.call('cases.saveQuestion', { id: copy, question }))
  const removeQuestion = () => there.call('cases.removeQuestion', { id: copy, name: 'Large' }).then(must)
  expect([await removeQuestion(), await removeQuestion()]).toEqual([true, false])
  expect((await notesOf(there, opened)).map(({ text }) => text)).toEqual(['Mine'])
})

test('a place whose source was removed is none in the file, and the rest of the case is in it', async () => {
  const path = `/s/${world.source}/address/${A}?tab=transactions`
  const flow = `/s/${world.source}/flow?from=${A}`
  const id = await create(workspaceOf(tab('a', path), tab('b', flow), tab('c', '/watchlist')))
  must(await client.call('notes.save', { case: id, note: { chain: '1', about: A, text: 'Mine', path } }))
  must(await client.call('sources.remove', { id: world.source }))
  const saved = must(
    await client.call('cases.save', {
      id,
      isReadOnly: false,
      rows: {
        lists: [listOf(world.source)],
        details: [],
        flows: [{ source: world.source, of: A }],
      },
    }),
  )
  expect(saved).toMatchObject({ rows: 0, isCut: false })
  expect(readFileSync(saved?.file ?? '', 'utf8')).not.toContain(world.source)
  const there = await startElsewhere()
  const opened = await open(there, saved?.file ?? '')
  const content = await contentOf(there, opened)
  expect(content?.workspace?.panes[0]?.tabs.map((each) => each.path)).toEqual(['/', '/', '/watchlist'])
  expect((await notesOf(there, opened)).map((note) => [note.text, note.path])).toEqual([['Mine', '/']])
})

test('a source that is at hand is used where the case brings no rows, and on request where it does', async () => {
  await readWholeList(client, world.source)
  const path = `/s/${world.source}/address/${A}?tab=transactions`
  const id = await create(workspaceOf(tab('a', path)))
  const there = await startElsewhere()
  const own = must(await there.call('sources.add', { url: world.instance.url })).id
  const pathIn = async (opened: number) =>
    (await contentOf(there, opened))?.workspace?.panes[0]?.tabs[0]?.path
  const plain = await open(there, (await save(client, id))?.file ?? '')
  expect(await pathIn(plain)).toBe(path.replace(world.source, own))
  const withRows = await open(there, (await save(client, id, { withRows: true }))?.file ?? '')
  const [source] = (await casesOf(there)).find((each) => each.id === withRows)?.sources ?? []
  expect(source).toMatchObject({ match: own })
  expect(await pathIn(withRows)).toBe(path.replace(world.source, encodeURIComponent(source?.id ?? '')))
  must(await there.call('cases.useSource', { id: withRows, from: source?.id ?? '', to: own }))
  expect(await pathIn(withRows)).toBe(path.replace(world.source, own))
})
