/** Asks tokens which approvals are open, and how much each spender could take. */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { isAmount } from '#shared/approvals/stake-total.ts'
import { hasWholeUnits, knownDecimals } from '#shared/units.ts'
import { plainUnit } from '#shared/text/hostile-text.ts'
import type { FindCandidates } from '#shared/abi/candidate.ts'
import {
  type ApprovalCall,
  type Approval,
  type ApprovalEnd,
  type ApprovalPlace,
  type ApprovedToken,
  type LastUse,
  MAX_APPROVALS,
} from '#shared/rpc/contract/approvals.ts'
import {
  allowanceCall,
  askingCall,
  balanceCall,
  decimalsCall,
  ownerCall,
  supplyCall,
  symbolCall,
} from './approval-calls.ts'
import { placeOf, wasOpen, type KnownPair } from './approval-events.ts'
import { callsOf } from './ask-calls.ts'
import { askLastUses, type LastUses } from './ask-last-use.ts'
import { callAll, codeOfAll, timesOf, type StateBlock } from './ask-node-state.ts'
import { addressAt, numberAt, textAt } from './words.ts'

/** At or above this, a token's allowance counts as unlimited. */
export const HUGE = 2n ** 255n
/** The largest amount that Permit2 knows, which it never lowers. */
const HUGE_PERMIT2 = 2n ** 160n - 1n

/** The answer of the token, or of Permit2, about a pair: null if it does not answer. */
interface Word {
  readonly pair: KnownPair
  readonly amount: bigint | null
  readonly expires: number | null
  readonly isOpen: boolean
}

/** An approval without what only sources and the person know of its token and its spender. */
export type NodeApproval = Pick<
  Approval,
  'kind' | 'state' | 'via' | 'id' | 'amount' | 'unlimited' | 'expires' | 'stake' | 'end'
> & {
  readonly token: Omit<ApprovedToken, 'price'>
  readonly pair: KnownPair
  readonly hasCode: boolean | null
  readonly lastUse: LastUse
}

export interface NodeApprovals {
  readonly approvals: readonly NodeApproval[]
  readonly left: number
  readonly ended: number
  readonly endedApprovals: readonly NodeApproval[]
  readonly transfers: LastUses['transfers']
}

interface Asking {
  readonly node: NodeConnection
  readonly owner: string
  readonly block: StateBlock
  /** The last block whose logs were read. */
  readonly to: number
  readonly signal: AbortSignal
  readonly find: FindCandidates
}

/** The maximal number of ended approvals of which the ending call is asked for. */
const MAX_ENDING_CALLS = 500

export async function askTokens(asking: Asking, pairs: readonly KnownPair[]): Promise<NodeApprovals> {
  const words = await askWords(asking, pairs)
  const all = words.filter(({ isOpen }) => isOpen)
  const over = words.filter(({ isOpen, pair }) => !isOpen && wasOpen(pair))
  const open = limitApprovals(all, ({ pair }) => pair)
  const ended = limitApprovals(over, ({ pair }) => pair)
  const both = [...open, ...ended]
  const uses = await askLastUses(
    asking,
    open.map(({ pair }) => pair),
    pairs,
  )
  const used = open.flatMap(({ pair }) => {
    const use = uses.of(pair)
    return use.kind === 'used' ? [use.place] : []
  })
  const [tokens, hasCode, stakes, times] = [
    await askAboutTokens(asking, both),
    await askForCode(asking, open),
    await askPermit2(asking, open),
    await askTimes(asking, both, used),
  ]
  const ends = await askEnds(asking, ended, uses.calls)
  const approvalOf = (word: Word): NodeApproval => {
    const { pair } = word
    const about = tokens.get(pair.token)
    const limits = [
      word.amount,
      about?.balance ?? null,
      ...(pair.via === null ? [] : [stakes.get(pair) ?? null]),
    ]
    const lastUse = uses.of(pair)
    return {
      ...{ kind: pair.kind, via: pair.via, id: pair.id, expires: word.expires },
      token: {
        address: pair.token,
        ...(about?.token ?? { symbol: null, decimals: null }),
        held: about?.balance == null ? null : String(about.balance),
      },
      pair: { ...pair, set: times(pair.set), since: pair.since && times(pair.since) },
      state: word.amount === null ? 'unknown' : 'open',
      amount: isAmount(pair.kind) && word.amount !== null ? String(word.amount) : null,
      unlimited: unlimitedOf(word, about?.supply ?? null),
      stake: stakeOf(pair, limits),
      hasCode: hasCode.get(pair.spender) ?? null,
      lastUse: lastUse.kind === 'used' ? { ...lastUse, place: times(lastUse.place) } : lastUse,
      end: null,
    }
  }
  const endedOf = (word: Word): NodeApproval => {
    const end = ends.get(word.pair) ?? null
    const nothing = { amount: null, unlimited: null, stake: null, lastUse: { kind: 'unknown' } } as const
    return {
      ...{ ...approvalOf(word), ...nothing, state: 'ended' },
      end: end && { ...end, place: end.place && times(end.place) },
    }
  }
  return {
    approvals: open.map(approvalOf),
    left: all.length - open.length,
    ended: over.length,
    endedApprovals: ended.map(endedOf),
    transfers: uses.transfers,
  }
}

async function askEnds(
  asking: Asking,
  words: readonly Word[],
  known: ReadonlyMap<string, ApprovalCall>,
): Promise<ReadonlyMap<KnownPair, ApprovalEnd>> {
  const hashes = words.flatMap(({ pair: { end } }) =>
    end && !known.has(end.transaction) ? [end.transaction] : [],
  )
  const endingCalls = await callsOf(asking, hashes.slice(0, MAX_ENDING_CALLS))
  return new Map(
    words.map((word): readonly [KnownPair, ApprovalEnd] => {
      const { pair } = word
      if (!pair.end) {
        const isExpired =
          word.expires !== null && (word.amount ?? 0n) > 0n && word.expires < asking.block.time
        return [pair, { how: isExpired ? 'expired' : 'silent', place: null, by: null }]
      }
      const call = known.get(pair.end.transaction) ?? endingCalls.get(pair.end.transaction)
      return [pair, { how: 'said', place: placeOf(pair.end), by: call ?? null }]
    }),
  )
}

/** NFTs can be taken only by whoever the owner of the id approved, so the owner is asked as well. */
async function askWords({ node, owner, block, signal }: Asking, pairs: readonly KnownPair[]) {
  const nfts = pairs.filter(({ kind }) => kind === 'nft')
  const data = await callAll(
    node,
    [
      ...pairs.map((pair) => askingCall(pair, owner)),
      ...nfts.map(({ token, id }) => ownerCall(token, id ?? '0')),
    ],
    block,
    signal,
  )
  const owners = new Map(nfts.map((pair, at) => [pair, data[pairs.length + at]] as const))
  return pairs.map((pair, at) => wordOf(pair, data[at], { owner, block, ownerWord: owners.get(pair) }))
}

function wordOf(
  pair: KnownPair,
  data: string | undefined,
  { owner, block, ownerWord }: { owner: string; block: StateBlock; ownerWord: string | undefined },
): Word {
  const amount = data === undefined ? undefined : numberAt(data, 0)
  // An approval that its last event ended, and whose token does not answer, is not open: the contract is gone.
  const unknown = { pair, amount: null, expires: null, isOpen: pair.end === null }
  if (data === undefined || amount === undefined) return unknown
  if (pair.kind === 'nft') {
    if (ownerWord === undefined) return unknown
    const spender = addressAt(data, 0) ?? pair.spender
    const isOpen = addressAt(ownerWord, 0) === owner && BigInt(spender) !== 0n
    // Once it is over, the token names nobody, or whom the next owner approved.
    return { pair: isOpen ? { ...pair, spender } : pair, amount: 1n, expires: null, isOpen }
  }
  if (pair.kind !== 'permit2') return { pair, amount, expires: null, isOpen: amount > 0n }
  const expires = numberAt(data, 1)
  if (expires === undefined) return unknown
  const isOpen = amount > 0n && expires >= BigInt(block.time)
  return { pair, amount, expires: Number(expires), isOpen }
}

interface AboutToken {
  readonly token: Pick<ApprovedToken, 'symbol' | 'decimals'>
  readonly balance: bigint | null
  readonly supply: bigint | null
}

async function askAboutTokens({ node, owner, block, signal }: Asking, words: readonly Word[]) {
  const addresses = [...new Set(words.map(({ pair }) => pair.token))]
  const requests = [
    (token: string) => balanceCall(token, owner),
    supplyCall,
    decimalsCall,
    symbolCall,
  ].flatMap((ask) => addresses.map((token) => ask(token)))
  const data = await callAll(node, requests, block, signal)
  return new Map(
    addresses.map((address, at) => {
      const [balance, supply, decimals, symbol] = [0, 1, 2, 3].map((nth) => data[nth * addresses.length + at])
      const places = decimals === undefined ? null : (numberAt(decimals, 0)?.toString() ?? null)
      const about: AboutToken = {
        token: {
          symbol: plainUnit((symbol === undefined ? undefined : textAt(symbol)) ?? '') || null,
          decimals: hasWholeUnits(places) ? (knownDecimals(places) ?? null) : null,
        },
        balance: (balance === undefined ? undefined : numberAt(balance, 0)) ?? null,
        supply: (supply === undefined ? undefined : numberAt(supply, 0)) ?? null,
      }
      return [address, about] as const
    }),
  )
}

async function askForCode({ node, block, signal }: Asking, words: readonly Word[]) {
  const spenders = [...new Set(words.map(({ pair }) => pair.spender))]
  const codes = await codeOfAll(node, spenders, block, signal)
  return new Map(
    spenders.map((spender, at) => {
      const code = codes[at]
      return [spender, code === undefined ? null : code !== '0x' && !code.startsWith(DELEGATION)] as const
    }),
  )
}
/** A plain account that delegates to a contract (EIP-7702) is a plain account. */
const DELEGATION = '0xef0100'

/** Permit2 can take no more than the token allows it. */
async function askPermit2({ node, owner, block, signal }: Asking, words: readonly Word[]) {
  const through = words.flatMap(({ pair }) => (pair.via === null ? [] : [{ pair, via: pair.via }]))
  const calls = through.map(({ pair, via }) => allowanceCall(pair.token, owner, via))
  const data = await callAll(node, calls, block, signal)
  return new Map(
    through.map(({ pair }, at) => {
      const word = data[at]
      return [pair, word === undefined ? undefined : numberAt(word, 0)] as const
    }),
  )
}

/** The times of the blocks that logs do not tell. */
async function askTimes({ node, signal }: Asking, words: readonly Word[], others: readonly ApprovalPlace[]) {
  const places = [
    ...words.flatMap(({ pair: { set, since, end } }) => [set, since ?? set, end ?? set]),
    ...others,
  ]
  const heights = new Set(places.flatMap(({ block, time }) => (time === null ? [block] : [])))
  const times = await timesOf(node, [...heights], signal)
  return <Place extends ApprovalPlace>(place: Place): Place => ({
    ...place,
    time: place.time ?? times.get(place.block) ?? null,
  })
}

export function unlimitedOf(
  { pair, amount }: Pick<Word, 'pair' | 'amount'>,
  supply: bigint | null,
): Approval['unlimited'] {
  if (amount === null || !isAmount(pair.kind)) return null
  if (amount >= (pair.kind === 'permit2' ? HUGE_PERMIT2 : HUGE)) return 'huge'
  return supply !== null && supply > 0n && amount >= supply ? 'supply' : null
}

/** The smallest of the limits; null if one of them is not told. */
function stakeOf({ kind }: KnownPair, limits: readonly (bigint | null)[]): string | null {
  const [amount, ...others] = limits
  if (kind === 'nft') return amount === null ? null : '1'
  const counted = kind === 'collection' ? others : [amount ?? null, ...others]
  let least: bigint | null = null
  for (const limit of counted) {
    if (limit === null) return null
    if (least === null || limit < least) least = limit
  }
  return least === null ? null : String(least)
}

/**
 * At most `MAX_APPROVALS` of these, in turns over their tokens, the newest of each first: a token that emits thousands
 * of events by itself hides no other.
 */
export function limitApprovals<Of>(all: readonly Of[], pairOf: (one: Of) => KnownPair): readonly Of[] {
  if (all.length <= MAX_APPROVALS) return all
  const newest = all.toSorted((one, other) => pairOf(other).set.block - pairOf(one).set.block)
  const byToken = Map.groupBy(newest, (one) => pairOf(one).token)
  const chosen: Of[] = []
  for (let turn = 0; chosen.length < MAX_APPROVALS; turn += 1)
    for (const ofToken of byToken.values()) {
      const one = ofToken[turn]
      if (one !== undefined && chosen.length < MAX_APPROVALS) chosen.push(one)
    }
  return chosen
}
