/** Lists the sources that can be asked for an address. */
import { findChain } from '#shared/chains.ts'
import { detailEndpoint } from '#shared/lists/detail-table.ts'
import { listEndpoint } from '#shared/lists/list-table.ts'
import type { EverywhereSource } from '#shared/rpc/contract/everywhere.ts'
import { formatSourceHost, type Source } from '#shared/source.ts'
import { listProChains } from '../sources/pro-chains.ts'
import type { Sources } from '../sources/sources.ts'
import { REQUESTED_DETAILS, REQUESTED_LISTS } from './address-requests.ts'

type Known = Pick<Sources, 'visible' | 'all' | 'accounts' | 'view' | 'get'>

/** The person's sources in their order, then the chains of each account that are not among them. */
export function everywhereSources(sources: Known): EverywhereSource[] {
  const accounts = new Map(
    sources.view().accounts.map(({ id, name, key }) => [id, { id, name, hasKey: key.state === 'set' }]),
  )
  const listed = new Set(sources.all().map(({ id }) => id))
  const others = sources
    .accounts()
    .flatMap(({ id, chains }) => listProChains(id, chains, []))
    .filter(({ source }) => !listed.has(source))
    .map(({ source }) => sources.get(source))
  return [...sources.visible(), ...others].map((source) => describe(source, accounts))
}

function describe(
  source: Source,
  accounts: ReadonlyMap<string, NonNullable<EverywhereSource['account']>>,
): EverywhereSource {
  const chain = source.chainId === undefined ? undefined : findChain(source.chainId)
  return {
    source: source.id,
    name: source.name,
    host: formatSourceHost(source),
    kind: source.kind,
    coin: source.coin,
    chainId: source.chainId ?? null,
    isTest: source.kind === 'sample' || source.kind === 'node' || chain?.test === true,
    account: source.kind === 'pro' ? (accounts.get(source.account) ?? null) : null,
    credits: source.kind === 'pro' ? CREDITS : null,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const OF_DETAILS = sum(REQUESTED_DETAILS.map((id) => detailEndpoint(id).credits))
/** For an address without rows no list is requested. */
const CREDITS = {
  least: OF_DETAILS,
  most: OF_DETAILS + sum(REQUESTED_LISTS.map((id) => listEndpoint(id).credits)),
}
