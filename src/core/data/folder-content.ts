/** Reads a person's data from another store with the same modules that read our own; unreadable data is left out. */
import * as z from 'zod/mini'
import { parseSignatures } from '#shared/abi/abi-item.ts'
import { MAX_ABI_LENGTH } from '#shared/rpc/contract/abi.ts'
import type { RecentItem } from '#shared/rpc/contract/app.ts'
import type { Settings } from '#shared/settings.ts'
import type { FolderContent } from '#shared/rpc/contract/data.ts'
import { newNote, type NewNote } from '#shared/rpc/contract/notes.ts'
import { newQuestion, type NewQuestion } from '#shared/rpc/contract/questions.ts'
import { newEntry } from '#shared/rpc/contract/ledger-entries.ts'
import type { InstanceSource, NodeSource, Source } from '#shared/source.ts'
import { createOwnAbis, type NewAbi } from '../abi/own-abis.ts'
import { createNotes } from '../notes/notes.ts'
import { createSavedQuestions } from '../questions/questions.ts'
import { createLedgerEntries, type OwnedEntry } from '../ledger/entries/ledger-entries.ts'
import { createRecentItems } from '../settings/recent-items.ts'
import { createSettings } from '../settings/settings.ts'
import type { Account } from '../sources/source-rows.ts'
import { parseBaseUrl } from '../api-client/request/request-url.ts'
import { createSecretUrls } from '../keys/secret-urls.ts'
import { createSessionVault } from '../keys/vault.ts'
import { moveUrlSecrets } from '../sources/move-url-secrets.ts'
import { createSources } from '../sources/sources.ts'
import type { Store } from '../store/open-store.ts'
import { exportWatchlist } from '../watchlist/export-watchlist.ts'
import { createWatchlist } from '../watchlist/watchlist.ts'

export interface Content {
  readonly settings: Settings
  readonly sources: readonly (InstanceSource | NodeSource)[]
  readonly accounts: readonly Account[]
  /** As a file of watched addresses, which is read as carefully as any other such file. */
  readonly watchlist: string
  readonly recentItems: readonly RecentItem[]
  readonly abis: readonly NewAbi[]
  readonly questions: readonly NewQuestion[]
  readonly notes: readonly (NewNote & { readonly madeAt: number })[]
  readonly ledgerEntries: readonly OwnedEntry[]
  readonly counts: FolderContent
}

export async function contentOf(store: Store): Promise<Content> {
  // No folder contains the secrets of its URLs: they are not imported, and a person must enter them again.
  const vault = createSessionVault()
  await moveUrlSecrets(store, createSecretUrls(vault), vault)
  const unasked = () => Promise.reject(new Error('A copy is asked for nothing.'))
  const all = createSources({
    store,
    sampleUrl: unasked,
    followNode: unasked,
    keyState: () => ({ state: 'none' }),
  })
  const watched = createWatchlist(store)
  const settings = createSettings(store).read()
  const sources = all.all().filter(isOwn)
  const accounts = all.accounts().filter(({ baseUrl }) => isBase(baseUrl))
  const recentItems = createRecentItems(store).list()
  const abis = abisIn(store)
  const questions = questionsIn(store)
  const notes = notesIn(store)
  const ledgerEntries = entriesIn(store)
  all.close()
  return {
    settings,
    sources,
    accounts,
    watchlist: exportWatchlist(watched, 'json').text,
    recentItems,
    abis,
    questions,
    notes,
    ledgerEntries,
    counts: {
      sources: sources.length,
      accounts: accounts.length,
      watched: watched.index.all().length,
      settings: Object.keys(settings).length,
      recentItems: recentItems.length,
      abis: abis.length,
      questions: questions.length,
      notes: notes.length,
      ledgerEntries: ledgerEntries.length,
    },
  }
}

/** ABIs that could also have been added here. */
const abisIn = (store: Store): NewAbi[] =>
  createOwnAbis(store)
    .exported()
    .filter(
      ({ chain_id: chainId, address, signatures, code_hash: codeHash }) =>
        signatures.length <= MAX_ABI_LENGTH &&
        parseSignatures(signatures).length > 0 &&
        /^([1-9]\d{0,77})?$/.test(chainId) &&
        /^(0x[0-9a-f]{40})?$/.test(address) &&
        /^(0x[0-9a-f]{64})?$/.test(codeHash),
    )
    .map(({ name, chain_id: chainId, address, signatures, code_hash: codeHash }) => ({
      name,
      codeHash,
      text: signatures,
      chainId: chainId === '' ? null : chainId,
      address: address === '' ? null : address,
    }))

/** The count at the last opening refers to rows that are not imported. */
const questionsIn = (store: Store): NewQuestion[] =>
  createSavedQuestions(store)
    .list()
    .flatMap((question) => {
      const read = z.safeParse(newQuestion, { ...question, seen: null })
      return read.success ? [read.data] : []
    })

/** The person's own notes: those of a case are in its file. */
const notesIn = (store: Store): Content['notes'] =>
  createNotes(store)
    .list(null)
    .flatMap(({ madeAt, ...note }) => {
      const read = z.safeParse(newNote, note)
      return read.success ? [{ ...read.data, madeAt }] : []
    })

/** Entries of chains that exist here, too. */
const entriesIn = (store: Store): OwnedEntry[] =>
  createLedgerEntries(store)
    .all()
    .filter(
      ({ chain, address, asset, ...entry }) =>
        /^[1-9]\d{0,77}$/.test(chain) &&
        /^0x[0-9a-f]{40}$/.test(address) &&
        z.safeParse(newEntry, { ...entry, asset: asset.id }).success,
    )

/**
 * The person's own instances and nodes, with a URL that could have been typed here. A chain is imported with its
 * account.
 */
function isOwn(source: Source): source is InstanceSource | NodeSource {
  if (source.builtIn) return false
  if (source.kind === 'instance') return isBase(source.baseUrl)
  return (
    source.kind === 'node' &&
    URL.canParse(source.rpcUrl) &&
    /^(?:https?|wss?):$/.test(new URL(source.rpcUrl).protocol)
  )
}

function isBase(url: string): boolean {
  try {
    return parseBaseUrl(url) === url
  } catch {
    return false
  }
}
