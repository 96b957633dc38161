/** The handlers of the contract that decode calls, logs and errors. */
import { callsWithin } from '#shared/abi/calls-within.ts'
import type { Candidate, FindCandidates } from '#shared/abi/candidate.ts'
import { decodeCall, decodeError, decodeLog } from '#shared/abi/decode.ts'
import { decodeCreation } from '#shared/abi/decode-creation.ts'
import type { Decoded, DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { CallNames, CodeOf } from './call-names.ts'
import { calledCode, type ContractAbi, type ContractAbis } from './contract-abis.ts'
import type { OwnAbis } from './own-abis.ts'

export interface AbiDeps {
  readonly contracts: ContractAbis
  readonly ownAbis: OwnAbis
  readonly names: Pick<CallNames, 'find'>
  /** The chain id of a source; undefined if unknown. */
  readonly chainOf: (source: string) => string | undefined
  readonly log: (line: string) => void
  /** Aborted when the core closes. */
  readonly closing: AbortSignal
}

/** Time limit for the code of a contract that an ABI was added for, in ms. */
const MAX_CODE_MS = 120_000

type AbiCalls = 'abi.decode' | 'abi.add' | 'abi.remove'

export function abiHandlers(deps: AbiDeps): Pick<Handlers, AbiCalls> {
  const { contracts, ownAbis } = deps
  return {
    'abi.add': ({ source, ...abi }) => {
      const added = ownAbis.add(abi)
      if (source !== undefined && added.address !== null)
        learnCode(deps, source, added.id, added.address).catch((error: unknown) => {
          deps.log(`The code of an own ABI was not learnt: ${String(error)}`)
        })
      return added
    },
    'abi.remove': ({ id }) => {
      ownAbis.remove(id)
      return null
    },
    async 'abi.decode'({ source, items, askSource }, { signal }) {
      const findFor = (item: DecodableItem) => deps.names.find(source, codeOf(item))
      if (askSource) await contracts.ask(source, items.flatMap(contractsOf), signal)
      const decodeAll = () =>
        items.map((item) =>
          item.kind === 'call' && item.to === null
            ? decodeConstructor(deps, source, item)
            : decodeItem(item, findFor(item)),
        )
      let results = decodeAll()
      if (!askSource) return { results }
      // The nested calls are known only after the first decoding, so their contracts are requested now.
      const inside = results.flatMap((decoded) => calledWithin(decoded).map(({ to }) => to))
      if (inside.length > 0) {
        await contracts.ask(source, inside, signal)
        results = decodeAll()
      }
      // No signature tells whether a number is an amount or the id of an NFT, so the type of the token is requested.
      const doubtful = results.flatMap((decoded, at) => doubtfulIn(items[at], decoded))
      if (doubtful.length > 0) {
        await contracts.askTokens(source, doubtful, signal)
        results = decodeAll()
      }
      const unnamed = results.flatMap((decoded, at) => unnamedIn(items[at], decoded))
      if (await contracts.readCode(source, unnamed, signal)) results = decodeAll()
      return { results }
    },
  }
}

export const abiStreams = ({ ownAbis }: Pick<AbiDeps, 'ownAbis'>): Pick<Streams, 'abi.changed'> => ({
  'abi.changed': (_, emit) => {
    emit(ownAbis.list())
    return ownAbis.onChange(emit)
  },
})

/** Keeps an ABI for the code of its contract, too. The source may be slow, so it is asked behind the answer. */
async function learnCode(
  { contracts, ownAbis, closing }: AbiDeps,
  source: string,
  id: number,
  address: string,
): Promise<void> {
  await contracts.ask(source, [address], AbortSignal.any([closing, AbortSignal.timeout(MAX_CODE_MS)]))
  if (closing.aborted) return
  const codes = [address, ...contracts.behind(source, address)].flatMap(
    (one) => contracts.contract(source, one)?.code ?? [],
  )
  ownAbis.learnCode(id, codes)
}

/** Decodes a creation by the ABIs of the created contract, the person's own first. */
function decodeConstructor(
  { contracts, ownAbis, chainOf }: AbiDeps,
  source: string,
  { created, input }: DecodableItem & { readonly kind: 'call' },
): Decoded | null {
  if (created === undefined) return null
  const address = created.toLowerCase()
  const known = contracts.contract(source, address)
  return decodeCreation(
    { input, code: known?.code ?? null, constructorArguments: known?.constructorArguments ?? null },
    constructorsOf(
      ownAbis.ofContract(calledCode(contracts, source, [address]), chainOf(source)),
      known?.abi ?? null,
    ),
  )
}

/** The constructors of a contract's ABIs. An ABI with several constructors is of several contracts and is left out. */
export function constructorsOf(
  own: readonly ContractAbi[],
  verified: ContractAbi | null,
): readonly Candidate[] {
  const known = [
    ...own.map((abi) => ['own', abi] as const),
    ...(verified ? [['verified', verified] as const] : []),
  ]
  return known.flatMap(([origin, { name, index }]) => {
    const item = index.onlyConstructor
    return item ? [{ item, origin, from: name, isCertain: true }] : []
  })
}

function decodeItem(item: DecodableItem, find: FindCandidates): Decoded | null {
  if (item.kind === 'log') return decodeLog(item, find)
  return item.kind === 'error' ? decodeError(item, find) : decodeCall(item, find)
}

const addressOf = (item: DecodableItem) =>
  (item.kind === 'log'
    ? item.address
    : item.kind === 'call'
      ? (item.to ?? item.created)
      : item.to
  )?.toLowerCase()

function contractsOf(item: DecodableItem): readonly string[] {
  const address = addressOf(item)
  return [...(address === undefined ? [] : [address]), ...ranIn(item)]
}

const ranIn = ({ ran = [] }: DecodableItem) => ran.map((hash) => hash.toLowerCase())

function codeOf(item: DecodableItem): CodeOf {
  const [ran, own] = [ranIn(item), addressOf(item)]
  return (address) => (ran.length > 0 && address === own ? ran : undefined)
}

/** Contracts for which the call has a meaning by ERC-20 and another by ERC-721. */
function doubtfulIn(item: DecodableItem | undefined, decoded: Decoded | null): readonly string[] {
  const isDoubtful = decoded?.origin === 'standard' && /^ERC-(?:20|721)$/.test(decoded.from)
  const own =
    item?.kind === 'call' && item.to !== null && isDoubtful && DOUBTFUL.has(decoded.selector ?? '')
      ? [item.to.toLowerCase()]
      : []
  const outer = item?.kind === 'call' ? item.to : null
  const inside = callsWithin(decoded).flatMap(({ to, decoded: meaning, input }) =>
    doubtfulIn({ kind: 'call', to: to ?? outer, input }, meaning),
  )
  return [...own, ...inside]
}

/** Selectors of `approve(address,uint256)` and `transferFrom(address,address,uint256)`. */
const DOUBTFUL: ReadonlySet<string> = new Set(['0x095ea7b3', '0x23b872dd'])

interface CalledContract {
  readonly to: string
  readonly isNamed: boolean
}

/** The contracts of nested calls, outermost first. */
const calledWithin = (decoded: Decoded | null): readonly CalledContract[] =>
  (decoded?.arguments ?? []).flatMap(calledBy)

const calledBy = ({ value }: Pick<DecodedArgument, 'value'>): readonly CalledContract[] => calledIn(value)

function calledIn(value: DecodedValue): readonly CalledContract[] {
  if (typeof value === 'string') return []
  if ('list' in value) return value.list.flatMap(calledIn)
  if ('fields' in value) return value.fields.flatMap(calledBy)
  return value.calls.flatMap(({ to, decoded, input }) => [
    // A transfer of coin calls no function.
    ...(to === null ? [] : [{ to: to.toLowerCase(), isNamed: decoded !== null || input === '0x' }]),
    ...calledWithin(decoded),
  ])
}

/** Contracts whose called functions have no name; their code may give the types. */
function unnamedIn(item: DecodableItem | undefined, decoded: Decoded | null): readonly string[] {
  if (item?.kind !== 'call' || item.to === null) return []
  if (decoded === null) return contractsOf(item)
  return calledWithin(decoded).flatMap(({ to, isNamed }) => (isNamed ? [] : [to]))
}
