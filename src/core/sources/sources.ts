/** The sources there are, in a person's order, which one is in use, and what is known of each. */
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { SourcesView, SourceView } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import type { SourceLimits } from '#shared/lists/page.ts'
import { sourceHost, type Source } from '#shared/source.ts'
import { createEmitter } from '#shared/emitter.ts'
import { createKeyValueStore } from '../store/key-value-store.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { BUILT_IN, OFFICIAL_PRO } from './built-in.ts'
import { chainOfAccount, sourcesInOrder, type ListedSource } from './listed-sources.ts'
import { accountRows, changeSourceRow, sourceRows, type Account, type SourceChange } from './source-rows.ts'

export interface Sources {
  view(): SourcesView
  viewOf(id: string): SourceView
  /** Any source of the list, or any chain of an account. The sample's `baseUrl` is empty until `ready`. Throws not_found. */
  get(id: string): Source
  /** As `get`, and started where it is ours to start: what a request is made with. */
  ready(id: string): Promise<Source>
  all(): readonly Source[]
  /** Those that are not hidden. */
  visible(): readonly Source[]
  accounts(): readonly Account[]
  current(): string
  use(id: string): void
  add(source: Omit<Source, 'id' | 'builtIn'>): SourceView
  addAccount(account: Omit<Account, 'id'>): Account
  /** Throws not_found. */
  changeAccount(
    id: string,
    change: { readonly name?: string | undefined; readonly auth?: Source['auth'] | undefined },
  ): void
  learnChains(account: string, chains: Readonly<Record<string, string>>): void
  change(id: string, change: SourceChange): void
  order(ids: readonly string[]): void
  /** Of a source or an account. Throws invalid_input for a built-in one. */
  remove(id: string): void
  restore(id: string): void
  /** What the last answer of a source has shown. */
  report(id: string, report: SourceReport): void
  /** Tells of what is known elsewhere: a key that was set. */
  refresh(): void
  /** Told at once of what a person did, and at most four times a second of what answers show. */
  onChange(listener: (view: SourcesView) => void): () => void
  close(): void
}

export interface SourceReport {
  readonly last?: NonNullable<SourceView['last']>
  readonly limits?: SourceLimits
  readonly dialect?: Source['dialect']
}

export interface SourcesDeps {
  readonly store: Database
  /** Starts the sample chain's service at first need; its base URL. */
  readonly sampleUrl: () => Promise<string>
  /** Follows a node at first need; the base URL of the API over its index. */
  readonly followNode: (node: {
    readonly rpcUrl: string
    readonly abiDir?: string | undefined
  }) => Promise<string>
  readonly keyState: (holder: { readonly id: string; readonly baseUrl: string }) => KeyState
  readonly now?: () => number
}

const REPORT_EVERY_MS = 250

export function createSources(deps: SourcesDeps): Sources {
  const { store } = deps
  const now = deps.now ?? Date.now
  const changes = createEmitter<SourcesView>()
  const remembered = createKeyValueStore(store)
  const reports = new Map<string, SourceReport>()
  let listed: readonly ListedSource[] = []
  let accounts: readonly Account[] = []
  let samplesUrl: Promise<string> | undefined
  let timer: NodeJS.Timeout | undefined

  // What was removed can be taken back until the program ends; this is its next start.
  store.transaction(() => {
    store.run('DELETE FROM sources WHERE removed_at IS NOT NULL')
    store.run('DELETE FROM accounts WHERE removed_at IS NOT NULL')
  })
  load()

  function load() {
    accounts = accountRows(store)
    listed = sourcesInOrder(sourceRows(store), accounts)
  }

  function changed() {
    load()
    changes.emit(view())
  }

  function get(id: string): Source {
    const source = listed.find((one) => one.source.id === id)?.source ?? chainOfAccount(accounts, id)
    if (source) return source
    throw new ChainglassFailure({ code: 'not_found', reason: 'no_such_source' })
  }

  function viewOf(id: string): SourceView {
    const source = get(id)
    const known = reports.get(id)
    return {
      ...source,
      host: sourceHost(source),
      limits: known?.limits ?? {},
      last: known?.last,
      key: deps.keyState({ id: source.account ?? source.id, baseUrl: source.baseUrl }),
      hidden: listed.find((one) => one.source.id === id)?.hidden ?? false,
    }
  }

  const view = (): SourcesView => ({
    sources: listed.map(({ source }) => viewOf(source.id)),
    accounts: accounts.map((account) => ({
      id: account.id,
      name: account.name,
      baseUrl: account.baseUrl,
      host: sourceHost({ baseUrl: account.baseUrl, kind: 'pro' }),
      key: deps.keyState(account),
      chains: Object.keys(account.chains).length,
    })),
    current: current(),
  })

  function current(): string {
    const id = remembered.read('source')
    if (typeof id !== 'string') return 'sample'
    return listed.some((one) => one.source.id === id) ? id : 'sample'
  }

  return {
    view,
    viewOf,
    get,
    async ready(id) {
      const source = get(id)
      if (source.rpcUrl !== undefined) {
        return { ...source, baseUrl: await deps.followNode({ rpcUrl: source.rpcUrl, abiDir: source.abiDir }) }
      }
      if (source.kind !== 'sample') return source
      samplesUrl ??= deps.sampleUrl()
      try {
        return { ...source, baseUrl: await samplesUrl }
      } catch (error) {
        samplesUrl = undefined
        throw error
      }
    },
    all: () => listed.map(({ source }) => source),
    visible: () => listed.filter(({ hidden }) => !hidden).map(({ source }) => source),
    accounts: () => accounts,
    current,
    use(id) {
      const source = get(id)
      store.transaction(() => {
        if (source.account !== undefined) changeSourceRow(store, id, { account: source.account, hidden: 0 })
        remembered.write('source', id)
      })
      changed()
    },
    add(source) {
      const id = freeId(store, sourceHost(source))
      changeSourceRow(store, id, {
        kind: source.kind,
        name: source.name,
        base_url: source.baseUrl,
        chain_id: source.chainId ?? null,
        auth: source.auth,
        coin_symbol: source.coin.symbol,
        coin_decimals: source.coin.decimals,
        explorer: source.explorer ?? null,
        dialect: source.dialect ?? null,
        requests_per_second: source.requestsPerSecond ?? null,
        rpc_url: source.rpcUrl ?? null,
        abi_dir: source.abiDir ?? null,
      })
      changed()
      return viewOf(id)
    },
    addAccount(account) {
      const wanted = account.baseUrl === OFFICIAL_PRO ? 'pro' : `pro-${new URL(account.baseUrl).host}`
      const id = freeId(store, wanted)
      store.run(
        'INSERT INTO accounts (id, name, base_url, auth, chains) VALUES (?, ?, ?, ?, ?)',
        id,
        account.name,
        account.baseUrl,
        account.auth,
        JSON.stringify(account.chains),
      )
      changed()
      return { ...account, id }
    },
    changeAccount(id, { name, auth }) {
      const account = accounts.find((one) => one.id === id)
      if (!account) throw new ChainglassFailure({ code: 'not_found', reason: 'no_such_account' })
      store.run(
        'UPDATE accounts SET name = ?, auth = ? WHERE id = ?',
        name ?? account.name,
        auth ?? account.auth,
        id,
      )
      changed()
    },
    learnChains(account, chains) {
      store.run('UPDATE accounts SET chains = ? WHERE id = ?', JSON.stringify(chains), account)
      changed()
    },
    change(id, change) {
      get(id)
      changeSourceRow(store, id, change)
      changed()
    },
    order(ids) {
      const known = listed.map(({ source }) => source.id)
      const named = [...new Set(ids)].filter((id) => known.includes(id))
      const whole = [...named, ...known.filter((id) => !named.includes(id))]
      store.transaction(() => {
        whole.forEach((id, position) => {
          changeSourceRow(store, id, { position })
        })
      })
      changed()
    },
    remove(id) {
      const isAccount = accounts.some((account) => account.id === id)
      if (!isAccount && get(id).builtIn) {
        throw new ChainglassFailure({ code: 'invalid_input', field: 'id', reason: 'built_in_source' })
      }
      if (isAccount) store.run('UPDATE accounts SET removed_at = ? WHERE id = ?', now(), id)
      else changeSourceRow(store, id, { removed_at: now() })
      changed()
    },
    restore(id) {
      const restored =
        store.run('UPDATE accounts SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL', id) +
        store.run('UPDATE sources SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL', id)
      if (restored === 0) {
        throw new ChainglassFailure({ code: 'not_found', reason: 'removal_gone' })
      }
      changed()
    },
    report(id, latest) {
      const known = reports.get(id)
      reports.set(id, { ...known, ...latest })
      const source = listed.find((one) => one.source.id === id)?.source
      if (latest.dialect !== undefined && source && source.dialect !== latest.dialect) {
        changeSourceRow(store, id, { dialect: latest.dialect })
        load()
      }
      timer ??= setTimeout(() => {
        timer = undefined
        changes.emit(view())
      }, REPORT_EVERY_MS).unref()
    },
    refresh: changed,
    onChange: (listener) => changes.on(listener),
    close() {
      clearTimeout(timer)
    },
  }
}

/** Letters, digits and dashes of the host: readable in a link, and in the name of an environment variable. */
function freeId(store: Database, host: string): string {
  const slug =
    host
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'source'
  const taken = new Set([
    ...BUILT_IN.map(({ id }) => id),
    ...store.all<{ id: string }>('SELECT id FROM sources UNION SELECT id FROM accounts').map(({ id }) => id),
  ])
  let id = slug
  for (let n = 2; taken.has(id); n += 1) id = `${slug}-${String(n)}`
  return id
}
