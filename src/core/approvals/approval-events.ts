/** Events that set an approval, and the pairs that they name. */
import {
  data as bytesOf,
  address as addressOf,
  hash,
  number,
  object,
  readable,
} from '#platform/json-rpc/wire.ts'
import { MAX_APPROVAL_PAIRS, type ApprovalKind, type ApprovalPlace } from '#shared/rpc/contract/approvals.ts'
import { addressWord } from '#shared/abi/words.ts'
import { addressAt, numberAt } from './words.ts'

const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const APPROVAL_FOR_ALL = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31'
const PERMIT2_APPROVAL = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const PERMIT2_PERMIT = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'
const PERMIT2_LOCKDOWN = '0x89b1add15eff56b3dfe299ad94e01f2b52fbcb80ae1a3baea6ae8c04cb2b98a4'
const EVENTS = [APPROVAL, APPROVAL_FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT, PERMIT2_LOCKDOWN]

/** The owner is the first argument of each. */
export const topicsOf = (owner: string) => [EVENTS, `0x${addressWord(owner)}`] as const

/** The subject of an approval. The spender of an NFT changes, so it is not part of the NFT's key. */
export interface Pair {
  readonly kind: ApprovalKind
  readonly token: string
  readonly spender: string
  readonly via: string | null
  readonly id: string | null
}

export interface EventPlace extends ApprovalPlace {
  /** The position among the events of the block. */
  readonly index: number
}

export interface ApprovalEvent extends Pair {
  readonly place: EventPlace
  /** Whether it ends the approval. */
  readonly isEnd: boolean
}

/** Reads a log of which `isWanted` says by its topics that it is wanted: a node may ignore the filter. Throws `WrongValue`. */
export function readLog(given: unknown, isWanted: (topics: readonly string[]) => boolean) {
  const log = object(given, 'a log')
  const topics = Array.isArray(log.topics) ? log.topics.map((topic) => hash(topic, 'a topic of a log')) : []
  if (log.removed === true || !isWanted(topics)) return undefined
  const place: EventPlace = {
    block: number(log.blockNumber, 'the block of a log'),
    index: number(log.logIndex, 'the index of a log'),
    transaction: hash(log.transactionHash, 'the transaction of a log'),
    time: log.blockTimestamp == null ? null : readable(number, log.blockTimestamp),
  }
  return { contract: addressOf(log.address, 'the address of a log'), topics, data: log.data, place }
}

/** Undefined for a log of something else, and of another owner. Throws `WrongValue`. */
export function readApprovalLog(given: unknown, owner: string): ApprovalEvent | undefined {
  const log = readLog(given, (topics) => topics[1]?.slice(2) === addressWord(owner))
  const said = log && pairOf(log.contract, log.topics, bytesOf(log.data, 'the data of a log'))
  return said && { ...said, place: log.place }
}

function pairOf(
  contract: string,
  [event, , second = '', third]: readonly string[],
  data: string,
): (Pair & { readonly isEnd: boolean }) | undefined {
  const named = addressAt(second, 0)
  const [first, spender] = [numberAt(data, 0), third === undefined ? undefined : addressAt(third, 0)]
  const of = { token: contract, via: null, id: null }
  switch (event) {
    case APPROVAL: {
      if (named === undefined) return undefined
      const id = third === undefined ? undefined : numberAt(third, 0)
      if (id !== undefined)
        return { ...of, kind: 'nft', spender: named, id: String(id), isEnd: BigInt(named) === 0n }
      return first === undefined ? undefined : { ...of, kind: 'amount', spender: named, isEnd: first === 0n }
    }
    case APPROVAL_FOR_ALL:
      if (named === undefined || first === undefined) return undefined
      return { ...of, kind: 'collection', spender: named, isEnd: first === 0n }
    case PERMIT2_APPROVAL:
    case PERMIT2_PERMIT:
      if (named === undefined || spender === undefined || first === undefined) return undefined
      return permit2(contract, named, spender, first === 0n)
    case PERMIT2_LOCKDOWN: {
      const [token, locked] = [addressAt(data, 0), addressAt(data, 1)]
      return token === undefined || locked === undefined ? undefined : permit2(contract, token, locked, true)
    }
    default:
      return undefined
  }
}

const permit2 = (via: string, token: string, spender: string, isEnd: boolean) =>
  ({ kind: 'permit2', via, token, spender, id: null, isEnd }) as const

/**
 * The history of a pair: the last event that set it, since when it is open, and until when it was open without a break.
 */
export interface KnownPair extends Pair {
  readonly set: EventPlace
  /** Null if no event is known that opened it. */
  readonly since: EventPlace | null
  /** The event that ended the approval; null if the last event did not. */
  readonly end: EventPlace | null
}

interface MutablePair {
  spender: string
  set: EventPlace
  since: EventPlace | null
  end: EventPlace | null
  /** Whether an earlier event cannot move `since` back. */
  isBroken: boolean
}

/** Keeps the first pairs that it is given: those of the newest events. */
export function createPairs() {
  const pairs = new Map<string, Pair & MutablePair>()
  let droppedAt: number | null = null
  const keyOf = ({ kind, token, spender, via, id }: Pair) => `${kind} ${via ?? ''} ${token} ${id ?? spender}`
  const begin = ({ place, isEnd, ...pair }: ApprovalEvent) => {
    const [since, end] = isEnd ? [null, place] : [place, null]
    pairs.set(keyOf(pair), { ...pair, set: place, since, end, isBroken: false })
  }
  return {
    get size() {
      return pairs.size
    },
    /** The block of the first pair that there was no room for. */
    droppedAt: () => droppedAt,
    /** Takes an event that is earlier than all before it. */
    addEarlier(event: ApprovalEvent) {
      const { spender, place, isEnd } = event
      const known = pairs.get(keyOf(event))
      if (!known) {
        if (pairs.size < MAX_APPROVAL_PAIRS) begin(event)
        else droppedAt ??= place.block
        return
      }
      if (known.isBroken) return
      if (known.since === null) {
        // The first of several ends in a row ended the approval. An end of an NFT does not name the spender.
        if (isEnd) known.end = place
        else Object.assign(known, { spender, since: place })
      } else if (isEnd || spender !== known.spender) known.isBroken = true
      else known.since = place
    },
    /** Takes an event that is later than all before it. There is room for its pair. */
    addLater(event: ApprovalEvent) {
      const { spender, place, isEnd } = event
      const known = pairs.get(keyOf(event))
      if (!known) {
        begin(event)
        return
      }
      known.set = place
      if (isEnd) {
        known.end ??= place
        return
      }
      const goesOn = known.end === null && known.spender === spender
      Object.assign(known, { spender, since: goesOn ? (known.since ?? place) : place, end: null })
    },
    all: (): readonly KnownPair[] => [...pairs.values()],
  }
}

/** An NFT that was approved to nobody, as tokens log with each transfer, was no approval. */
export const wasOpen = ({ spender }: Pair) => BigInt(spender) !== 0n

export const placeOf = ({ block, transaction, time }: EventPlace): ApprovalPlace => ({
  block,
  transaction,
  time,
})
