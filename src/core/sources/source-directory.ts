/** The list of sources in their order: built-in ones, the person's own, and chains of accounts. */
import { findChain, chainName } from '#shared/chains.ts'
import { coinFactsOf, type CoinFacts } from '#shared/coin-facts.ts'
import { notFound } from '#shared/errors/failure.ts'
import type { Source } from '#shared/source.ts'
import type { Database } from '#platform/sqlite/database.ts'
import { BUILT_IN } from '#shared/built-in-sources.ts'
import { createCoinFindings } from './coin-findings.ts'
import { readCaseSources, toCaseSource } from './case-sources.ts'
import { readAccounts, readSourceRows, toSource, type Account, type SourceRow } from './source-rows.ts'

interface ListedSource {
  readonly source: Source
  readonly hidden: boolean
}

export interface SourceDirectory {
  /** Reads the store again. */
  reload(): void
  /** In the person's order; of an account only the chains that were used. */
  listed(): readonly ListedSource[]
  /** Sources that are not hidden. */
  visible(): readonly Source[]
  accounts(): readonly Account[]
  /** Finds any source of the list, or any chain of an account. */
  find(id: string): Source | undefined
  /** Like `find`, but throws not_found. */
  get(id: string): Source
  /** Throws not_found. */
  getAccount(id: string): Account
}

export function createSourceDirectory(store: Database): SourceDirectory {
  let accounts: readonly Account[] = []
  let listed: readonly ListedSource[] = []

  function reload() {
    accounts = readAccounts(store)
    const findings = createCoinFindings(store).all()
    listed = [...listSources(readSourceRows(store), accounts), ...caseSources(store)].map((one) => ({
      ...one,
      source: withCoinFacts(one.source, findings[one.source.id]),
    }))
  }

  const find = (id: string) =>
    listed.find((one) => one.source.id === id)?.source ?? chainOfAccount(accounts, id)

  reload()
  return {
    reload,
    listed: () => listed,
    visible: () => listed.filter(({ hidden }) => !hidden).map(({ source }) => source),
    accounts: () => accounts,
    find,
    get(id) {
      const source = find(id)
      if (!source) throw notFound('no_such_source')
      return source
    },
    getAccount(id) {
      const account = accounts.find((one) => one.id === id)
      if (!account) throw notFound('no_such_account')
      return account
    },
  }
}

/** `found`: findings of the index, for a chain that is not in the table. */
const withCoinFacts = <T extends Source>(source: T, found?: CoinFacts): T => ({
  ...source,
  coin: { ...source.coin, ...found, ...coinFactsOf(source.chainId) },
})

/**
 * Sources of cases are never offered for selection: places of their case lead to them. A copy of a case has the same
 * sources.
 */
const caseSources = (store: Database): ListedSource[] =>
  [...new Map(readCaseSources(store).map((row) => [row.id, row])).values()]
    .filter(({ id }) => id.startsWith('case:'))
    .map((row) => ({ source: toCaseSource(row), hidden: true }))

/** Sources that a person has not ordered come last, in the order given here. */
const UNORDERED = 10_000

/** Built-in sources, the person's own, and the used chains of accounts. */
function listSources(rows: readonly SourceRow[], accounts: readonly Account[]): ListedSource[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const builtIn = BUILT_IN.map((base) => {
    const row = rowOf.get(base.id)
    return { source: (row && toSource(base, row)) ?? base, row }
  })
  const own = rows.flatMap((row) => {
    if (row.removed_at !== null || BUILT_IN.some(({ id }) => id === row.id)) return []
    const base = row.account === null ? undefined : chainOfAccount(accounts, row.id)
    if (row.account !== null && !base) return [] // The account is removed.
    const source = toSource(base, row)
    return source ? [{ source, row }] : []
  })
  return [...builtIn, ...own]
    .map((one, index) => ({ ...one, position: one.row?.position ?? UNORDERED + index }))
    .sort((a, b) => a.position - b.position)
    .map(({ source, row }) => ({ source, hidden: row?.hidden === 1 }))
}

/** Reads `pro:8453`, for any chain id, known or not. */
function chainOfAccount(accounts: readonly Account[], id: string): Source | undefined {
  const [, accountId, chainId] = /^(.+):([1-9]\d{0,77})$/.exec(id) ?? []
  const account = accounts.find((one) => one.id === accountId)
  if (!account || chainId === undefined) return undefined
  const page = account.chains[chainId]
  return withCoinFacts({
    kind: 'pro',
    id,
    name: `${account.name}: ${chainName(chainId)}`,
    account: account.id,
    baseUrl: account.baseUrl,
    chainId,
    auth: account.auth,
    coin: { symbol: findChain(chainId)?.coin ?? 'ETH', decimals: 18 },
    ...(page?.startsWith('https://') ? { explorer: `${page.replace(/\/+$/, '')}/{kind}/{id}` } : {}),
    builtIn: false,
  })
}
