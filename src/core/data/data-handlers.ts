/** The calls `data.*` for all of a person's data: location, export, erasure. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { dataCalls, dataEvents } from '#shared/rpc/contract/data.ts'
import { notFound } from '#shared/errors/failure.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { OwnAbis } from '../abi/own-abis.ts'
import type { Keys } from '../keys/keys.ts'
import { keyHolders } from '../sources/key-handlers.ts'
import type { SecretUrls } from '../keys/secret-urls.ts'
import type { LedgerEntries } from '../ledger/entries/ledger-entries.ts'
import type { Notes } from '../notes/notes.ts'
import type { SavedQuestions } from '../questions/questions.ts'
import type { RecentItems } from '../settings/recent-items.ts'
import type { SettingsStore } from '../settings/settings.ts'
import { readSecretUrlIds } from '../sources/source-rows.ts'
import type { SpendingLedger } from '../sources/spending.ts'
import type { Sources } from '../sources/sources.ts'
import { EXPORT_FORMAT, exportedEntries } from '../watchlist/export-watchlist.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { listBackups } from '../store/backups.ts'
import { eraseStore } from './erase-store.ts'
import { createEmitter } from '#shared/emitter.ts'
import { STORE_FILE, type Store } from '../store/open-store.ts'

export interface DataDeps {
  readonly store: Store
  readonly settings: SettingsStore
  readonly ownAbis: OwnAbis
  readonly savedQuestions: SavedQuestions
  readonly notes: Notes
  readonly cases?: { reload(): void }
  readonly entries: LedgerEntries
  readonly recents: RecentItems
  readonly spending: Pick<SpendingLedger, 'clear'>
  readonly sources: Sources
  readonly keys: Keys
  readonly secretUrls: SecretUrls
  readonly watchlist: Watchlist
  readonly openFolder: (path: string) => Promise<unknown>
  /** Stops everything that would write again. */
  readonly beforeErase?: () => Promise<void>
  /** Erases data that is stored elsewhere: everything that was read from sources. It begins at once. */
  readonly alsoErase?: () => Promise<void>
}

export function dataParts(deps: DataDeps): {
  readonly handlers: Pick<Handlers, keyof typeof dataCalls>
  readonly streams: Pick<Streams, keyof typeof dataEvents>
} {
  const { store } = deps
  const erased = createEmitter<null>()
  return {
    handlers: {
      'data.location': () => locationOf(store),
      'data.openFolder': async () => {
        if (store.dataDir === ':memory:' || (await deps.openFolder(store.dataDir)) !== true) {
          throw notFound('no_file_manager')
        }
        return null
      },
      'data.export': () => ({
        name: 'chainglass-data.json',
        text: `${JSON.stringify(exported(deps), null, 1)}\n`,
      }),
      'data.erase': async () => {
        await deps.beforeErase?.()
        // Keys first: their names are derived from the sources.
        for (const holder of keyHolders(deps.sources)) await deps.keys.remove(holder)
        for (const id of readSecretUrlIds(store)) await deps.secretUrls.remove(id)
        // Before the store: pending writes must not follow the erasure.
        deps.recents.clear()
        deps.spending.clear()
        eraseStore(store)
        const elsewhere = deps.alsoErase?.()
        deps.settings.reload()
        deps.watchlist.reload()
        deps.ownAbis.reload()
        deps.savedQuestions.reload()
        deps.notes.reload()
        deps.cases?.reload()
        deps.entries.reload()
        deps.sources.refresh()
        erased.emit(null)
        await elsewhere
        return null
      },
    },
    streams: { 'data.erased': (_, emit) => erased.on(emit) },
  }
}

function locationOf(store: Store) {
  const { dataDir, notices } = store
  if (dataDir === ':memory:') return { folder: null, bytes: 0, backups: [], notices }
  const size = (name: string) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0
  return {
    folder: dataDir,
    bytes: size(STORE_FILE) + size(`${STORE_FILE}-wal`),
    backups: listBackups(dataDir).map(({ day, kind, bytes }) => ({ day, kind, bytes })),
    notices,
  }
}

/** The export contains no key, because keys are not in the store. */
const exported = ({
  settings,
  sources,
  watchlist,
  recents,
  ownAbis,
  savedQuestions,
  notes,
  entries,
}: DataDeps) => ({
  format: 'chainglass-data',
  version: 1,
  settings: settings.read(),
  sources: sources.all().filter((source) => !source.builtIn && source.kind !== 'case'),
  accounts: sources.accounts(),
  watchlist: { format: EXPORT_FORMAT, version: 1, entries: exportedEntries(watchlist) },
  recent: recents.list(),
  abis: ownAbis.exported(),
  questions: savedQuestions.list(),
  notes: notes.list(null),
  ledgerEntries: entries.all(),
})
