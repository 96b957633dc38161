/** Sources and accounts as the store keeps them. */
import * as z from 'zod/mini'
import { source as schema, type Source } from '#shared/source.ts'
import type { Database } from '#platform/sqlite/database.ts'

/** Of an own source all that it is; of a built-in one, or a chain of an account, only what a person changed. */
export interface SourceRow {
  readonly id: string
  readonly kind: Source['kind'] | null
  readonly name: string | null
  readonly base_url: string | null
  readonly chain_id: string | null
  readonly auth: Source['auth'] | null
  readonly coin_symbol: string | null
  readonly coin_decimals: number | null
  readonly explorer: string | null
  readonly account: string | null
  readonly dialect: Source['dialect'] | null
  readonly requests_per_second: number | null
  readonly rpc_url: string | null
  readonly abi_dir: string | null
  readonly hidden: number
  readonly position: number | null
  readonly removed_at: number | null
}

export interface Account {
  readonly id: string
  readonly name: string
  readonly baseUrl: string
  readonly auth: Source['auth']
  /** Chain id to its explorer page, as the account last told. */
  readonly chains: Readonly<Record<string, string>>
}

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
  'hidden',
  'position',
  'removed_at',
] as const satisfies readonly (keyof SourceRow)[]
export type SourceChange = Partial<Pick<SourceRow, (typeof COLUMNS)[number]>>

/** Makes the row where there is none. */
export function changeSourceRow(store: Database, id: string, change: SourceChange) {
  store.transaction(() => {
    store.run('INSERT OR IGNORE INTO sources (id) VALUES (?)', id)
    for (const column of COLUMNS) {
      const value = change[column]
      if (value !== undefined) store.run(`UPDATE sources SET ${column} = ? WHERE id = ?`, value, id)
    }
  })
}

export const sourceRows = (store: Database): SourceRow[] => store.all<SourceRow>('SELECT * FROM sources')

export function accountRows(store: Database): Account[] {
  const rows = store.all<{
    id: string
    name: string
    base_url: string
    auth: Source['auth']
    chains: string
  }>('SELECT id, name, base_url, auth, chains FROM accounts WHERE removed_at IS NULL ORDER BY id')
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    baseUrl: row.base_url,
    auth: row.auth,
    chains: readChains(row.chains),
  }))
}

const chains = z.record(z.string(), z.string())
function readChains(json: string): Record<string, string> {
  try {
    return z.parse(chains, JSON.parse(json))
  } catch {
    return {}
  }
}

/** A base with a row's changes over it; undefined where the two together are no source. */
export function withRow(base: Source | undefined, row: SourceRow): Source | undefined {
  const read = z.safeParse(schema, {
    ...base,
    id: row.id,
    ...present({
      kind: row.kind,
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
    }),
    coin:
      row.coin_symbol === null
        ? base?.coin
        : { symbol: row.coin_symbol, decimals: row.coin_decimals ?? base?.coin.decimals ?? 18 },
    builtIn: base?.builtIn ?? false,
  })
  return read.success ? read.data : undefined
}

const present = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
