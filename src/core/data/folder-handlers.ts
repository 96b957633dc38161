/** Imports the data of another data folder: it is added to existing data, which stays, after a backup. */
import { copyFileSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { openDatabase } from '#platform/sqlite/database.ts'
import { toStorageError, createStorageError, getStorageErrorKind } from '#platform/sqlite/storage-error.ts'
import type { InputReason } from '#shared/errors/error-reasons.ts'
import { invalidInput } from '#shared/errors/failure.ts'
import type { Settings } from '#shared/settings.ts'
import type { FolderContent, folderCalls } from '#shared/rpc/contract/data.ts'
import type { RowScope } from '#shared/rpc/contract/rows.ts'
import { MAX_LEDGER_ENTRIES } from '#shared/rpc/contract/ledger-entries.ts'
import { MAX_NOTES } from '#shared/rpc/contract/notes.ts'
import { MAX_QUESTIONS } from '#shared/rpc/contract/questions.ts'
import type { Source } from '#shared/source.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { MAX_ABIS, type OwnAbis } from '../abi/own-abis.ts'
import type { LedgerEntries, OwnedEntry } from '../ledger/entries/ledger-entries.ts'
import type { Notes } from '../notes/notes.ts'
import type { SavedQuestions } from '../questions/questions.ts'
import type { RecentItems } from '../settings/recent-items.ts'
import type { SettingsStore } from '../settings/settings.ts'
import type { Sources } from '../sources/sources.ts'
import { makeBackup } from '../store/backups.ts'
import { readVersionInFile } from '../store/file-header.ts'
import { LATEST } from '../store/migrations.ts'
import { type Store, openStore, STORE_FILE } from '../store/open-store.ts'
import type { WatchImports } from '../watchlist/import-watchlist.ts'
import type { FolderChoice } from '../folder-choice.ts'
import { contentOf, type Content } from './folder-content.ts'

export interface FolderDeps {
  readonly store: Store
  readonly settings: SettingsStore
  readonly recents: RecentItems
  readonly sources: Sources
  readonly ownAbis: OwnAbis
  readonly savedQuestions: SavedQuestions
  readonly notes: Notes
  readonly entries: LedgerEntries
  readonly imports: WatchImports
  readonly choice: FolderChoice
}

export function folderHandlers(deps: FolderDeps): Pick<Handlers, keyof typeof folderCalls> {
  const { store } = deps

  async function opened<T>(folder: string, work: (content: Content) => T | Promise<T>): Promise<T> {
    deps.choice.check(folder)
    const copy = copyFolder(folder, store.dataDir)
    try {
      return await work(await contentOf(copy.store))
    } finally {
      copy.close()
    }
  }

  return {
    'data.chooseFolder': async () => ({ folder: await deps.choice.choose() }),
    'data.inspectFolder': ({ folder }) => opened(folder, ({ counts }) => counts),
    'data.importFolder': ({ folder }, { signal }) =>
      opened(folder, async (content) => {
        const { token } = await deps.imports.preview(content.watchlist, {}, signal)
        if (store.dataDir !== ':memory:') makeBackup(store, store.dataDir, 'daily', Date.now())
        return store.transaction(() => add(deps, content, token))
      }),
  }
}

function add(
  { settings, sources, recents, imports, ownAbis, savedQuestions, notes, entries }: FolderDeps,
  content: Content,
  token: string,
): FolderContent {
  const ids = new Map<string, string>()
  const accounts = content.accounts.filter((account) => {
    const here = sources.accounts().find(({ baseUrl }) => baseUrl === account.baseUrl)
    ids.set(account.id, here?.id ?? sources.addAccount(account).id)
    return here === undefined
  })
  const added = content.sources.filter((source) => {
    const here = sources.all().find((one) => isSame(one, source))
    ids.set(source.id, here?.id ?? sources.add(source).id)
    return here === undefined
  })
  return {
    accounts: accounts.length,
    sources: added.length,
    watched: imports.apply(token, 'mine').counts.added,
    settings: addSettings(settings, content.settings),
    recentItems: addRecentItems(recents, sources, content, ids),
    abis: addAbis(ownAbis, content.abis),
    questions: addQuestions(savedQuestions, sources, content.questions, ids),
    notes: addNotes(notes, content.notes, ids),
    ledgerEntries: addEntries(entries, content.ledgerEntries),
  }
}

/** An existing ABI with the same name and place stays. */
function addAbis(ownAbis: OwnAbis, theirs: Content['abis']): number {
  const mine = ownAbis.list()
  const missing = theirs
    .filter(
      ({ name, chainId, address }) =>
        !mine.some((one) => one.name === name && one.chainId === chainId && one.address === address),
    )
    .slice(0, Math.max(0, MAX_ABIS - mine.length))
  for (const abi of missing) ownAbis.add(abi)
  return missing.length
}

/**
 * An entry that is identical to an existing one is not added again. If an address has the maximal number of entries,
 * no more are added.
 */
function addEntries(entries: LedgerEntries, theirs: Content['ledgerEntries']): number {
  const nameOf = ({ chain, address, asset, amount, block, time, note }: OwnedEntry) =>
    JSON.stringify([chain, address, asset.id, amount, block, time, note])
  const mine = entries.all()
  const names = new Set(mine.map(nameOf))
  const counts = new Map<string, number>()
  const count = ({ chain, address }: OwnedEntry) => {
    const owner = `${chain} ${address}`
    const counted = (counts.get(owner) ?? 0) + 1
    counts.set(owner, counted)
    return counted
  }
  mine.forEach(count)
  const missing = theirs.filter((entry) => !names.has(nameOf(entry)) && count(entry) <= MAX_LEDGER_ENTRIES)
  for (const entry of missing) entries.save(entry, null, entry)
  return missing.length
}

/**
 * An existing question with the same name stays. The same source may have another id here, also in the window's path.
 */
function addQuestions(
  questions: SavedQuestions,
  sources: Sources,
  theirs: Content['questions'],
  ids: ReadonlyMap<string, string>,
): number {
  const mine = questions.list()
  const known = new Set(sources.all().map(({ id }) => id))
  const idHere = (id: string) => ids.get(id) ?? id
  const missing = theirs
    .filter(({ name }) => !mine.some((one) => one.name === name))
    .map((question) => ({
      ...question,
      scope: scopeHere(question.scope, idHere),
      path: pathHere(question.path, ids),
    }))
    .filter(({ scope }) => sourcesOf(scope).every((id) => known.has(id)))
    .slice(0, Math.max(0, MAX_QUESTIONS - mine.length))
  for (const question of missing) questions.save(question)
  return missing.length
}

/** A subject that has a note keeps it. */
function addNotes(notes: Notes, theirs: Content['notes'], ids: ReadonlyMap<string, string>): number {
  const mine = notes.list(null)
  const known = new Set(mine.map(({ chain, about }) => `${chain} ${about}`))
  const missing = theirs
    .map((note) => ({ ...note, chain: ids.get(note.chain) ?? note.chain, path: pathHere(note.path, ids) }))
    .filter(({ chain, about }) => !known.has(`${chain} ${about}`))
    .slice(0, Math.max(0, MAX_NOTES - mine.length))
  for (const { madeAt, ...note } of missing) notes.save(null, note, madeAt)
  return missing.length
}

const sourcesOf = (scope: RowScope): readonly string[] =>
  scope.of === 'list' ? [scope.source] : (scope.sources ?? [])

function scopeHere(scope: RowScope, idHere: (id: string) => string): RowScope {
  if (scope.of === 'list') return { ...scope, source: idHere(scope.source) }
  return scope.sources ? { ...scope, sources: scope.sources.map(idHere) } : scope
}

const pathHere = (path: string, ids: ReadonlyMap<string, string>) =>
  path.replace(/^\/s\/([^/?#]+)/, (part, written: string) => {
    const [, here] = [...ids].find(([id]) => written === id || written === encodeURIComponent(id)) ?? []
    return here === undefined ? part : `/s/${encodeURIComponent(here)}`
  })

function isSame(one: Source, other: Source): boolean {
  if (one.chainId !== other.chainId) return false
  if (one.kind === 'node') return other.kind === 'node' && one.rpcUrl === other.rpcUrl
  return one.kind === 'instance' && other.kind === 'instance' && one.baseUrl === other.baseUrl
}

function addSettings(settings: SettingsStore, theirs: Settings): number {
  const mine = settings.read()
  const missing = Object.entries(theirs).filter(([name]) => !Object.hasOwn(mine, name))
  settings.change(Object.fromEntries(missing))
  return missing.length
}

/** Puts imported items after our own, so that the newest items stay the newest. */
function addRecentItems(
  recents: RecentItems,
  sources: Sources,
  content: Content,
  ids: ReadonlyMap<string, string>,
): number {
  const mine = recents.list()
  const known = new Set(sources.all().map(({ id }) => id))
  const theirs = content.recentItems
    .map((item) => ({ ...item, source: ids.get(item.source) ?? item.source }))
    .filter(
      ({ source, path }) =>
        known.has(source) && !mine.some((one) => one.source === source && one.path === path),
    )
  for (const item of [...mine, ...theirs].reverse()) recents.visit(item)
  return theirs.length
}

const MAX_BYTES = 2 * 1024 * 1024 * 1024

/**
 * Opens a copy of another Chainglass's data folder: the original is only read. Returns the copy, migrated to the
 * present schema, and a function that removes it. Throws `invalid_input` for a folder that is no data folder or is
 * our own, `storage` for one that is in use, damaged, newer, or unreadable.
 */
function copyFolder(folder: string, own: string): { readonly store: Store; readonly close: () => void } {
  checkFolder(folder, own)
  const path = join(folder, STORE_FILE)
  const version = readVersionInFile(path)
  if (version === undefined) throw createStorageError('damaged')
  if (version > LATEST) throw createStorageError('newer')
  if (version === 0) throw refuse('foreign_database')

  const copy = mkdtempSync(join(tmpdir(), 'chainglass-folder-'))
  let store: Store | undefined
  const close = () => {
    store?.close()
    rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    whileNobodyUses(folder, () => {
      for (const end of ['', '-wal'])
        if (existsSync(path + end)) copyFileSync(path + end, join(copy, STORE_FILE + end))
    })
    store = openStore({ dataDir: copy })
    // Opening a damaged store sets it aside, and the copy has no backups.
    if (store.notices.length > 0) throw createStorageError('damaged')
    return { store, close }
  } catch (error) {
    close()
    throw toStorageError(error)
  }
}

function checkFolder(folder: string, own: string) {
  // Opening a network share would send it this person's name and password.
  if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder)) throw refuse('folder_not_local')
  try {
    if (!statSync(folder).isDirectory()) throw refuse('folder_is_file')
    if (own !== ':memory:' && realpathSync(folder) === realpathSync(own)) throw refuse('folder_in_use_here')
    if (!statSync(join(folder, STORE_FILE)).isFile()) throw refuse('folder_without_data')
    if (statSync(join(folder, STORE_FILE)).size > MAX_BYTES) throw refuse('folder_too_large')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR')
      throw refuse(existsSync(folder) ? 'folder_without_data' : 'folder_missing')
    throw toStorageError(error)
  }
}

/**
 * A process that uses a folder holds its lock file; holding that file here keeps another process from starting
 * meanwhile.
 */
function whileNobodyUses(folder: string, work: () => void) {
  const path = join(folder, 'chainglass.lock')
  if (!existsSync(path)) {
    work()
    return
  }
  const lock = openDatabase(path, { readOnly: true })
  try {
    lock.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
    work()
  } catch (error) {
    if (getStorageErrorKind(error) === 'in_use') throw createStorageError('in_use', 'other_folder')
    throw error
  } finally {
    lock.close()
  }
}

const refuse = (reason: InputReason) => invalidInput('folder', reason)
