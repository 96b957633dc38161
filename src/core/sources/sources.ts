/** The sources in a person's order, the current one, and the state of each. */
import { createEmitter } from '#shared/emitter.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { AccountView, SourcesView, SourceView } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure, notFound, invalidInput } from '#shared/errors/failure.ts'
import {
  formatHost,
  formatSourceHost,
  type InstanceSource,
  type NodeSource,
  type ReadySource,
  type Source,
} from '#shared/source.ts'
import { hasSecret, splitSecretUrl } from '#platform/http/secret-url.ts'
import type { Spending } from '#shared/spending.ts'
import { throttle } from '#platform/throttle.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { keyHolderOf, type KeyHolder } from '../keys/key-holder.ts'
import { createSecretUrls, type SecretUrls } from '../keys/secret-urls.ts'
import { createSessionVault } from '../keys/vault.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import { createCoinFindings, type CoinFinding } from './coin-findings.ts'
import { createSourceDirectory, type SourceDirectory } from './source-directory.ts'
import {
  changeSourceRow,
  deleteRemoved,
  insertAccount,
  insertSource,
  restoreRemoved,
  updateAccount,
  type Account,
  type AccountChange,
  type NewSource,
  type SourceChange,
} from './source-rows.ts'

export interface Sources {
  view(): SourcesView
  viewOf(id: string): SourceView
  /** Returns any source of the list, or any chain of an account. Throws not_found. */
  get(id: string): Source
  /** Undefined if the source is gone. */
  find(id: string): Source | undefined
  /** Like `get`, but starts the source's service if it is ours: requests go to the result. */
  ready(id: string): Promise<ReadySource>
  all(): readonly Source[]
  /** Sources that are not hidden. */
  visible(): readonly Source[]
  accounts(): readonly Account[]
  current(): string
  use(id: string): void
  /** Finds the instance or node with this URL, secrets included; undefined if there is none. */
  findByUrl(kind: 'instance' | 'node', url: string): Promise<Source | undefined>
  /** The whole URL of a node or an instance. Rejects with not_found if its secret is gone. */
  urlOf(source: NodeSource | InstanceSource): Promise<string>
  /** The whole URL if it was read before. */
  knownUrlOf(source: NodeSource | InstanceSource): string | undefined
  /** Adds a source with its URL. A secret in the URL must be stored in the vault with `keepUrl`. */
  add(source: NewSource): SourceView
  /** Stores a source's URL with its secret in the vault. Throws `storage` if the vault fails. */
  keepUrl(id: string, url: string): Promise<void>
  addAccount(account: Omit<Account, 'id'>): Account
  /** Throws not_found. */
  getAccount(id: string): Account
  changeAccount(id: string, change: AccountChange): AccountView
  change(id: string, change: SourceChange): void
  order(ids: readonly string[]): void
  /** Removes a source or an account. Throws invalid_input for a built-in one. */
  remove(id: string): void
  restore(id: string): void
  /** Whether an instance has no key, and has answered without one before, or did when this program was written. */
  answeredWithoutKey(id: string): boolean
  /** Reports a finding about the coin of a chain that is not in the table. */
  reportCoin(id: string, finding: CoinFinding): void
  /** Reports the result of a source's last response. */
  report(id: string, report: SourceReport): void
  /** Updates the views after a change elsewhere, such as a key's. */
  refresh(): void
  /** Called at once after a person's action, and at most four times a second after reports. */
  onChange(listener: (view: SourcesView) => void): () => void
  close(): void
}

interface SourceReport {
  readonly last?: NonNullable<SourceView['last']>
  readonly limits?: SourceLimits
  readonly dialect?: Source['dialect']
}

export interface SourcesDeps extends ServiceStarters {
  readonly store: Database
  readonly keyState: (holder: KeyHolder) => KeyState
  /** The cost of requests with the key of this holder. */
  readonly spendingOf?: (holder: string) => Spending | undefined
  /** In memory by default. */
  readonly secretUrls?: SecretUrls
}

const REPORT_INTERVAL_MS = 250

export function createSources(deps: SourcesDeps): Sources {
  const { store, secretUrls = createSecretUrls(createSessionVault()) } = deps
  for (const id of deleteRemoved(store)) void secretUrls.remove(id)
  const directory = createSourceDirectory(store)
  const reports = new Map<string, SourceReport>()
  const views = createSourceViews(deps, directory, reports)
  const changes = createEmitter<SourcesView>()
  const keyless = createKeylessSources(store, directory, deps.keyState)
  const start = createSourceStarter({ ...deps, secretUrl: (id) => readSecretUrl(secretUrls, id) })
  const emit = () => {
    changes.emit(views.all())
  }
  const emitThrottled = throttle(emit, REPORT_INTERVAL_MS)
  const changed = () => {
    directory.reload()
    emit()
  }

  return {
    view: () => views.all(),
    viewOf: (id) => views.of(id),
    ready: async (id) => start(directory.get(id)),
    current: () => views.current(),
    use(id) {
      useSource(store, directory.get(id))
      changed()
    },
    ...inDirectory(directory),
    ...createSourceUrls(secretUrls, directory),
    add(source) {
      const id = insertSource(store, source)
      changed()
      return views.of(id)
    },
    addAccount(account) {
      const id = insertAccount(store, account)
      changed()
      return { ...account, id }
    },
    changeAccount(id, change) {
      updateAccount(store, directory.getAccount(id), change)
      changed()
      return views.ofAccount(directory.getAccount(id))
    },
    change(id, change) {
      directory.get(id)
      changeSourceRow(store, id, change)
      changed()
    },
    order(ids) {
      orderSources(store, directory, ids)
      changed()
    },
    remove(id) {
      removeSource(store, directory, id, Date.now())
      changed()
    },
    restore(id) {
      restoreSource(store, id)
      changed()
    },
    answeredWithoutKey: (id) => keyless.has(id),
    reportCoin(id, finding) {
      if (createCoinFindings(store).add(id, finding)) changed()
    },
    report(id, report) {
      // A running request may end after its source was removed. A URL that is only probed is no source.
      if (!store.isOpen || !directory.find(id)) return
      if (report.last?.ok === true && reports.get(id)?.last?.ok !== true) keyless.add(id)
      mergeReport(reports, id, report)
      // Filters of a list depend on the dialect: it is told before the page that showed it.
      if (report.dialect !== undefined && keepDialect(store, directory, id, report.dialect)) emit()
      else emitThrottled()
    },
    refresh: changed,
    onChange: (listener) => changes.on(listener),
    close: emitThrottled.cancel,
  }
}

/** As the directory has them at this time. */
const inDirectory = (
  directory: SourceDirectory,
): Pick<Sources, 'get' | 'find' | 'all' | 'visible' | 'accounts' | 'getAccount'> => ({
  get: (id) => directory.get(id),
  find: (id) => directory.find(id),
  all: () => directory.listed().map(({ source }) => source),
  visible: () => directory.visible(),
  accounts: () => directory.accounts(),
  getAccount: (id) => directory.getAccount(id),
})

/** Puts the report last in the map, so that the latest response of several sources can be found. */
function mergeReport(reports: Map<string, SourceReport>, id: string, report: SourceReport) {
  const before = reports.get(id)
  reports.delete(id)
  reports.set(id, { ...before, ...report })
}

/** The URLs of sources, including those whose secrets are in the vault. */
function createSourceUrls(
  secretUrls: SecretUrls,
  directory: SourceDirectory,
): Pick<Sources, 'findByUrl' | 'urlOf' | 'knownUrlOf' | 'keepUrl'> {
  async function findByUrl(kind: 'instance' | 'node', url: string): Promise<Source | undefined> {
    const { publicUrl, secrets } = splitSecretUrl(url)
    for (const { source } of directory.listed()) {
      if (source.kind !== kind || plainUrl(source) !== publicUrl) continue
      if ((source.hasSecretUrl === true) !== secrets.length > 0) continue
      if (secrets.length === 0) return source
      // A source whose secret was lost gets it back by this call.
      const kept = await secretUrls.read(source.id)
      if (kept === undefined || kept === url) return source
    }
    return undefined
  }

  return {
    findByUrl,
    urlOf: async (source) =>
      source.hasSecretUrl === true ? readSecretUrl(secretUrls, source.id) : plainUrl(source),
    knownUrlOf: (source) => (source.hasSecretUrl === true ? secretUrls.known(source.id) : plainUrl(source)),
    async keepUrl(id, url) {
      if (directory.get(id).hasSecretUrl === true && hasSecret(url)) await secretUrls.keep(id, url)
    },
  }
}

async function readSecretUrl(secretUrls: SecretUrls, id: string): Promise<string> {
  const url = await secretUrls.read(id)
  if (url === undefined) throw notFound('url_not_kept')
  return url
}

const plainUrl = (source: NodeSource | InstanceSource) =>
  source.kind === 'node' ? source.rpcUrl : source.baseUrl

/** The key of the current source in the key-value store. */
const CURRENT = 'source'
const DEFAULT_SOURCE = 'sample'

/** Combines sources with their keys and the results of their responses. */
function createSourceViews(
  { store, keyState, spendingOf }: Pick<SourcesDeps, 'store' | 'keyState' | 'spendingOf'>,
  directory: SourceDirectory,
  reports: ReadonlyMap<string, SourceReport>,
) {
  const keyValueStore = createKeyValueStore(store)

  function current(): string {
    const id = keyValueStore.read(CURRENT)
    const isListed = directory.listed().some(({ source }) => source.id === id)
    return typeof id === 'string' && isListed ? id : DEFAULT_SOURCE
  }

  function of(id: string): SourceView {
    const source = directory.get(id)
    const report = reports.get(id)
    const holder = keyHolderOf(source)
    return {
      ...source,
      host: formatSourceHost(source),
      limits: report?.limits ?? {},
      last: report?.last,
      key: holder ? keyState(holder) : { state: 'none' },
      hidden: directory.listed().find((one) => one.source.id === id)?.hidden ?? false,
      ...(source.kind === 'instance' ? { spending: spendingOf?.(id) } : {}),
    }
  }

  const ofAccount = (account: Account): AccountView => ({
    id: account.id,
    name: account.name,
    baseUrl: account.baseUrl,
    host: formatHost(account.baseUrl),
    key: keyState(account),
    chains: Object.keys(account.chains).length,
    credits: [...reports].findLast(
      ([id, { limits }]) => id.startsWith(`${account.id}:`) && limits?.credits !== undefined,
    )?.[1].limits?.credits,
    spending: spendingOf?.(account.id),
  })

  return {
    current,
    of,
    ofAccount,
    all: (): SourcesView => ({
      sources: directory.listed().map(({ source }) => of(source.id)),
      accounts: directory.accounts().map(ofAccount),
      current: current(),
    }),
  }
}

/** Uses a source; a chain of an account is then in the list. */
function useSource(store: Database, source: Source) {
  store.transaction(() => {
    if (source.kind === 'pro') changeSourceRow(store, source.id, { account: source.account, hidden: 0 })
    createKeyValueStore(store).write(CURRENT, source.id)
  })
}

/** Sources that are not named follow in their present order. */
function orderSources(store: Database, directory: SourceDirectory, ids: readonly string[]) {
  const known = directory.listed().map(({ source }) => source.id)
  const named = [...new Set(ids)].filter((id) => known.includes(id))
  const ordered = [...named, ...known.filter((id) => !named.includes(id))]
  store.transaction(() => {
    for (const [position, id] of ordered.entries()) changeSourceRow(store, id, { position })
  })
}

function removeSource(store: Database, directory: SourceDirectory, id: string, now: number) {
  if (directory.accounts().some((account) => account.id === id)) {
    store.run('UPDATE accounts SET removed_at = ? WHERE id = ?', now, id)
    return
  }
  if (directory.get(id).builtIn) throw invalidInput('id', 'built_in_source')
  changeSourceRow(store, id, { removed_at: now })
}

function restoreSource(store: Database, id: string) {
  if (!restoreRemoved(store, id)) throw notFound('removal_gone')
}

/** Stores the dialect of a listed source for the next start. Returns whether it is another one. */
function keepDialect(
  store: Database,
  directory: SourceDirectory,
  id: string,
  dialect: NonNullable<Source['dialect']>,
): boolean {
  const source = directory.listed().find((one) => one.source.id === id)?.source
  if (!source || source.dialect === dialect) return false
  changeSourceRow(store, id, { dialect })
  directory.reload()
  return true
}

interface ServiceStarters {
  /** Starts the sample chain's service; resolves to its base URL. */
  readonly sampleUrl: () => Promise<string>
  /** Follows a node, unless it is followed already; resolves to the base URL of the API over its index. */
  readonly followNode: (node: Pick<NodeSource, 'rpcUrl' | 'abiDir'>) => Promise<string>
}

interface StarterDeps extends ServiceStarters {
  /** The whole URL of a source whose URL contains a secret. Rejects if the secret is gone. */
  readonly secretUrl: (id: string) => Promise<string>
}

/** Makes a source ready for requests: starts its service at first use, if it is ours. */
function createSourceStarter({ sampleUrl, followNode, secretUrl }: StarterDeps) {
  let startedSample: Promise<string> | undefined

  async function startSample(): Promise<string> {
    startedSample ??= sampleUrl()
    try {
      return await startedSample
    } catch (error) {
      startedSample = undefined
      throw error
    }
  }

  return async (source: Source): Promise<ReadySource> => {
    if (source.kind === 'case') throw new ChainglassFailure({ code: 'offline', reason: 'source_of_case' })
    if (source.kind === 'sample') return { ...source, baseUrl: await startSample() }
    const url = source.hasSecretUrl === true ? await secretUrl(source.id) : undefined
    if (source.kind === 'node')
      return { ...source, baseUrl: await followNode({ rpcUrl: url ?? source.rpcUrl, abiDir: source.abiDir }) }
    return url === undefined ? source : { ...source, secretBaseUrl: url }
  }
}

const NAME = 'keyless-sources'

interface KeylessSources {
  /** Whether an instance without a key has answered before. Built-in ones did when this program was written. */
  has(id: string): boolean
  /** Records an answer. Does nothing if the source has a key, or is no instance. */
  add(id: string): void
}

/** Stores which instances have answered without a key, so that it is known when one requires a key later. */
function createKeylessSources(
  store: Database,
  directory: SourceDirectory,
  keyState: (holder: KeyHolder) => KeyState,
): KeylessSources {
  const values = createKeyValueStore(store)
  // Read again each time: erased data must not be written again from memory.
  const read = () => {
    const ids = values.read(NAME)
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  }
  const findWithoutKey = (id: string) => {
    const source = directory.listed().find((one) => one.source.id === id)?.source
    return source?.kind === 'instance' && keyState(source).state === 'none' ? source : undefined
  }
  return {
    has(id) {
      const source = findWithoutKey(id)
      return source !== undefined && (source.builtIn || read().includes(id))
    },
    /** Reads the store, so it must not be called for each response. */
    add(id) {
      const source = findWithoutKey(id)
      if (!source || source.builtIn) return
      const ids = read()
      if (!ids.includes(id)) values.write(NAME, [...ids, id])
    },
  }
}
