/** Sources and accounts in the store. */
import * as z from 'zod/mini'
import type { Auth, Source } from '#shared/source.ts'
import { source as schema } from '#shared/source-schema.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { OFFICIAL_PRO } from '#shared/official-pro.ts'
import { BUILT_IN } from '#shared/built-in-sources.ts'

/**
 * The whole source if it is the person's own. For a built-in one, or a chain of an account, only a person's changes.
 */
export interface SourceRow {
  readonly id: string
  /** `local`: a followed node if there is an `rpc_url`, else an instance that is our own service. */
  readonly kind: 'sample' | 'instance' | 'pro' | 'local' | null
  readonly name: string | null
  readonly base_url: string | null
  readonly chain_id: string | null
  readonly auth: Auth | null
  readonly coin_symbol: string | null
  readonly coin_decimals: number | null
  readonly explorer: string | null
  readonly account: string | null
  readonly dialect: Source['dialect'] | null
  readonly requests_per_second: number | null
  readonly rpc_url: string | null
  readonly abi_dir: string | null
  readonly secret_url: number
  readonly hidden: number
  readonly position: number | null
  readonly removed_at: number | null
}

export interface Account {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly auth: Auth
  /** Explorer pages by chain id, from the account's last list. */
  readonly chains: Readonly<Record<string, string>>
}

type Unsaved<Kind extends Source> = Omit<Kind, 'id' | 'builtIn'>
/** A source that a person adds, before it has an id. */
export type NewSource =
  Unsaved<Extract<Source, { kind: 'instance' }>> | Unsaved<Extract<Source, { kind: 'node' }>>

const COLUMNS = [
  'kind',
  'name',
  'base_url',
  'chain_id',
  'auth',
  'coin_symbol',
  'coin_decimals',
  'explorer',
  'account',
  'dialect',
  'requests_per_second',
  'rpc_url',
  'abi_dir',
  'secret_url',
  'hidden',
  'position',
  'removed_at',
] as const satisfies readonly (keyof SourceRow)[]
export type SourceChange = Partial<Pick<SourceRow, (typeof COLUMNS)[number]>>

/** Creates the row if it is missing. */
export function changeSourceRow(store: Database, id: string, change: SourceChange) {
  store.transaction(() => {
    store.run('INSERT OR IGNORE INTO sources (id) VALUES (?)', id)
    for (const column of COLUMNS) {
      const value = change[column]
      if (value !== undefined) store.run(`UPDATE sources SET ${column} = ? WHERE id = ?`, value, id)
    }
  })
}

/** Returns its new id. */
export function insertSource(store: Database, source: NewSource): string {
  const { publicUrl, secrets } = splitSecretUrl(source.kind === 'node' ? source.rpcUrl : source.baseUrl)
  const id = findFreeId(store, publicUrl)
  changeSourceRow(store, id, {
    name: source.name,
    chain_id: source.chainId ?? null,
    coin_symbol: source.coin.symbol,
    coin_decimals: source.coin.decimals,
    explorer: source.explorer ?? null,
    dialect: source.dialect ?? null,
    requests_per_second: source.requestsPerSecond ?? null,
    secret_url: Number(source.hasSecretUrl === true || secrets.length > 0),
    ...(source.kind === 'node'
      ? { kind: 'local', rpc_url: publicUrl, abi_dir: source.abiDir ?? null }
      : {
          kind: source.ownService === true ? 'local' : 'instance',
          base_url: publicUrl,
          auth: source.auth,
        }),
  })
  return id
}

/** Ids of sources whose URL is in the vault, including removed ones. */
export const readSecretUrlIds = (store: Database): string[] =>
  store.all<{ id: string }>('SELECT id FROM sources WHERE secret_url = 1').map(({ id }) => id)

export const readSourceRows = (store: Database): SourceRow[] => store.all<SourceRow>('SELECT * FROM sources')

export function readAccounts(store: Database): Account[] {
  const rows = store.all<{ id: string; name: string; base_url: string; auth: Auth; chains: string }>(
    'SELECT id, name, base_url, auth, chains FROM accounts WHERE removed_at IS NULL ORDER BY id',
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    baseUrl: row.base_url,
    auth: row.auth,
    chains: parseChains(row.chains),
  }))
}

const chains = z.record(z.string(), z.string())
function parseChains(json: string): Record<string, string> {
  try {
    return z.parse(chains, JSON.parse(json))
  } catch {
    return {}
  }
}

/** Returns its new id. */
export function insertAccount(store: Database, { name, baseUrl, auth, chains }: Omit<Account, 'id'>): string {
  const id = findFreeId(store, baseUrl === OFFICIAL_PRO.baseUrl ? 'pro' : `pro-${new URL(baseUrl).host}`)
  store.run(
    'INSERT INTO accounts (id, name, base_url, auth, chains) VALUES (?, ?, ?, ?, ?)',
    id,
    name,
    baseUrl,
    auth,
    JSON.stringify(chains),
  )
  return id
}

export interface AccountChange {
  readonly name?: string | undefined
  readonly auth?: Auth | undefined
  readonly chains?: Account['chains'] | undefined
}

export function updateAccount(store: Database, account: Account, change: AccountChange) {
  store.run(
    'UPDATE accounts SET name = ?, auth = ?, chains = ? WHERE id = ?',
    change.name ?? account.name,
    change.auth ?? account.auth,
    JSON.stringify(change.chains ?? account.chains),
    account.id,
  )
}

/** Restores a source or an account with this id. Returns whether there was a removed one. */
export const restoreRemoved = (store: Database, id: string): boolean =>
  store.run('UPDATE accounts SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL', id) +
    store.run('UPDATE sources SET removed_at = NULL WHERE id = ? AND removed_at IS NOT NULL', id) >
  0

/**
 * Called at the start of the program: a removal can be undone only until then. Returns the ids of sources with a
 * secret URL.
 */
export const deleteRemoved = (store: Database): readonly string[] =>
  store.transaction(() => {
    const secret = store.all<{ id: string }>(
      'SELECT id FROM sources WHERE removed_at IS NOT NULL AND secret_url = 1',
    )
    store.run('DELETE FROM sources WHERE removed_at IS NOT NULL')
    store.run('DELETE FROM accounts WHERE removed_at IS NOT NULL')
    return secret.map(({ id }) => id)
  })

/** Applies a row's changes to a base; undefined if the result is no valid source. */
export function toSource(base: Source | undefined, row: SourceRow): Source | undefined {
  const read = z.safeParse(schema, {
    ...base,
    id: row.id,
    ...withoutNulls({
      ...(row.kind === 'local' ? readLocalKind(row) : { kind: row.kind }),
      name: row.name,
      baseUrl: row.base_url,
      chainId: row.chain_id,
      auth: row.auth,
      explorer: row.explorer,
      account: row.account,
      dialect: row.dialect,
      requestsPerSecond: row.requests_per_second,
      rpcUrl: row.rpc_url,
      abiDir: row.abi_dir,
      hasSecretUrl: row.secret_url === 1 ? true : null,
    }),
    coin:
      row.coin_symbol === null
        ? base?.coin
        : { symbol: row.coin_symbol, decimals: row.coin_decimals ?? base?.coin.decimals ?? 18 },
    builtIn: base?.builtIn ?? false,
  })
  return read.success ? read.data : undefined
}

const readLocalKind = ({ rpc_url }: SourceRow) =>
  rpc_url === null ? { kind: 'instance', ownService: true } : { kind: 'node' }

const withoutNulls = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))

/**
 * Makes an id from a URL without secrets, of letters, digits and dashes: readable in a link, and in the name of an
 * environment variable.
 */
export function findFreeId(store: Database, publicUrl: string): string {
  const slug =
    publicUrl
      .toLowerCase()
      .replace(/^(?:https?|wss?):/, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'source'
  const taken = new Set([
    ...BUILT_IN.map(({ id }) => id),
    ...store.all<{ id: string }>('SELECT id FROM sources UNION SELECT id FROM accounts').map(({ id }) => id),
  ])
  let id = slug
  for (let suffix = 2; taken.has(id); suffix += 1) id = `${slug}-${String(suffix)}`
  return id
}
