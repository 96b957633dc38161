/** Which sources there are and in what order: built-in ones, own ones, and chains of accounts. */
import { chainById, chainName } from '#shared/chains.ts'
import type { Source } from '#shared/source.ts'
import { BUILT_IN } from './built-in.ts'
import { withRow, type Account, type SourceRow } from './source-rows.ts'

export interface ListedSource {
  readonly source: Source
  readonly hidden: boolean
}

/** Built-in ones, own ones and the used chains of accounts: by the person's order, then in the order given here. */
export function sourcesInOrder(rows: readonly SourceRow[], accounts: readonly Account[]): ListedSource[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const builtIn = BUILT_IN.map((base) => {
    const row = rowOf.get(base.id)
    return { source: (row && withRow(base, row)) ?? base, row }
  })
  const own = rows.flatMap((row) => {
    if (row.removed_at !== null || BUILT_IN.some(({ id }) => id === row.id)) return []
    const base = row.account === null ? undefined : chainOfAccount(accounts, row.id)
    if (row.account !== null && !base) return [] // its account is removed
    const source = withRow(base, row)
    return source ? [{ source, row }] : []
  })
  return [...builtIn, ...own]
    .map((one, index) => ({ ...one, place: one.row?.position ?? 10_000 + index }))
    .sort((a, b) => a.place - b.place)
    .map(({ source, row }) => ({ source, hidden: row?.hidden === 1 }))
}

/** `pro:8453`: any chain id, known or not. */
export function chainOfAccount(accounts: readonly Account[], id: string): Source | undefined {
  const [, accountId, chainId] = /^(.+):([1-9]\d{0,77})$/.exec(id) ?? []
  const account = accounts.find((one) => one.id === accountId)
  if (!account || chainId === undefined) return undefined
  const page = account.chains[chainId]
  return {
    id,
    name: `${account.name}: ${chainName(chainId)}`,
    kind: 'pro',
    baseUrl: account.baseUrl,
    chainId,
    auth: account.auth,
    coin: { symbol: chainById(chainId)?.coin ?? 'ETH', decimals: 18 },
    account: account.id,
    ...(page?.startsWith('https://') ? { explorer: `${page.replace(/\/+$/, '')}/{kind}/{id}` } : {}),
    builtIn: false,
    requestsPerSecond: PRO_REQUESTS_PER_SECOND,
  }
}

/** What the free plan of the official Pro API allows a second. */
const PRO_REQUESTS_PER_SECOND = 5
