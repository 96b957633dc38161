import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOwnAbis } from '../abi/own-abis.ts'
import { createKeys, type Keys } from '../keys/keys.ts'
import { createSecretUrls } from '../keys/secret-urls.ts'
import { createSessionVault } from '../keys/vault.ts'
import { createLedgerEntries } from '../ledger/entries/ledger-entries.ts'
import { createNotes } from '../notes/notes.ts'
import { createSavedQuestions, type SavedQuestions } from '../questions/questions.ts'
import { createRecentItems, type RecentItems } from '../settings/recent-items.ts'
import { createSettings, type SettingsStore } from '../settings/settings.ts'
import { createSources, type Sources } from '../sources/sources.ts'
import { createSpendingLedger, type SpendingLedger } from '../sources/spending.ts'
import { createImports } from '../watchlist/import-watchlist.ts'
import { createWatchlist, type Watchlist } from '../watchlist/watchlist.ts'
import { dataParts } from './data-handlers.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { noNodes } from '../nodes/testing/no-nodes.ts'

const SECRET = 'proapi_erase-me-0123456789'
const WORDS = 'An unmistakable note'
const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const context = { signal: new AbortController().signal, connection: {} }

let folder: string
let store: Store
let settings: SettingsStore
let recents: RecentItems
let spending: SpendingLedger
let sources: Sources
let keys: Keys
let watchlist: Watchlist
let savedQuestions: SavedQuestions
let data: ReturnType<typeof dataParts>
let opened: string[]
let alsoErased: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-data-'))
  opened = []
  alsoErased = 0
  store = openStore({ dataDir: folder })
  settings = createSettings(store)
  recents = createRecentItems(store)
  keys = createKeys({ vault: createSessionVault(), env: {} })
  sources = createSources({
    followNode: (node) => noNodes.follow(node),
    store,
    sampleUrl: () => Promise.reject(new Error('not here')),
    keyState: (holder) => keys.stateOf(holder),
  })
  watchlist = createWatchlist(store)
  spending = createSpendingLedger(store)
  savedQuestions = createSavedQuestions(store)
  const entries = createLedgerEntries(store)
  data = dataParts({
    store,
    ownAbis: createOwnAbis(store),
    savedQuestions,
    notes: createNotes(store),
    entries,
    settings,
    recents,
    spending,
    sources,
    keys,
    secretUrls: createSecretUrls(createSessionVault()),
    watchlist,
    openFolder: (path) => {
      opened.push(path)
      return Promise.resolve(true)
    },
    alsoErase: () => {
      alsoErased += 1
      return Promise.resolve()
    },
  })
  settings.change({ theme: 'dark' })
  const mine = sources.add({
    kind: 'instance',
    name: WORDS,
    baseUrl: 'https://mine.example',
    auth: 'x-api-key',
    coin: { symbol: 'ETH', decimals: 18 },
  })
  sources.use(mine.id)
  await keys.set({ id: mine.id, baseUrl: 'https://mine.example' }, SECRET)
  watchlist.save({ address: A, chainId: null, label: 'Ann', note: WORDS })
  recents.visit({ source: mine.id, path: `/address/${A}`, title: WORDS })
  entries.save({ chain: '1', address: A.toLowerCase() }, null, {
    asset: { id: 'coin', token: null, tokenId: null },
    amount: '-5',
    block: 7,
    time: null,
    note: WORDS,
  })
  savedQuestions.save({
    name: WORDS,
    text: `to:${A}`,
    path: '/kept',
    scope: { of: 'everything' },
    seen: null,
  })
  spending.count({ holder: mine.id, endpoint: 'address-transactions', purpose: 'looking' })
})
afterEach(() => {
  sources.close()
  store.close()
  rmSync(folder, { recursive: true })
})

const filesWith = (words: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(words))

test('says where the data is, and opens the folder', async () => {
  expect(await data.handlers['data.location']({}, context)).toMatchObject({
    folder,
    backups: [],
    notices: [],
  })
  await data.handlers['data.openFolder']({}, context)
  expect(opened).toEqual([folder])
})

test('exports all of it but keys; the watched addresses in it can be imported', async () => {
  const { name, text } = await data.handlers['data.export']({}, context)
  expect(name).toBe('chainglass-data.json')
  expect(text).not.toContain(SECRET)
  expect(JSON.parse(text)).toMatchObject({
    format: 'chainglass-data',
    settings: { theme: 'dark' },
    sources: [{ name: WORDS, baseUrl: 'https://mine.example' }],
    watchlist: { entries: [{ address: A, label: 'Ann', note: WORDS }] },
    recent: [{ title: WORDS }],
    questions: [{ name: WORDS, text: `to:${A}`, path: '/kept' }],
    ledgerEntries: [{ chain: '1', amount: '-5', note: WORDS }],
  })
  watchlist.remove(watchlist.index.all().map(({ id }) => id))
  const preview = await createImports(store, watchlist).preview(text, {}, context.signal)
  expect(preview.counts).toMatchObject({ rows: 1, added: 1 })
})

describe('erased', () => {
  test('all of it is gone, from the files too, and every part knows', async () => {
    mkdirSync(join(folder, 'damaged', '1'), { recursive: true })
    writeFileSync(join(folder, 'damaged', '1', 'chainglass.sqlite'), WORDS)
    mkdirSync(join(folder, 'backups'))
    writeFileSync(join(folder, 'backups', '000001-daily-2026-10-07.sqlite'), WORDS)
    expect(filesWith(WORDS).length).toBeGreaterThan(2)
    let told = 0
    data.streams['data.erased']({}, () => (told += 1), context)
    const holder = { id: 'mine-example', baseUrl: 'https://mine.example' }
    expect(keys.stateOf(holder).state).toBe('set')

    await data.handlers['data.erase']({ confirm: 'erase everything' }, context)

    expect(filesWith(WORDS)).toEqual([])
    expect(filesWith(A.toLowerCase())).toEqual([])
    spending.flush()
    expect(filesWith('mine-example')).toEqual([])
    expect(keys.stateOf(holder)).toEqual({ state: 'none' })
    expect(settings.read()).toEqual({})
    expect(recents.list()).toEqual([])
    expect(watchlist.index.size).toBe(0)
    expect(savedQuestions.list()).toEqual([])
    expect(sources.view()).toMatchObject({ current: 'sample' })
    expect(sources.all().every(({ builtIn }) => builtIn)).toBe(true)
    expect([told, alsoErased]).toEqual([1, 1])
  })

  test('and everything works on from there', async () => {
    await data.handlers['data.erase']({ confirm: 'erase everything' }, context)
    const { id } = watchlist.save({ address: A, chainId: null, label: 'Anew' })
    settings.change({ zone: 'utc' })
    expect(watchlist.read(id).label).toBe('Anew')
    expect(store.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  })
})
