/**
 * Finds the wrapped coin of a chain that is in no built-in list, for instances that list no transfers for deposits and
 * withdrawals (our own index does). A token is the wrapped coin if two things hold. First, the coins the address sent to it
 * minus those it got back equal exactly what its token balance exceeds its movements by. Second, one of these deposits
 * logged `Deposit` with the same amount and sender. This takes one request, and the result holds for the whole source.
 */
import type { Log } from '#shared/chain/log.ts'
import { isKnownChain, type CoinFacts } from '#shared/coin-facts.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { COIN, lower } from './movement.ts'
import type { MovementReader } from './kept/movement-reader.ts'
import { ALL, balanceOf, noSums } from './movements.ts'
import { createPageReader, isCounted, type ReadDeps } from './read-lists.ts'
import type { ReportedNow } from './read-reported.ts'
import { DEPOSIT } from '#shared/chain/token-events.ts'

/** Length of a 32-byte word in hex with 0x. */
const WORD = 66
/** Maximum number of candidates whose deposit is checked. */
const MAX_CANDIDATES = 2

interface Candidate {
  readonly token: string
  /** Coins sent to the token minus those it returned, in wei. */
  sent: bigint
  deposit: { readonly transaction: string; readonly amount: bigint } | undefined
}

interface WrappedRequest {
  readonly source: string
  /** In lower case. */
  readonly address: string
  readonly reader: MovementReader
  readonly reported: ReportedNow
  readonly signal: AbortSignal
}

/** Returns undefined if no wrapped coin is found, or none needs to be found. */
export async function findWrapped(deps: ReadDeps, request: WrappedRequest): Promise<CoinFacts['wrapped']> {
  const { kind, chainId, coin } = deps.sources.get(request.source)
  if (kind === 'case' || coin.wrapped || isKnownChain(chainId) || !isCounted(deps.sources, request.source))
    return undefined
  const candidates = await findCandidates(request, findMissing(request))
  for (const { token, deposit } of candidates.slice(0, MAX_CANDIDATES))
    if (deposit && (await isLogged(deps, request, token, deposit)))
      return { address: token, symbol: request.reported.assets.get(token)?.token?.symbol ?? '' }
  return undefined
}

/** By token: its balance minus the sum of its movements, if they differ. */
function findMissing({ reader, reported }: WrappedRequest): ReadonlyMap<string, bigint> {
  const sums = reader.sums(ALL, {})
  return new Map(
    [...reported.tokens]
      .map(([asset, balance]) => [asset, balance - balanceOf(sums.get(asset) ?? noSums())] as const)
      .filter(([asset, missing]) => missing !== 0n && reported.assets.get(asset)?.token?.type === 'ERC-20'),
  )
}

/** Tokens that exchanged exactly the missing amount for coins. */
async function findCandidates(
  { reader, signal }: WrappedRequest,
  missing: ReadonlyMap<string, bigint>,
): Promise<readonly Candidate[]> {
  if (missing.size === 0) return []
  const found = new Map<string, Candidate>()
  for await (const movements of reader.batches({ ...ALL, asset: COIN }, { signal }))
    for (const { counterparty, rule, amount, transaction } of movements) {
      const token = lower(counterparty)
      if (!missing.has(token) || (rule !== 'value' && rule !== 'internal')) continue
      const one = found.get(token) ?? { token, sent: 0n, deposit: undefined }
      found.set(token, one)
      one.sent -= amount
      if (amount < 0n && transaction !== null) one.deposit = { transaction, amount: -amount }
    }
  return [...found.values()].filter(({ token, sent }) => sent === missing.get(token))
}

async function isLogged(
  deps: ReadDeps,
  { source, address, signal }: WrappedRequest,
  token: string,
  { transaction, amount }: NonNullable<Candidate['deposit']>,
): Promise<boolean> {
  const request = { source, list: 'transaction-logs', params: { transaction_hash: transaction } } as const
  try {
    const { items } = await createPageReader(deps, request, signal)(null)
    return (items as readonly Log[]).some(
      ({ address: by, topics, data }) =>
        lower(by) === token &&
        topics?.[0]?.toLowerCase() === DEPOSIT &&
        BigInt(topics[1] ?? 0) === BigInt(address) &&
        data?.length === WORD &&
        BigInt(data) === amount,
    )
  } catch (error) {
    // A source that gives no logs, or data that is no number, proves nothing.
    if (error instanceof SyntaxError) return false
    if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') return false
    throw error
  }
}
