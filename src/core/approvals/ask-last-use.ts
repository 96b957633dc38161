/**
 * Finds the last use of each approval. No standard event of an ERC-20 or an ERC-721 names the spender, so a transfer is
 * told to be by it where its transaction was sent by it or to it, or where a log of that transaction names it.
 */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import type { FindCandidates } from '#shared/abi/candidate.ts'
import { TRANSFER, TRANSFER_BATCH, TRANSFER_SINGLE } from '#shared/chain/token-events.ts'
import type { ApprovalCall, LastUse } from '#shared/rpc/contract/approvals.ts'
import { placeOf, readLog, type EventPlace, type KnownPair } from './approval-events.ts'
import { callsOf, unlessNodeFails } from './ask-calls.ts'
import { scanLogs } from './scan-logs.ts'
import { addressWord } from '#shared/abi/words.ts'
import { addressAt, numberAt } from './words.ts'

/** The maximal number of tokens whose transfers are read. */
const MAX_TOKENS = 500
/** The maximal number of transfers that are read: the newest. */
const MAX_TRANSFERS = 5_000
/** The maximal number of answers with logs. */
const MAX_ANSWERS = 500

interface Transfer {
  readonly token: string
  /** The number of an NFT; else null. */
  readonly id: string | null
  /** The operator that moved a multi-token; null for other tokens, whose event does not name it. */
  readonly operator: string | null
  readonly place: EventPlace
}

interface Asking {
  readonly node: NodeConnection
  readonly owner: string
  /** The last block whose logs were read. */
  readonly to: number
  readonly signal: AbortSignal
  readonly find: FindCandidates
}

export interface LastUses {
  readonly of: (pair: KnownPair) => LastUse
  readonly transfers: { readonly from: number | null; readonly logs: number } | null
  readonly calls: ReadonlyMap<string, ApprovalCall>
}

const UNKNOWN: LastUse = { kind: 'unknown' }

/** `all`: every pair, also those that have ended: a transfer by one is not by another. */
export async function askLastUses(
  asking: Asking,
  told: readonly KnownPair[],
  all: readonly KnownPair[],
): Promise<LastUses> {
  const tokens = [...new Set(told.map(({ token }) => token))].slice(0, MAX_TOKENS)
  if (tokens.length === 0) return { of: () => UNKNOWN, transfers: null, calls: new Map() }
  const first = Math.min(...told.map(({ since, set }) => (since ?? set).block))
  const read = await readTransfers(asking, told, { tokens, first })
  const { transfers } = read
  const transactions = transfers.flatMap(({ operator, place }) =>
    operator === null ? [place.transaction] : [],
  )
  const calls = await callsOf(asking, transactions)
  const byToken = Map.groupBy(transfers, ({ token }) => token)
  const spenders = spendersByToken(all)
  const asks = new Set(tokens)
  return {
    calls,
    transfers: { from: read.from, logs: transfers.length },
    of(pair) {
      if (read.from === null || !asks.has(pair.token)) return UNKNOWN
      const known = { ...asking, calls, spenders: spenders.get(pair.token) ?? new Map() }
      return lastUseOf(pair, byToken.get(pair.token) ?? [], { ...known, from: read.from })
    },
  }
}

interface Known {
  readonly owner: string
  /** The first block whose transfers were read. */
  readonly from: number
  readonly calls: ReadonlyMap<string, ApprovalCall>
  /** All that the token was ever approved to, and through what: null is the token itself. */
  readonly spenders: ReadonlyMap<string, ReadonlySet<string | null>>
}

function spendersByToken(all: readonly KnownPair[]) {
  const byToken = new Map<string, Map<string, Set<string | null>>>()
  for (const { token, spender, via } of all) {
    const spenders = byToken.get(token) ?? new Map<string, Set<string | null>>()
    byToken.set(token, spenders.set(spender, (spenders.get(spender) ?? new Set()).add(via)))
  }
  return byToken
}

/** `transfers`: of the token, the newest first. */
function lastUseOf(pair: KnownPair, transfers: readonly Transfer[], known: Known): LastUse {
  const opened = pair.since ?? pair.set
  let isLast = true
  for (const transfer of transfers) {
    if (isBefore(transfer.place, opened)) break
    if (pair.kind === 'nft' && transfer.id !== pair.id) continue
    const by = whoMoved(pair, transfer, known)
    if (by === 'spender') {
      return { kind: 'used', place: placeOf(transfer.place), isLast }
    }
    if (by === 'unknown') isLast = false
  }
  return isLast && known.from <= opened.block && pair.since !== null ? { kind: 'never' } : UNKNOWN
}

const isBefore = (one: EventPlace, other: EventPlace) =>
  one.block < other.block ||
  (one.block === other.block && one.transaction !== other.transaction && one.index < other.index)

function whoMoved(
  { spender, set, since, kind, token, via }: KnownPair,
  { operator, place }: Transfer,
  { owner, calls, spenders }: Known,
): 'spender' | 'other' | 'unknown' {
  if (operator !== null) return operator === spender ? 'spender' : 'other'
  const call = calls.get(place.transaction)
  if (!call) return 'unknown'
  const { from, to } = call
  // A call to a token that is approved itself may come from the taker.
  if (to === spender && to === token) return 'unknown'
  if (to === spender) return spenders.get(spender)?.size === 1 ? 'spender' : 'unknown'
  if (from === spender && to === (via ?? token)) return 'spender'
  // Many tokens log what is left of an allowance right beside the transfer that used it.
  const isLogged =
    kind === 'amount' &&
    set.transaction === place.transaction &&
    Math.abs(set.index - place.index) === 1 &&
    since !== null &&
    since.transaction !== set.transaction
  if (isLogged && from !== owner && to !== owner) return 'spender'
  const isDirect = to === token && (from === owner || spenders.has(from))
  // A contract that is called, even an approved one, may call whoever takes.
  const isThroughOther = to !== null && to !== via && spenders.get(from)?.has(to) === true
  return isDirect || isThroughOther ? 'other' : 'unknown'
}

/** `from`: null if the node gave none. */
async function readTransfers(
  { node, owner, to, signal }: Asking,
  told: readonly KnownPair[],
  { tokens, first }: { readonly tokens: readonly string[]; readonly first: number },
): Promise<{ readonly transfers: readonly Transfer[]; readonly from: number | null }> {
  const word = `0x${addressWord(owner)}`
  const multi = [...new Set(told.flatMap(({ kind, token }) => (kind === 'collection' ? [token] : [])))]
  const scans = [
    { address: tokens, topics: [TRANSFER, word] },
    ...(multi.length > 0
      ? [{ address: multi.slice(0, MAX_TOKENS), topics: [[TRANSFER_SINGLE, TRANSFER_BATCH], null, word] }]
      : []),
  ]
  const transfers: Transfer[] = []
  let from = first
  for (const scan of scans) {
    let [reached, logs, answers] = [null as number | null, 0, 0]
    const addresses = new Set(scan.address)
    const onLogs = (given: readonly unknown[], down: number) => {
      const found = given.flatMap((log) => readTransfer(log, word) ?? [])
      transfers.push(...found.filter(({ token }) => addresses.has(token)))
      logs += found.length
      answers += 1
      reached = down
    }
    const isFull = () => logs >= MAX_TRANSFERS || answers >= MAX_ANSWERS
    await unlessNodeFails(
      () => scanLogs(node, { ...scan, from: first, to }, { signal, onLogs, isFull }),
      undefined,
      signal,
    )
    if (reached === null) return { transfers: [], from: null }
    from = Math.max(from, reached)
  }
  const within = transfers.filter(({ place }) => place.block >= from)
  within.sort((one, other) => other.place.block - one.place.block || other.place.index - one.place.index)
  // One answer may hold any number of logs.
  const cut = within[MAX_TRANSFERS]
  return { transfers: within.slice(0, MAX_TRANSFERS), from: cut ? cut.place.block + 1 : from }
}

/** Undefined for a log of something else. Throws `WrongValue`. */
function readTransfer(given: unknown, owner: string): Transfer | undefined {
  const isMulti = (event: string | undefined) => event === TRANSFER_SINGLE || event === TRANSFER_BATCH
  const log = readLog(given, ([event, one, two]) =>
    isMulti(event) ? two === owner : event === TRANSFER && one === owner,
  )
  if (!log) return undefined
  const { contract: token, place } = log
  const [event, one = '', , three] = log.topics
  if (isMulti(event)) return { token, id: null, operator: addressAt(one, 0) ?? null, place }
  return { token, id: three === undefined ? null : String(numberAt(three, 0)), operator: null, place }
}
