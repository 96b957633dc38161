/** Asks the source for the tokens that an address holds. */
import type { TokenBalance } from '#shared/chain/token.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Page } from '#shared/lists/page.ts'
import type { ApprovedToken } from '#shared/rpc/contract/approvals.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'
import { hasWholeUnits, knownDecimals } from '#shared/units.ts'
import { archiveOf, type FlowDeps } from '../flow/flow-deps.ts'
import { createPageReader } from '../ledger/read-lists.ts'

type HeldToken = Omit<ApprovedToken, 'address' | 'held'>

/** A source gives the dearest first. */
const MAX_PAGES = 2

/** By address of the token. Empty if the source does not answer: then a price is not known. */
export async function fetchHeldTokens(
  deps: FlowDeps,
  { source, address }: { readonly source: string; readonly address: string },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, HeldToken>> {
  const request = { source, list: 'address-tokens', params: { address_hash: address } } as const
  const holdings = new Map<string, HeldToken>()
  const take = (page: Page) => {
    for (const { token } of page.items as readonly TokenBalance[])
      holdings.set(token.address_hash.toLowerCase(), {
        symbol: plainUnit(token.symbol ?? '') || null,
        decimals: hasWholeUnits(token.decimals) ? (knownDecimals(token.decimals) ?? null) : null,
        price: token.exchange_rate ?? null,
      })
  }
  if (deps.sources.get(source).kind === 'case') {
    const kept = archiveOf(deps, source)
      ?.list({ ...request, filters: {} })
      ?.first()
    if (kept) take(kept)
    return holdings
  }
  const read = createPageReader(deps, request, signal)
  try {
    let page = await read(null)
    take(page)
    for (let pages = 1; pages < MAX_PAGES && page.next !== null; pages += 1) {
      page = await read(page.next)
      take(page)
    }
  } catch (error) {
    if (!(error instanceof ChainglassFailure) || error.error.code === 'cancelled') throw error
  }
  return holdings
}
