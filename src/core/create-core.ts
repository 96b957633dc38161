/** Creates the core's parts over a host's ports, and the server of the contract over them. */
import { randomUUID } from 'node:crypto'
import type { AppInfo } from '#shared/rpc/contract/app.ts'
import { ChainglassFailure } from '#shared/errors/errors.ts'
import { abiHandlers, abiStreams } from './abi/abi-handlers.ts'
import { createCodeFunctions } from './abi/bytecode/code-functions.ts'
import { createContractAbis } from './abi/contract-abis.ts'
import { contractReader } from './abi/contract-reader.ts'
import { signatureListHandlers, signatureListStreams } from './abi/lists/signature-list-handlers.ts'
import { createSignatureLists } from './abi/lists/signature-lists.ts'
import { createOwnAbis } from './abi/own-abis.ts'
import { appHandlers } from './app/app-handlers.ts'
import { archiveHandlers } from './archive/archive-handlers.ts'
import { createReadArchive } from './keep/read-archive.ts'
import { caseHandlers, caseStreams } from './cases/case-handlers.ts'
import { createCaseParts } from './cases/case-parts.ts'
import { createApiClient, type CrashGuard } from './api-client/create-api-client.ts'
import { everywhereHandlers, everywhereStreams } from './everywhere/everywhere-handlers.ts'
import { createExports, type ExportDeps } from './export/create-exports.ts'
import { exportHandlers, exportStreams, type ExportHost } from './export/export-handlers.ts'
import { createFlows } from './flow/create-flows.ts'
import { flowHandlers } from './flow/flow-handlers.ts'
import { createFolderChoice } from './data/folder-choice.ts'
import { folderHandlers } from './data/folder-handlers.ts'
import {
  createRpcServer,
  errorReporter,
  type Handlers,
  type RpcServer,
  type RpcServerOptions,
  type Streams,
} from '#shared/rpc/server.ts'
import { hostVault } from './keys/host-vault.ts'
import { keyHandlers, keyHolders } from './sources/key-handlers.ts'
import { createHeldQuestions } from './held/ask-archive.ts'
import { followLabels } from './held/follow-labels.ts'
import { heldHandlers } from './held/held-handlers.ts'
import { createKeys } from './keys/keys.ts'
import { createSecretUrls, type SecretUrls } from './keys/secret-urls.ts'
import { createSessionVault, type Vault } from './keys/vault.ts'
import { moveUrlSecrets } from './sources/move-url-secrets.ts'
import { removeSecrets } from '#platform/log/remove-secrets.ts'
import { Keep } from './keep/keep.ts'
import { createKeepBudgets } from './keep/keep-budgets.ts'
import { keepHandlers, keepStreams } from './keep/keep-handlers.ts'
import { readKeptJobs } from './keep/keep-rows.ts'
import { createListWalker } from './keep/list-walker.ts'
import { ledgerExportHandlers } from './ledger/accounting/export-ledger.ts'
import { createMovementQueries } from './ledger/ask-movements.ts'
import { createLedgers } from './ledger/create-ledgers.ts'
import { ledgerEntryHandlers, ledgersWithEntries } from './ledger/entries/entry-handlers.ts'
import { createLedgerEntries } from './ledger/entries/ledger-entries.ts'
import { createKeptLedgers } from './ledger/kept/kept-ledgers.ts'
import { ledgerHandlers, ledgerStreams } from './ledger/ledger-handlers.ts'
import { ledgersOfSeveral } from './ledger/several/ledgers-of-several.ts'
import { createSpamOf } from './ledger/spam/ledger-spam.ts'
import { isKept, listHandlers, listStreams } from './lists/list-handlers.ts'
import { createHeldImages } from './media/held-images.ts'
import { imageHandlers } from './media/image-handlers.ts'
import { createSvgImages } from './media/svg-images.ts'
import { readGateways } from './media/web-addresses.ts'
import { createActivity } from './activity/create-activity.ts'
import { noteHandlers, noteStreams } from './notes/note-handlers.ts'
import { connectNodes, nodeHandlers, nodeStreams, type NodeService } from './nodes/node-handlers.ts'
import { questionHandlers, questionStreams } from './questions/question-handlers.ts'
import { createSavedQuestions } from './questions/questions.ts'
import { createRecentItems } from './settings/recent-items.ts'
import { settingsHandlers, settingsStreams } from './settings/settings-handlers.ts'
import { createSettings } from './settings/settings.ts'
import { sourceHandlers, sourceStreams } from './sources/source-handlers.ts'
import { createSources, type Sources } from './sources/sources.ts'
import { createSpendingLedger, type SpendingLedger } from './sources/spending.ts'
import { openOn } from './sources/open-on.ts'
import type { SourceProbe } from './sources/check/test-source.ts'
import { dataParts } from './data/data-handlers.ts'
import { openStore, type Store } from './store/open-store.ts'
import { tokenHandlers } from './tokens/well-known-tokens.ts'
import { createImports } from './watchlist/import-watchlist.ts'
import { watchHandlers, watchStreams } from './watchlist/watch-handlers.ts'
import { createWatchlist, type Watchlist } from './watchlist/watchlist.ts'
import { workspaceHandlers, workspaceStreams } from './workspace/workspace-handlers.ts'
import { createWorkspaces } from './workspace/workspaces.ts'

/** What only a host can do. */
export type HostCallName =
  | 'open-link'
  | 'open-folder'
  | 'choose-folder'
  | 'offer-file'
  | 'limits'
  | 'notify'
  | `vault.${'kind' | 'get' | 'set' | 'remove'}`

/** What a host provides: where data is stored, what only it can do, and our own service. */
export interface CorePorts {
  /** A folder, or `:memory:`. */
  readonly dataDir: string
  readonly host: AppInfo['host']
  readonly version: string
  /** An instance to open on; the sample chain, or the last one used, where there is none. */
  readonly source?: string | undefined
  /** Rejects where the host can't do it. */
  readonly callHost: (name: HostCallName, input: unknown) => Promise<unknown>
  /** The host's, which knows whether a keyring is open, or this process's memory. */
  readonly vault: 'host' | 'session'
  readonly services: { readonly sampleUrl: () => Promise<string>; readonly nodes: NodeService }
  /** Knows which answers ended the core before; without one, none is refused. */
  readonly crashGuard?: CrashGuard
  readonly log: (line: string) => void
}

export interface Core {
  readonly server: RpcServer
  close(): void
}

/** Rejects with `ChainglassFailure` where the data folder can't be used or `source` is no URL. */
export async function createCore(ports: CorePorts): Promise<Core> {
  const store = openStore({ dataDir: ports.dataDir })
  const vault = ports.vault === 'host' ? hostVault(ports.callHost) : createSessionVault()
  const secretUrls = createSecretUrls(vault)
  await moveUrlSecrets(store, secretUrls, vault)
  const parts = createParts(ports, { store, vault, secretUrls })
  const { keys, sources } = parts
  const reporting: RpcServerOptions = {
    log: (line) => {
      ports.log(removeSecrets(line, [...keys.secrets(), ...secretUrls.secrets()]))
    },
    createReference: () => randomUUID().slice(0, 8),
  }
  const streams = createStreams(ports, parts, reporting)
  const server = createRpcServer(createHandlers(ports, parts), streams, reporting)
  const stop = connectParts(ports, parts)
  void keys.load(keyHolders(sources))
  const core = {
    server,
    close() {
      stop()
      parts.keep.close()
      parts.exports.close()
      parts.ledgers.close()
      parts.activity.close()
      for (const part of [parts.client, parts.codeFunctions, parts.svgImages, parts.signatureLists])
        part.close()
      sources.close()
      parts.questions.close()
      parts.archive.close()
      parts.cases.close()
      parts.caseArchive.close()
      parts.recents.flush()
      parts.spending.flush()
      parts.store.close()
    },
  }
  if (ports.source !== undefined) {
    try {
      await openOn(sources, ports.source)
    } catch (error) {
      core.close()
      throw error
    }
  }
  parts.exports.resumeUnfinished()
  return core
}

type Parts = ReturnType<typeof createParts>

interface Storage {
  readonly store: Store
  readonly vault: Vault
  readonly secretUrls: SecretUrls
}

function createParts(ports: CorePorts, { store, vault, secretUrls }: Storage) {
  const userAgent = `Chainglass/${ports.version} (+desktop explorer)`
  const settings = createSettings(store)
  const recents = createRecentItems(store)
  const watchlist = createWatchlist(store)
  const keys = createKeys({ vault, env: process.env })
  const spending = createSpendingLedger(store)
  const sources = createSources({
    store,
    sampleUrl: ports.services.sampleUrl,
    followNode: (node) => ports.services.nodes.follow(node),
    keyState: (holder) => keys.stateOf(holder),
    spendingOf: (holder) => spending.of(holder),
    secretUrls,
  })
  const client = createApiClient({
    userAgent,
    keyFor: (source) => keys.keyFor(source),
    log: (entry) => {
      const holder = entry.event === 'response' ? findHolder(sources, entry.source) : undefined
      if (holder !== undefined) spending.count({ ...entry, holder })
    },
    ...(ports.crashGuard ? { crashGuard: ports.crashGuard } : {}),
  })
  const jobs = readKeptJobs(store, (id) => isSource(sources, id))
  const archive = createReadArchive(ports.dataDir, {
    store,
    settings,
    jobs,
    isSource: (id) => isSource(sources, id),
  })
  const heldLists = createHeldListParts(ports, { store, archive, sources, client, watchlist, spending, jobs })
  const { keep, exports, ledgers } = heldLists
  ledgers.keepSources((id) => isSource(sources, id))
  const codeFunctions = createCodeFunctions()
  const ownAbis = createOwnAbis(store)
  const signatureLists = createSignatureLists(store.dataDir)
  const savedQuestions = createSavedQuestions(store)
  const caseParts = createCaseParts(store, sources, (id) => isSource(sources, id))
  const own = { store, ownAbis, savedQuestions, settings, recents, watchlist, sources, spending }
  const activity = createActivity({
    ...own,
    client,
    notify: ports.host === 'electron' ? notifierOf(ports) : undefined,
  })
  const data = dataParts({
    ...own,
    ...caseParts,
    entries: heldLists.entries,
    keys,
    secretUrls,
    openFolder: (path) => ports.callHost('open-folder', path),
    alsoErase: () => {
      caseParts.caseArchive.erase()
      signatureLists.removeAll()
      archive.erase()
      keep.reload()
      exports.erase()
      void ledgers.forget()
    },
    beforeErase: () => keep.drop(null),
  })
  return {
    ...own,
    ...caseParts,
    keys,
    client,
    archive,
    ...heldLists,
    secretUrls,
    contracts: createContractAbis(contractReader({ client, sources }), codeFunctions),
    codeFunctions,
    svgImages: createSvgImages(),
    signatureLists,
    workspaces: createWorkspaces(store),
    userAgent,
    activity,
    data,
  }
}

type ListSources = Pick<ExportDeps, 'store' | 'archive' | 'sources' | 'client'> & {
  readonly store: Store
  readonly watchlist: Watchlist
  readonly spending: SpendingLedger
  readonly jobs: ReturnType<typeof readKeptJobs>
}

/** What is done with whole lists: they are asked, kept and exported. */
function createHeldListParts(
  { dataDir, log }: CorePorts,
  { store, archive, sources, client, watchlist, spending, jobs }: ListSources,
) {
  const walker = createListWalker({ client, sources, archive })
  const entries = createLedgerEntries(store)
  const spamOf = createSpamOf(sources)
  const kept = createKeptLedgers(archive.reading)
  const ledgers = createLedgers({ client, sources, archive, walker, kept })
  const budgets = createKeepBudgets(store, sources, spending)
  const labels = followLabels(watchlist)
  return {
    questions: createHeldQuestions({ reading: archive.reading, labels }),
    walker,
    keep: new Keep({ store, archive, sources, walker, budgets, jobs, log }),
    exports: createExports({ store, dataDir, client, sources, archive, walker, watchlist, log }),
    entries,
    ledgers: ledgersOfSeveral(ledgersWithEntries({ ledgers, entries, sources }), spamOf),
    spamOf,
    queryOf: createMovementQueries(sources, labels),
  }
}

/** One that can't be shown is in the sidebar all the same. */
const notifierOf =
  ({ callHost }: Pick<CorePorts, 'callHost'>) =>
  (notification: unknown) => {
    callHost('notify', notification).catch(() => undefined)
  }

/** Also one that is not listed: any chain of an account. */
function isSource(sources: Pick<Sources, 'get'>, id: string): boolean {
  try {
    return sources.get(id).id === id
  } catch {
    return false
  }
}

/** The account or instance that answers for a source; undefined for what has no key, or was only probed. */
const findHolder = (sources: Sources, id: string): string | undefined =>
  sources.accounts().find((account) => id.startsWith(`${account.id}:`))?.id ??
  sources.all().find((source) => source.id === id && source.kind === 'instance')?.id

/** What one part tells another. Returns a function that ends it. */
function connectParts({ services }: CorePorts, { settings, client, sources, keys, keep }: Parts): () => void {
  const stops = [
    connectNodes({ ...services, settings, sources }),
    client.onLimits((source, limits) => {
      sources.report(source, { limits })
    }),
    keys.onChange(() => {
      sources.refresh()
      keep.retry()
    }),
    settings.onChange(() => {
      keep.retry()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function createHandlers(ports: CorePorts, parts: Parts): Handlers {
  const { store, settings, recents, watchlist, sources, keys, client, archive } = parts
  const probe: SourceProbe = {
    async probe(source, options) {
      const probed = await client.probe(source, options)
      if (!probed.ok) throw new ChainglassFailure(probed.error)
      return probed.data
    },
  }
  const flows = createFlows(parts)
  const choice = createFolderChoice(ports.host, () => ports.callHost('choose-folder', null))
  const exportHost: ExportHost = {
    host: ports.host,
    chooseFolder: () => ports.callHost('choose-folder', 'export'),
    offerFile: (file) => ports.callHost('offer-file', file),
  }
  return {
    ...appHandlers(ports),
    ...settingsHandlers({ settings, recents }),
    ...sourceHandlers({ sources, client: probe, keys, onRemoved: (holder) => keys.remove(holder) }),
    ...keyHandlers({ keys, sources, client: probe }),
    ...watchHandlers({ watchlist, imports: createImports(store, watchlist) }),
    ...folderHandlers({
      store,
      settings,
      recents,
      sources,
      ownAbis: parts.ownAbis,
      savedQuestions: parts.savedQuestions,
      notes: parts.notes,
      entries: parts.entries,
      // Of its own: a folder must not replace the preview of a file.
      imports: createImports(store, watchlist),
      choice,
    }),
    ...parts.activity.handlers,
    ...parts.data.handlers,
    ...heldHandlers({ questions: parts.questions, reading: archive.reading, sources }),
    ...archiveHandlers(
      archive,
      async (source, address) => {
        await parts.ledgers.forget(source, address)
        await parts.keep.drop(source, address)
      },
      (folder) => {
        choice.check(folder)
      },
    ),
    ...keepHandlers(parts.keep, { client, archive, sources }),
    ...exportHandlers(parts.exports, exportHost),
    ...listHandlers({ client, sources, archive, caseArchive: parts.caseArchive }),
    ...everywhereHandlers(parts),
    ...flowHandlers({ ...parts, flows }),
    ...ledgerHandlers(parts),
    ...ledgerEntryHandlers(parts),
    ...ledgerExportHandlers({ ...parts, dataDir: ports.dataDir, ...exportHost }),
    ...tokenHandlers(),
    ...abiHandlers({
      contracts: parts.contracts,
      ownAbis: parts.ownAbis,
      lists: parts.signatureLists,
      chainOf: (id) => sources.get(id).chainId,
    }),
    ...questionHandlers(parts.savedQuestions),
    ...workspaceHandlers(parts.workspaces),
    ...noteHandlers(parts.notes, parts.cases.getWritable),
    ...caseHandlers({ ...parts, ...exportHost, flows, dataDir: ports.dataDir }),
    ...signatureListHandlers(parts.signatureLists),
    ...nodeHandlers({ nodes: ports.services.nodes, sources }),
    ...imageHandlers({
      source: (id) => sources.ready(id),
      userAgent: parts.userAgent,
      gateways: readGateways(process.env),
      allowed: () => settings.read().images,
      held: createHeldImages(parts.archive, (id) => isKept(sources, id)),
      drawSvg: parts.svgImages.draw,
    }),
  }
}

const createStreams = (ports: CorePorts, parts: Parts, reporting: RpcServerOptions): Streams => ({
  ...settingsStreams(parts),
  ...abiStreams(parts),
  ...questionStreams(parts.savedQuestions),
  ...workspaceStreams(parts.workspaces),
  ...noteStreams(parts.notes),
  ...caseStreams(parts.cases),
  ...signatureListStreams(parts.signatureLists),
  ...sourceStreams(parts),
  ...watchStreams(parts),
  ...parts.activity.streams,
  ...parts.data.streams,
  ...exportStreams(parts.exports),
  ...listStreams(parts),
  ...everywhereStreams({ ...parts, toError: errorReporter(reporting) }),
  ...ledgerStreams(parts.ledgers),
  ...keepStreams(parts.keep),
  ...nodeStreams({ nodes: ports.services.nodes, sources: parts.sources }),
})
