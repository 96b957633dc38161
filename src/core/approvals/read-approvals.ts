/** Collects the approvals of an address, and what is known of each. */
import { riskiestFirst } from '#shared/approvals/approval-risk.ts'
import type { AddressDetail } from '#shared/chain/address.ts'
import { isScamAddress } from '#shared/chain/reputation.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import {
  MAX_APPROVAL_PAIRS,
  type Approval,
  type ApprovalEvidence,
  type ApprovalsProgress,
  type ApprovalsReport,
  type Spender,
} from '#shared/rpc/contract/approvals.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import { labelsOn } from '#shared/watch/watch-labels.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { askNode, isNodeFollowed } from '../check/ask-node.ts'
import type { FlowDeps } from '../flow/flow-deps.ts'
import type { Watchlist } from '../watchlist/watchlist.ts'
import { endingCall } from './approval-calls.ts'
import {
  createPairs,
  readApprovalLog,
  topicsOf,
  type ApprovalEvent,
  type EventPlace,
} from './approval-events.ts'
import { approvalsInTransactions } from './approvals-in-transactions.ts'
import { headOf } from './ask-node-state.ts'
import { chooseTold } from './choose-told.ts'
import { askTokens, hasAmount, unlimitedOf, type AskedApproval, type AskedTokens } from './ask-tokens.ts'
import { scanLogs } from './scan-logs.ts'

export interface ApprovalsDeps extends FlowDeps {
  readonly watchlist: Pick<Watchlist, 'all'>
  readonly reading: Pick<Handlers, 'details.read'>
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
    const { asked, evidence } = await readFromSource(deps, request, signal)
    return report(deps, request, { asked, evidence, context: options.context })
  }
  const owner = address.toLowerCase()
  const read = await askNode(deps.sources, { source, rpcUrl }, signal, (node) =>
    readFromNode(node, owner, options),
  )
  if (read.outcome === 'refused') return read
  const { asked, evidence } = read.answer
  return report(deps, request, {
    ...{ asked, context: options.context },
    evidence: { ...evidence, kind: 'logs', node: read.node },
  })
}

async function readFromNode(
  node: NodeConnection,
  owner: string,
  { context: { signal }, onProgress }: ApprovalsOptions,
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
    onProgress({ block: from, pairs: pairs.size })
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
  onProgress({ block: null, pairs: pairs.size })
  const asked = await askTokens({ node, owner, block, signal }, pairs.all())
  return { asked, evidence: { block, ...scanned, from, to, logs } }
}

async function readFromSource(deps: ApprovalsDeps, request: ApprovalsRequest, signal: AbortSignal) {
  const { pairs, amounts, evidence } = await approvalsInTransactions(deps, request, signal)
  const open = pairs.filter(({ since }) => since !== null)
  const shown = chooseTold(open, (pair) => pair)
  const approvals = shown.map((pair): AskedApproval => {
    const set = amounts.get(pair)
    const { amount, expires } = { amount: set?.amount, expires: set?.expires ?? null }
    return {
      ...{ kind: pair.kind, state: 'told', via: pair.via, id: pair.id, expires, pair },
      token: { address: pair.token, symbol: null, decimals: null },
      amount: amount === undefined || !hasAmount(pair) ? null : String(amount),
      unlimited: unlimitedOf({ pair, amount: amount ?? null }, null),
      stake: null,
      hasCode: null,
    }
  })
  const asked: AskedTokens = {
    approvals,
    left: open.length - shown.length,
    ended: pairs.length - open.length,
  }
  return { asked, evidence }
}

async function report(
  deps: ApprovalsDeps,
  { source }: ApprovalsRequest,
  {
    asked: { approvals, left, ended },
    evidence,
    context,
  }: {
    readonly asked: AskedTokens
    readonly evidence: ApprovalEvidence
    readonly context: ApprovalsOptions['context']
  },
): Promise<ApprovalsReport> {
  const labels = labelsOn(deps.watchlist.all().all, deps.sources.get(source).chainId)
  const known = approvals.map(({ pair, hasCode, ...rest }): Approval => {
    const { spender: address } = pair
    const unsaid = { name: null, isVerified: null, isScam: false }
    return {
      ...rest,
      spender: { address, hasCode, label: labels.get(address) ?? null, ...unsaid },
      since: placeOf(pair.since ?? pair.set),
      set: placeOf(pair.set),
      ending: endingCall(pair),
    }
  })
  const spenders = new Set(known.toSorted(riskiestFirst).map(({ spender }) => spender.address))
  const said = await askSource(deps, source, [...spenders].slice(0, MAX_ASKED_SPENDERS), context)
  const named = known.map((one) => ({
    ...one,
    spender: { ...one.spender, ...said.get(one.spender.address) },
  }))
  return { outcome: 'read', evidence, approvals: named.toSorted(riskiestFirst), left, ended }
}

const placeOf = ({ block, transaction, time }: EventPlace) => ({ block, transaction, time })

type SaidOfSpender = Pick<Spender, 'name' | 'isVerified' | 'isScam'>

/** What the source says of spenders. Of one that it does not tell of, nothing is known. */
async function askSource(
  { reading }: ApprovalsDeps,
  source: string,
  addresses: readonly string[],
  context: ApprovalsOptions['context'],
): Promise<ReadonlyMap<string, SaidOfSpender>> {
  const said = new Map<string, SaidOfSpender>()
  for (const address of addresses) {
    const asked = { source, detail: 'address', params: { address_hash: address } } as const
    try {
      const { item } = await reading['details.read'](asked, context)
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
