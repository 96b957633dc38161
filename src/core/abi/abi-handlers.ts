/** Handlers of the contract for what calls, logs and errors mean. */
import type { AbiItemKind } from '#shared/abi/abi-item.ts'
import type { Candidate, FindCandidates } from '#shared/abi/candidate.ts'
import { decodeCall, decodeError, decodeLog } from '#shared/abi/decode.ts'
import type { Decoded, DecodedArgument, DecodedValue } from '#shared/abi/decoded.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { ContractAbis } from './contract-abis.ts'
import { knownCandidates } from './known-signatures.ts'
import type { OwnAbis } from './own-abis.ts'

export interface AbiDeps {
  readonly contracts: ContractAbis
  readonly ownAbis: OwnAbis
  /** The chain of a source, where it is known. */
  readonly chainOf: (source: string) => string | undefined
}

type AbiCalls = 'abi.decode' | 'abi.add' | 'abi.remove'

export function abiHandlers(deps: AbiDeps): Pick<Handlers, AbiCalls> {
  const { contracts, ownAbis } = deps
  return {
    'abi.add': (abi) => ownAbis.add(abi),
    'abi.remove': ({ id }) => {
      ownAbis.remove(id)
      return null
    },
    async 'abi.decode'({ source, items, askSource }, { signal }) {
      const find = findIn(deps, source)
      if (askSource) await contracts.ask(source, items.flatMap(contractsOf), signal)
      const results = items.map((item) => decodeItem(item, find))
      if (!askSource) return { results }
      // What is called inside is known only now.
      const inside = results.flatMap((decoded) => calledWithin(decoded))
      if (inside.length === 0) return { results }
      await contracts.ask(source, inside, signal)
      return { results: items.map((item) => decodeItem(item, find)) }
    },
  }
}

export const abiStreams = ({ ownAbis }: Pick<AbiDeps, 'ownAbis'>): Pick<Streams, 'abi.changed'> => ({
  'abi.changed': (_, emit) => {
    emit(ownAbis.list())
    return ownAbis.onChange(emit)
  },
})

/** The layers, the best first. */
function findIn({ contracts, ownAbis, chainOf }: AbiDeps, source: string): FindCandidates {
  const chainId = chainOf(source)
  return function* (kind, selector, address) {
    yield* ownAbis.candidates(kind, selector, address, chainId)
    if (address !== null) yield* verifiedCandidates(contracts, source, kind, selector, address)
    yield* knownCandidates(kind, selector)
  }
}

function* verifiedCandidates(
  contracts: ContractAbis,
  source: string,
  kind: AbiItemKind,
  selector: string,
  address: string,
): Generator<Candidate> {
  for (const { name, index } of contracts.known(source, address)) {
    const item = index.find(kind, selector)
    if (item) yield { item, origin: 'verified', from: name, isCertain: true }
  }
}

function decodeItem(item: DecodableItem, find: FindCandidates): Decoded | null {
  if (item.kind === 'log') return decodeLog(item, find)
  return item.kind === 'error' ? decodeError(item, find) : decodeCall(item, find)
}

function contractsOf(item: DecodableItem): readonly string[] {
  const address = item.kind === 'log' ? item.address : item.to
  return address === null ? [] : [address.toLowerCase()]
}

/** Whom the calls inside go to, outermost first. */
const calledWithin = (decoded: Decoded | null): readonly string[] =>
  (decoded?.arguments ?? []).flatMap(calledBy)

const calledBy = ({ value }: Pick<DecodedArgument, 'value'>): readonly string[] => calledIn(value)

function calledIn(value: DecodedValue): readonly string[] {
  if (typeof value === 'string') return []
  if ('list' in value) return value.list.flatMap(calledIn)
  if ('fields' in value) return value.fields.flatMap(calledBy)
  return value.calls.flatMap(({ to, decoded }) => [
    ...(to === null ? [] : [to.toLowerCase()]),
    ...calledWithin(decoded),
  ])
}
