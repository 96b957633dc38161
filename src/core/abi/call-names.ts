/**
 * Who knows what a call, a log or an error is called: the one place that says in which order. Whatever shows a name (rows of
 * lists, titles, sentences, trees of calls, logs, failures, files) has it from here.
 */
import { readableSignature, type AbiItemKind } from '#shared/abi/abi-item.ts'
import type { Candidate, FindCandidates } from '#shared/abi/candidate.ts'
import { decodeError, nameCall } from '#shared/abi/decode.ts'
import { readArguments, readWholeText } from '#shared/abi/read-words.ts'
import { describeError } from '#shared/abi/error-text.ts'
import type { CallTrace } from '#shared/chain/call-trace.ts'
import { codeThatRan } from '#shared/chain/code-that-ran.ts'
import { failureReason } from '#shared/chain/failure-reason.ts'
import { thrownIn } from '#shared/chain/thrower.ts'
import { LruCache } from '#shared/lru-cache.ts'
import { withCallName, withFailure, type CallName } from '#shared/chain/call-name.ts'
import type { ContractAbi, ContractAbis } from './contract-abis.ts'
import { knownCandidates } from './known-signatures.ts'
import type { SignatureLists } from './lists/signature-lists.ts'
import type { OwnAbis } from './own-abis.ts'

export interface CallNamesDeps {
  readonly contracts: Pick<ContractAbis, 'behind' | 'known' | 'inCode' | 'isNft'>
  readonly ownAbis: Pick<OwnAbis, 'candidates'>
  readonly lists: Pick<SignatureLists, 'candidates'>
  /** The chain of a source, where it is known. */
  readonly chainOf: (source: string) => string | undefined
  /** Called with a contract that one of the calls to it was shown to run other code for. */
  readonly onLearnt?: (source: string, address: string) => void
}

/** Gives the row the name of its call and of its failure by what is known on this machine; those it came with are not taken. */
export type NameRow = <Row>(source: string, row: Row) => Row

export interface CallNames {
  /**
   * The layers, the best first: the person's own ABIs, verified contracts, standards, the pack, lists of signatures, and the
   * code. `codeOf`: the contracts whose code ran for an address, where that is known better than by what stands behind it now.
   */
  find(source: string, codeOf?: CodeOf): FindCandidates
  readonly nameRow: NameRow
  /** What a trace shows of whose code a transaction ran, and of who threw its error: it names its row from now on. */
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
      yield* ownAbis.candidates(kind, selector, code, chainId)
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

  function nameOf(source: string, row: CalledRow): CallName | undefined {
    const { to, raw_input: input, method } = row
    if (typeof input === 'string' && input.length >= SELECTOR_LENGTH && typeof to?.hash === 'string') {
      const named = nameCall({ to: to.hash, input }, find(source, codeOf(source, row)))
      if (named === null || named.origin === 'bytecode') return undefined
      // A source names the calls of contracts that it has verified by their ABI.
      const isSaid = to.is_verified === true && isName(method)
      return isSaid && !named.isCertain ? undefined : named
    }
    return typeof method === 'string' && SELECTOR.test(method) ? onlyName(find(source), method) : undefined
  }

  /** Why it failed, where that is certain; else what its source makes of it. */
  function failureOf(source: string, row: CalledRow): string | undefined {
    if (row.status !== 'error' || typeof row.hash !== 'string') return undefined
    const own = { to: typeof row.to?.hash === 'string' ? row.to.hash : null, data: dataOf(row) }
    const error = thrown.get(keyOf(source, row.hash)) ?? own
    const decoded = decodeError(error, find(source, codeOf(source, row)))
    if (decoded?.isCertain === true) return describeError(decoded)
    if (error.data.length >= SELECTOR_LENGTH) return readWholeText(error.data) ?? describeWords(error.data)
    return failureReason({ revert_reason: row.revert_reason })
  }

  return {
    find,
    learnCode(source, transaction, { frames }) {
      const key = keyOf(source, transaction)
      const ran = codeThatRan(frames)
      const error = thrownIn(frames)
      const called = frames.find(({ traceAddress }) => traceAddress?.length === 0)?.to?.toLowerCase()
      const isNews = (ran.length > 0 && !codes.get(key)) || (error !== undefined && !thrown.get(key))
      if (called === undefined || !isNews) return
      if (ran.length > 0) codes.set(key, ran)
      if (error) thrown.set(key, error)
      onLearnt(source, called)
    },
    nameRow: (source, row) =>
      typeof row === 'object' && row !== null
        ? withFailure(
            withCallName(row, nameOf(source, row as CalledRow)),
            failureOf(source, row as CalledRow),
          )
        : row,
  }
}

/** What of a row says what it called. Of a transfer only the four bytes are known, and of many not those. */
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

/** An error that nobody can decode: `0x08c18860(500000000000000000000, 1)`. */
const describeWords = (data: string): string =>
  `${data.slice(0, SELECTOR_LENGTH)}(${readArguments(data, MAX_WORDS)
    .map(({ readings: [likeliest] }) => likeliest.value)
    .join(', ')})`
const MAX_WORDS = 8

/** The data of an error, and who threw it. */
type Thrown = NonNullable<ReturnType<typeof thrownIn>>

/** The data of its failure as the source gives it. */
function dataOf({ revert_reason: reason }: CalledRow): string {
  const raw = typeof reason === 'object' && reason !== null && 'raw' in reason ? reason.raw : reason
  return typeof raw === 'string' && /^(?:0x)?[0-9a-f]{8,}$/i.test(raw) ? `0x${raw.replace(/^0x/, '')}` : '0x'
}

/** Transactions of which it is known whose code they ran. */
const MAX_KEPT_CODES = 5_000
const SELECTOR_LENGTH = 10
const SELECTOR = /^0x[0-9a-f]{8}$/i
const isName = (method: unknown) => typeof method === 'string' && method !== '' && !SELECTOR.test(method)

/** As the row itself says what stands behind the contract. */
function behindOf({ to }: CalledRow): CodeOf | undefined {
  const { hash, implementations } = to ?? {}
  if (!Array.isArray(implementations) || implementations.length === 0) return undefined
  const behind = (implementations as readonly { readonly address_hash?: unknown }[]).flatMap((one) =>
    typeof one.address_hash === 'string' ? [one.address_hash.toLowerCase()] : [],
  )
  const own = String(hash).toLowerCase()
  return (address) => (address === own ? behind : undefined)
}

/** Without its arguments nothing tells functions of the same four bytes apart. */
function onlyName(find: FindCandidates, selector: string): CallName | undefined {
  const [first, ...others] = find('function', selector.toLowerCase(), null)
  if (!first) return undefined
  const { item, origin, from, isCertain } = first
  if (!isCertain && others.some((other) => other.item.name !== item.name)) return undefined
  return { name: item.name, signature: readableSignature(item), origin, from, isCertain }
}

function* contractCandidates(
  abis: readonly ContractAbi[],
  origin: 'verified' | 'bytecode',
  kind: AbiItemKind,
  selector: string,
): Generator<Candidate> {
  for (const { name, index } of abis) {
    const item = index.find(kind, selector)
    if (item) yield { item, origin, from: name, isCertain: origin === 'verified' }
  }
}
