/** Collects the approvals of an address, and what is known of each. */
import { riskiestFirst } from '#shared/approvals/approval-risk.ts'
import { isAmount } from '#shared/approvals/stake-total.ts'
import type { AddressDetail } from '#shared/chain/address.ts'
import { isScamAddress } from '#shared/chain/reputation.ts'
import type { TokenBalance } from '#shared/chain/token.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Page } from '#shared/lists/page.ts'
import {
  MAX_APPROVAL_PAIRS,
  type Approval,
  type ApprovalEnd,
  type ApprovalEvidence,
  type ApprovalsProgress,
  type ApprovalsReport,
  type Spender,
  type ApprovedToken,
} from '#shared/rpc/contract/approvals.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { plainName, plainUnit } from '#shared/text/hostile-text.ts'
import { hasWholeUnits, knownDecimals } from '#shared/units.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { FindCandidates } from '#shared/abi/candidate.ts'
import type { CallNames } from '../abi/call-names.ts'
import { askNode, isNodeFollowed, type AskNodeDeps } from '../check/ask-node.ts'
import { type FlowDeps, archiveOf } from '../flow/flow-deps.ts'
import { createPageReader } from '../ledger/read-lists.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { endingCall } from './approval-calls.ts'
import {
  createPairs,
  placeOf,
  readApprovalLog,
  topicsOf,
  wasOpen,
  type ApprovalEvent,
  type KnownPair,
} from './approval-events.ts'
import { approvalsInTransactions, type ReadingOptions } from './approvals-in-transactions.ts'
import { headOf } from './ask-node-state.ts'
import {
  limitApprovals,
  askTokens,
  unlimitedOf,
  type NodeApproval,
  type NodeApprovals,
} from './ask-tokens.ts'
import { scanLogs } from './scan-logs.ts'

export interface ApprovalsDeps extends FlowDeps, Pick<AskNodeDeps, 'compared'> {
  readonly watchlist: Pick<Watchlist, 'all'>
  readonly reading: Pick<Handlers, 'details.read'>
  readonly names: Pick<CallNames, 'find'>
}

export interface ApprovalsRequest {
  readonly source: string
  readonly address: string
  readonly rpcUrl?: string | undefined
}

export interface ApprovalsOptions {
  readonly context: Parameters<Handlers['details.read']>[1]
  readonly onProgress: (progress: ApprovalsProgress) => void
}

/** The maximal number of spenders of which the source is asked: those of the riskiest approvals. */
const MAX_ASKED_SPENDERS = 20

export async function readApprovals(
  deps: ApprovalsDeps,
  request: ApprovalsRequest,
  options: ApprovalsOptions,
): Promise<ApprovalsReport> {
  const { source, address, rpcUrl } = request
  const { signal } = options.context
  if (rpcUrl === undefined && !isNodeFollowed(deps.sources, source)) {
    const { answers, evidence } = await readFromSource(deps, request, {
      signal,
      onProgress: options.onProgress,
    })
    return report(deps, request, { answers, evidence, context: options.context })
  }
  const owner = address.toLowerCase()
  const read = await askNode(deps, { source, rpcUrl }, signal, (node) =>
    readFromNode(node, owner, { ...options, find: deps.names.find(source) }),
  )
  if (read.outcome === 'refused') return read
  const { answers, evidence } = read.answer
  return report(deps, request, {
    ...{ answers, context: options.context },
    evidence: { ...evidence, kind: 'logs', node: read.node },
  })
}

async function readFromNode(
  node: NodeConnection,
  owner: string,
  { context: { signal }, onProgress, find }: ApprovalsOptions & { readonly find: FindCandidates },
) {
  const pairs = createPairs()
  let logs = 0
  const topics = topicsOf(owner)
  const eachEvent = (take: (event: ApprovalEvent) => void) => (given: readonly unknown[], from: number) => {
    for (const log of given) {
      const event = readApprovalLog(log, owner)
      if (!event) continue
      logs += 1
      take(event)
    }
    onProgress({ step: 'logs', block: from, pairs: pairs.size })
  }
  const first = await headOf(node)
  const scanned = await scanLogs(
    node,
    { topics, from: 0, to: first.height },
    {
      signal,
      isFull: () => pairs.droppedAt() !== null,
      onLogs: eachEvent((event) => {
        pairs.addEarlier(event)
      }),
    },
  )
  const from = Math.max(scanned.from, (pairs.droppedAt() ?? -1) + 1)
  // A full node forgets the state of old blocks, so tokens are asked at the newest one.
  const block = await headOf(node)
  let to = block.height
  if (block.height > first.height) {
    const later: ApprovalEvent[] = []
    const since = { topics, from: first.height + 1, to: block.height }
    const isFull = () => later.length > MAX_APPROVAL_PAIRS
    const onLogs = eachEvent((event) => later.push(event))
    const caughtUp = await scanLogs(node, since, { signal, isFull, onLogs })
    for (const event of later.toReversed()) pairs.addLater(event)
    // Between both there are blocks whose logs were not given: nothing is claimed of them.
    if (caughtUp.stopped) to = first.height
  }
  onProgress({ step: 'tokens', pairs: pairs.size })
  const found = await askTokens({ node, owner, block, to, signal, find }, pairs.all())
  return { answers: found, evidence: { block, ...scanned, from, to, logs, transfers: found.transfers } }
}

async function readFromSource(deps: ApprovalsDeps, request: ApprovalsRequest, options: ReadingOptions) {
  const { pairs, said, calls, evidence } = await approvalsInTransactions(deps, request, options)
  const now = Date.now() / 1_000
  const endOf = (pair: KnownPair): ApprovalEnd | null => {
    const { end } = pair
    if (end) return { how: 'said', place: placeOf(end), by: calls.get(end.transaction) ?? null }
    const isExpired = (said.get(pair)?.expires ?? Infinity) < now
    return isExpired ? { how: 'expired', place: null, by: null } : null
  }
  const ends = new Map(pairs.flatMap((pair) => (wasOpen(pair) ? [[pair, endOf(pair)] as const] : [])))
  const open = [...ends].flatMap(([pair, end]) => (end ? [] : [pair]))
  const over = [...ends].flatMap(([pair, end]) => (end ? [pair] : []))
  const approvalOf = (pair: KnownPair): NodeApproval => {
    const end = ends.get(pair) ?? null
    const set = end ? undefined : said.get(pair)
    return {
      ...{ kind: pair.kind, via: pair.via, id: pair.id, pair, end },
      state: end ? 'ended' : 'told',
      expires: said.get(pair)?.expires ?? null,
      token: { address: pair.token, symbol: null, decimals: null, held: null },
      amount: set === undefined || !isAmount(pair.kind) ? null : String(set.amount),
      unlimited: unlimitedOf({ pair, amount: set?.amount ?? null }, null),
      ...{ stake: null, hasCode: null, lastUse: { kind: 'unknown' } },
    }
  }
  const shown = limitApprovals(open, (pair) => pair)
  const answers: NodeApprovals = {
    approvals: shown.map(approvalOf),
    left: open.length - shown.length,
    ended: over.length,
    endedApprovals: limitApprovals(over, (pair) => pair).map(approvalOf),
    transfers: null,
  }
  return { answers, evidence }
}

async function report(
  deps: ApprovalsDeps,
  { source, address }: ApprovalsRequest,
  {
    answers: { approvals, left, ended, endedApprovals },
    evidence,
    context,
  }: {
    readonly answers: NodeApprovals
    readonly evidence: ApprovalEvidence
    readonly context: ApprovalsOptions['context']
  },
): Promise<ApprovalsReport> {
  const { chainId } = deps.sources.get(source)
  const entries = deps.watchlist.all().all
  const labels = labelsOn(entries, chainId)
  const watched = new Set(
    entries.flatMap((one) =>
      one.chainId === null || one.chainId === chainId ? [one.address.toLowerCase()] : [],
    ),
  )
  const holdings = await fetchHeldTokens(deps, { source, address }, context.signal)
  const approvalOf = ({ pair, hasCode, token, ...rest }: NodeApproval): Approval => {
    const { spender } = pair
    const unsaid = { name: null, isVerified: null, isScam: false }
    const known = holdings.get(token.address)
    return {
      ...rest,
      token: {
        ...token,
        symbol: token.symbol ?? known?.symbol ?? null,
        decimals: token.decimals ?? known?.decimals ?? null,
        price: known?.price ?? null,
      },
      spender: {
        ...{ address: spender, hasCode, ...unsaid },
        ...{ label: labels.get(spender) ?? null, isWatched: watched.has(spender) },
      },
      since: sinceOf(pair, rest.end),
      set: placeOf(pair.set),
      ending: endingCall(pair),
    }
  }
  const open = approvals.map(approvalOf)
  const over = endedApprovals.map(approvalOf)
  const spenders = new Set([...open.toSorted(riskiestFirst), ...over].map(({ spender }) => spender.address))
  const said = await askSource(deps, source, [...spenders].slice(0, MAX_ASKED_SPENDERS), context)
  const named = (one: Approval): Approval => ({
    ...one,
    spender: { ...one.spender, ...said.get(one.spender.address) },
  })
  return {
    ...{ outcome: 'read', evidence, left, ended },
    approvals: open.map(named).toSorted(riskiestFirst),
    endedApprovals: over.map(named).toSorted(lastEndedFirst),
  }
}

/** An approval that its last event ended, but that its token says is open, was opened at an unknown time after that. */
function sinceOf({ since, set, end }: KnownPair, ended: ApprovalEnd | null) {
  if (ended) return since && placeOf(since)
  return placeOf(end ? set : (since ?? set))
}

const endTimeOf = ({ end, expires }: Approval) =>
  end?.place?.time ?? (end?.how === 'expired' ? expires : null) ?? 0
const endBlockOf = ({ end }: Approval) => end?.place?.block ?? 0
const lastEndedFirst = (one: Approval, other: Approval) =>
  endTimeOf(other) - endTimeOf(one) || endBlockOf(other) - endBlockOf(one) || other.set.block - one.set.block

type SaidOfSpender = Pick<Spender, 'name' | 'isVerified' | 'isScam'>

/** Asks the source about spenders. Nothing is known of a spender that the source does not describe. */
async function askSource(
  { reading }: ApprovalsDeps,
  source: string,
  addresses: readonly string[],
  context: ApprovalsOptions['context'],
): Promise<ReadonlyMap<string, SaidOfSpender>> {
  const said = new Map<string, SaidOfSpender>()
  for (const address of addresses) {
    const ofSpender = { source, detail: 'address', params: { address_hash: address } } as const
    try {
      const { item } = await reading['details.read'](ofSpender, context)
      const detail = item as AddressDetail
      const { name, is_verified: isVerified } = detail
      said.set(address, {
        name: plainName(name ?? '') || null,
        isVerified: isVerified ?? null,
        isScam: isScamAddress(detail),
      })
    } catch (error) {
      if (!(error instanceof ChainglassFailure) || error.error.code === 'cancelled') throw error
      // Each other one would wait for a source that does not answer.
      if (error.error.code !== 'not_found') break
    }
  }
  return said
}

type HeldToken = Omit<ApprovedToken, 'address' | 'held'>

/** A source gives the dearest first. */
const MAX_PAGES = 2

/**
 * Asks the source for the tokens that an address holds. By address of the token. Empty if the source does not answer:
 * then a price is not known.
 */
async function fetchHeldTokens(
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
