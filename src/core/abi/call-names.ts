/**
 * Names of calls, logs and errors. Only this file defines the order of the origins. All names that are shown (rows of
 * lists, titles, sentences, trees of calls, logs, failures, files) come from here.
 */
import { readableSignature, type AbiItemKind } from '#shared/abi/abi-item.ts'
import type { Candidate, FindCandidates } from '#shared/abi/candidate.ts'
import { decodeError, nameCall } from '#shared/abi/decode.ts'
import { readArguments, readWholeText } from '#shared/abi/read-words.ts'
import { describeError } from '#shared/abi/error-text.ts'
import type { CallTrace } from '#shared/chain/call-trace.ts'
import { codeThatRan } from '#shared/chain/code-that-ran.ts'
import { failureReason } from '#shared/chain/failure-reason.ts'
import { thrownIn, type Thrown } from '#shared/chain/thrower.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { cutText } from '#shared/text/hostile-text.ts'
import { withCallName, withFailure, type CallName } from '#shared/chain/call-name.ts'
import { calledCode, type AbiAtAddress, type ContractAbis } from './contract-abis.ts'
import { knownCandidates } from './known-signatures.ts'
import type { SignatureLists } from './lists/signature-lists.ts'
import type { OwnAbis } from './own-abis.ts'

export interface CallNamesDeps {
  readonly contracts: Pick<ContractAbis, 'behind' | 'known' | 'contract' | 'inCode' | 'isNft'>
  readonly ownAbis: Pick<OwnAbis, 'candidates'>
  readonly lists: Pick<SignatureLists, 'candidates'>
  /** The chain id of a source; undefined if unknown. */
  readonly chainOf: (source: string) => string | undefined
  /** Called with a contract if a trace showed that it runs the code of others. */
  readonly onLearnt?: (source: string, address: string) => void
}

/** Gives a row the names of its call and its failure, from data on this machine; those in the row are not used. */
export type NameRow = <Row>(source: string, row: Row) => Row

export interface CallNames {
  /**
   * Finds signatures by origin, the best first: the person's own ABIs, verified contracts, standards, the pack, lists of
   * signatures, and bytecode. `codeOf`: the contracts whose code ran for an address, if a trace shows them; else the
   * contract's current implementations are used.
   */
  find(source: string, codeOf?: CodeOf): FindCandidates
  readonly nameRow: NameRow
  /**
   * Remembers which code a transaction ran and which contract threw its error, by its trace; its row is named by them from
   * now on.
   */
  learnCode(this: void, source: string, transaction: string, trace: Pick<CallTrace, 'frames'>): void
}

export type CodeOf = (address: string) => readonly string[] | undefined

export function createCallNames({
  contracts,
  ownAbis,
  lists,
  chainOf,
  onLearnt = () => undefined,
}: CallNamesDeps): CallNames {
  const codes = new LruCache<string, readonly string[]>({ maxSize: MAX_KEPT_CODES })
  const thrown = new LruCache<string, Thrown>({ maxSize: MAX_KEPT_CODES })
  const keyOf = (source: string, transaction: string) => `${source} ${transaction.toLowerCase()}`

  const find: CallNames['find'] = (source, codeOf) => {
    const chainId = chainOf(source)
    return function* (kind, selector, address) {
      const code =
        address === null ? [] : [address, ...(codeOf?.(address) ?? contracts.behind(source, address))]
      yield* ownAbis.candidates(kind, selector, calledCode(contracts, source, code), chainId)
      yield* contractCandidates(contracts.known(source, code), 'verified', kind, selector)
      const known = knownCandidates(kind, selector)
      const isOfNft = kind === 'function' && address !== null && contracts.isNft(source, address)
      if (isOfNft) yield* known.filter(({ from }) => from === 'ERC-721')
      yield* known
      yield* lists.candidates(kind, selector)
      yield* contractCandidates(contracts.inCode(source, code), 'bytecode', kind, selector)
    }
  }

  function codeOf(source: string, row: CalledRow): CodeOf | undefined {
    const { hash, to } = row
    const ran = typeof hash === 'string' ? codes.get(keyOf(source, hash)) : undefined
    const own = String(to?.hash).toLowerCase()
    return ran ? (address) => (address === own ? ran : undefined) : behindOf(row)
  }

  /** The code of the thrower, and the contracts that passed its error on. */
  function codeOfThrown(source: string, row: CalledRow, { to, ran }: Thrown): CodeOf {
    const ofRow = codeOf(source, row)
    return (address) =>
      address === to ? [...ran, ...(ofRow?.(address) ?? contracts.behind(source, address))] : undefined
  }

  function nameOf(source: string, row: CalledRow): CallName | undefined {
    const { to, raw_input: input, method } = row
    if (typeof input === 'string' && input.length >= SELECTOR_LENGTH && typeof to?.hash === 'string') {
      const named = nameCall({ to: to.hash, input }, find(source, codeOf(source, row)))
      if (named === null || named.origin === 'bytecode') return undefined
      // A source names the calls of contracts it has verified by their ABI, so this name is better than an uncertain one.
      const isSaid = to.is_verified === true && isName(method)
      return isSaid && !named.isCertain ? undefined : named
    }
    return typeof method === 'string' && SELECTOR.test(method) ? onlyName(find(source), method) : undefined
  }

  /**
   * The text of a failure: the decoded error if it is certain, else its text or words, else the text of the source.
   * Undefined if the transaction did not fail.
   */
  function failureOf(source: string, row: CalledRow): string | undefined {
    if (row.status !== 'error' || typeof row.hash !== 'string') return undefined
    const known = thrown.get(keyOf(source, row.hash))
    const error = known ?? { to: typeof row.to?.hash === 'string' ? row.to.hash : null, data: dataOf(row) }
    const code = known ? codeOfThrown(source, row, known) : codeOf(source, row)
    const decoded = decodeError(error, find(source, code))
    if (decoded?.isCertain === true) return describeError(decoded)
    if (error.data.length >= SELECTOR_LENGTH) return readWholeText(error.data) ?? describeWords(error.data)
    return failureReason({ revert_reason: row.revert_reason })
  }

  return {
    find,
    learnCode(source, transaction, { frames }) {
      const key = keyOf(source, transaction)
      const ran = codeThatRan(frames)
      const found = thrownIn(frames)
      const error = found && found.data.length <= MAX_KEPT_ERROR ? found : undefined
      const called = frames.find(({ traceAddress }) => traceAddress?.length === 0)?.to?.toLowerCase()
      const isNews = (ran.length > 0 && !codes.get(key)) || (error !== undefined && !thrown.get(key))
      if (called === undefined || !isNews) return
      if (ran.length > 0) codes.set(key, ran)
      if (error) thrown.set(key, error)
      onLearnt(source, called)
    },
    nameRow(source, row) {
      if (typeof row !== 'object' || row === null) return row
      const called: CalledRow = row
      const failure = failureOf(source, called)
      const named = withCallName(row, nameOf(source, called))
      return withFailure(named, failure && cutText(failure, MAX_FAILURE_LENGTH))
    },
  }
}

/** The fields of a row that name its call and failure. Rows of transfers have the selector only, and many not even that. */
interface CalledRow {
  readonly hash?: unknown
  readonly to?: {
    readonly hash?: unknown
    readonly is_verified?: unknown
    readonly implementations?: unknown
  } | null
  readonly raw_input?: unknown
  readonly method?: unknown
  readonly status?: unknown
  readonly revert_reason?: unknown
}

/** An undecoded error as its selector and words, for example `0x08c18860(500000000000000000000, 1)`. */
function describeWords(data: string): string {
  const words = readArguments(data, MAX_WORDS + 1).map(({ readings: [likeliest] }) => likeliest.value)
  const shown = words.length > MAX_WORDS ? [...words.slice(0, MAX_WORDS), '…'] : words
  return `${data.slice(0, SELECTOR_LENGTH)}(${shown.join(', ')})`
}
const MAX_WORDS = 8

/** The revert data of a row; `0x` if the source gives none. */
function dataOf({ revert_reason: reason }: CalledRow): string {
  const raw = typeof reason === 'object' && reason !== null && 'raw' in reason ? reason.raw : reason
  return typeof raw === 'string' && /^(?:0x)?[0-9a-f]{8,}$/i.test(raw) ? `0x${raw.replace(/^0x/, '')}` : '0x'
}

/** Maximum number of transactions whose code and errors are remembered. */
const MAX_KEPT_CODES = 5_000
/** Maximum number of characters of the data of a remembered error. */
const MAX_KEPT_ERROR = 16 * 1024
/** Each failed row has such a text; the page of the transaction shows the whole error. */
const MAX_FAILURE_LENGTH = 1_200
const SELECTOR_LENGTH = 10
const SELECTOR = /^0x[0-9a-f]{8}$/i
const isName = (method: unknown) => typeof method === 'string' && method !== '' && !SELECTOR.test(method)

/** The implementations that the row names for its contract. */
function behindOf({ to }: CalledRow): CodeOf | undefined {
  const { hash, implementations } = to ?? {}
  if (!Array.isArray(implementations) || implementations.length === 0) return undefined
  const behind = (implementations as readonly { readonly address_hash?: unknown }[]).flatMap((one) =>
    typeof one.address_hash === 'string' ? [one.address_hash.toLowerCase()] : [],
  )
  const own = String(hash).toLowerCase()
  return (address) => (address === own ? behind : undefined)
}

/** The name of a call without its arguments. Functions with the same selector can't be distinguished then. */
function onlyName(find: FindCandidates, selector: string): CallName | undefined {
  const [first, ...others] = find('function', selector.toLowerCase(), null)
  if (!first) return undefined
  const { item, origin, from, isCertain } = first
  if (!isCertain && others.some((other) => other.item.name !== item.name)) return undefined
  return { name: item.name, signature: readableSignature(item), origin, from, isCertain }
}

function* contractCandidates(
  abis: readonly AbiAtAddress[],
  origin: 'verified' | 'bytecode',
  kind: AbiItemKind,
  selector: string,
): Generator<Candidate> {
  const isVerified = origin === 'verified'
  for (const { name, address, index } of abis) {
    const item = index.find(kind, selector)
    if (item)
      yield { item, origin, from: name, ...(isVerified && { contract: address }), isCertain: isVerified }
  }
}
