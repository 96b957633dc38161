/** Sources that case files describe: their rows are in the case, and they are never asked. */
import type { CaseSource, Source } from '#shared/source.ts'
import type { Database } from '#platform/sqlite/database.ts'

export interface DescribedSource {
  readonly kind: Exclude<Source['kind'], 'case'>
  readonly name: string
  /** Empty if it was unknown. */
  readonly chainId: string
  /** Empty if the source had no public host. */
  readonly host: string
  readonly coinSymbol: string
  readonly coinDecimals: number
}

export interface CaseSourceRow extends DescribedSource {
  readonly id: string
  readonly caseId: number
  readonly rows: number
}

const COLUMNS = `id, case_id AS caseId, kind, name, chain_id AS chainId, host, coin_symbol AS coinSymbol,
  coin_decimals AS coinDecimals, rows`

/** Sources of all cases that are not removed. */
export const readCaseSources = (store: Database): CaseSourceRow[] =>
  store.all<CaseSourceRow>(
    `SELECT ${COLUMNS} FROM case_sources
      WHERE case_id IN (SELECT id FROM cases WHERE removed_at IS NULL) ORDER BY case_id, id`,
  )

export function insertCaseSource(store: Database, row: CaseSourceRow) {
  store.run(
    `INSERT INTO case_sources (case_id, id, kind, name, chain_id, host, coin_symbol, coin_decimals, rows)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    row.caseId,
    row.id,
    row.kind,
    row.name,
    row.chainId,
    row.host,
    row.coinSymbol,
    row.coinDecimals,
    row.rows,
  )
}

export const toCaseSource = (row: CaseSourceRow): CaseSource => ({
  kind: 'case',
  id: row.id,
  case: row.caseId,
  name: row.name,
  host: row.host,
  coin: { symbol: row.coinSymbol, decimals: row.coinDecimals },
  builtIn: false,
  ...(row.chainId === '' ? {} : { chainId: row.chainId }),
})

/** The parts of a source that anybody may know: no path of its URL, and nothing else that may be a secret. */
export const describeSource = (source: Exclude<Source, CaseSource>): DescribedSource => ({
  kind: source.kind,
  name: source.name,
  chainId: source.chainId ?? '',
  host: publicHost(source),
  coinSymbol: source.coin.symbol,
  coinDecimals: source.coin.decimals,
})

/** Empty for a source on this machine. */
function publicHost(source: Exclude<Source, CaseSource>): string {
  if (source.kind === 'sample' || source.kind === 'node' || !URL.canParse(source.baseUrl)) return ''
  return new URL(source.baseUrl).host
}

/** The person's own source of the same chain and host. */
export function findMatch(
  sources: readonly Source[],
  of: Pick<DescribedSource, 'kind' | 'chainId' | 'host'>,
) {
  if (of.kind === 'node' || (of.chainId === '' && of.host === '')) return undefined
  return sources.find(
    (source) =>
      source.kind !== 'case' &&
      (source.chainId ?? '') === of.chainId &&
      publicHost(source) === of.host &&
      (of.host !== '' || source.kind === of.kind),
  )
}
