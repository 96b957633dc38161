/** Reads the current balances of an address from the source, and what its transactions did, for the proof. */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { CallTrace } from '#shared/chain/call-trace.ts'
import type { TokenBalance } from '#shared/chain/token.ts'
import type { StateChange } from '#shared/chain/transaction.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { Cursor } from '#shared/lists/page.ts'
import type { LedgerAsset } from '#shared/rpc/contract/ledger.ts'
import { isCoin } from '#shared/source.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { assetId, toAmount, toAsset } from './movement.ts'
import type { SourceAsking } from './proof/ask-source.ts'
import type { Reported } from './proof/prove.ts'
import { createPageReader, type ReadDeps } from './read-lists.ts'

/** Maximum number of pages of an address's tokens. */
const MAX_TOKEN_PAGES = 40
const MAX_CHANGE_PAGES = 5

export interface ReportedNow extends Reported {
  readonly assets: ReadonlyMap<string, LedgerAsset>
}

export async function readReported(
  deps: ReadDeps,
  source: string,
  address: string,
  signal: AbortSignal,
): Promise<ReportedNow> {
  const params = { address_hash: address }
  const { coin } = deps.sources.get(source)
  const detail = await deps.client
    .readDetail(await deps.sources.ready(source), 'address', params, { signal, priority: 'background' })
    .catch(unlessUnknown)
  const { rows, isWhole } = await readRows(
    deps,
    { source, list: 'address-tokens', params },
    MAX_TOKEN_PAGES,
    signal,
  )
  const tokens = new Map<string, bigint>()
  const assets = new Map<string, LedgerAsset>()
  for (const { token, token_id: id, value } of rows as readonly TokenBalance[]) {
    // The balance of the coin's contract is the balance of the coin.
    if (isCoin(coin, token)) continue
    const asset = assetId(token, id)
    const amount = toAmount(value)
    assets.set(asset, toAsset(token, id))
    if (amount !== undefined) tokens.set(asset, (tokens.get(asset) ?? 0n) + amount)
  }
  const balance = detail?.coin_balance
  return {
    coin: balance != null && /^\d{1,100}$/.test(balance) ? BigInt(balance) : undefined,
    tokens,
    assets,
    isWhole: isWhole || address === ZERO_ADDRESS,
  }
}

export const askingAbout = (deps: ReadDeps, source: string, signal: AbortSignal): SourceAsking => ({
  async changes(transaction) {
    const request = {
      source,
      list: 'transaction-state-changes',
      params: { transaction_hash: transaction },
    } as const
    const { rows } = await readRows(deps, request, MAX_CHANGE_PAGES, signal)
    return rows as readonly StateChange[]
  },
  async calls(transaction): Promise<CallTrace> {
    const params = { transaction_hash: transaction }
    const options = { signal, priority: 'background' } as const
    return deps.client.readDetail(await deps.sources.ready(source), 'transaction-calls', params, options)
  },
})

async function readRows(
  deps: ReadDeps,
  request: {
    readonly source: string
    readonly list: ListId
    readonly params: Readonly<Record<string, string>>
  },
  maxPages: number,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly unknown[]; readonly isWhole: boolean }> {
  const ask = createPageReader(deps, request, signal)
  const rows = new Map<string, unknown>()
  let cursor: Cursor | null = null
  let isWhole = true
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await ask(cursor)
    isWhole &&= page.unread.length === 0
    for (const [at, item] of page.items.entries()) rows.set(page.keys[at] ?? String(rows.size), item)
    cursor = page.next
    if (cursor === null) return { rows: [...rows.values()], isWhole }
  }
  return { rows: [...rows.values()], isWhole: false }
}

/** Returns undefined for `not_found`: the source does not know the address. */
function unlessUnknown(error: unknown): undefined {
  if (error instanceof ChainglassFailure && error.error.code === 'not_found') return undefined
  throw error
}
