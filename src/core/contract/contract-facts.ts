/**
 * Collects the facts about a contract's own code: from its source, a followed node, the person's ABIs, and the code
 * itself.
 */
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { anyData } from '#platform/json-rpc/wire.ts'
import { MAX_SIGNATURE_LENGTH, selectorOf, wholeSignature, type AbiItem } from '#shared/abi/abi-item.ts'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import type { Candidate } from '#shared/abi/candidate.ts'
import { decodeCreation } from '#shared/abi/decode-creation.ts'
import type { SmartContract } from '#shared/chain/smart-contract.ts'
import type { ContractCode, ContractItem, ContractSetting } from '#shared/rpc/contract/contracts.ts'
import { plainName } from '#shared/text/hostile-text.ts'
import type { KnownAbis } from '../abi/abi-domain.ts'
import { codeHashOf } from '../abi/code-hash.ts'
import { constructorsOf } from '../abi/abi-handlers.ts'
import { implementationsOf, readAbi } from '../abi/contract-abis.ts'
import { filesOf } from './contract-files.ts'

export interface ContractQuestion {
  readonly source: string
  readonly address: string
  /** As the source tells it; where it knows no contract, nothing is told. */
  readonly contract: SmartContract
  /** As a node tells it, where the source does not. */
  readonly code: string | null
}

/** Items of one contract that are given; the largest have 500. */
const MAX_ITEMS = 5_000

export async function readContractFacts(
  { ownAbis, names, codeFunctions, chainOf }: KnownAbis,
  { source, address, contract, code: codeOfNode }: ContractQuestion,
): Promise<ContractCode> {
  const verified = readAbi(contract)
  const code = contract.deployed_bytecode ?? codeOfNode
  const called = { addresses: [address.toLowerCase()], codeHashes: () => [codeHashOf(code) ?? []].flat() }
  const own = ownAbis.ofContract(called, chainOf(source))
  const found = code === null ? new AbiIndex() : await codeFunctions.find(code)
  const constructors = constructorsOf(own, verified)
  const candidates = function* (): Generator<Candidate> {
    yield* constructors
    for (const abi of own) yield* itemsOf(abi.index, 'own', abi.name)
    if (verified) yield* itemsOf(verified.index, 'verified', verified.name)
    for (const [selector, item] of found.all('function'))
      yield nameOf(item, names.find(source)('function', selector, address.toLowerCase()))
  }
  return {
    address,
    name: plainName(contract.name ?? '') || null,
    isVerified: contract.is_verified ?? verified !== null,
    isPartial: contract.is_partially_verified === true,
    settings: settingsOf(contract),
    verifiedAt: contract.verified_at ?? null,
    ...filesOf(contract),
    items: withoutRepeats(candidates(), found),
    code,
    constructed: constructedBy(contract, constructors),
    behind: behindOf(contract, address),
  }
}

/** Null where there is none. Throws what is wrong with the node. */
export async function codeAt(node: NodeConnection, address: string): Promise<string | null> {
  const code = anyData(await node.request('eth_getCode', [address, 'latest']), 'code')
  return code === '0x' ? null : code
}

function* itemsOf(index: AbiIndex, origin: 'own' | 'verified', from: string): Generator<Candidate> {
  for (const kind of ['function', 'event', 'error'] as const)
    for (const [, item] of index.all(kind)) yield { item, origin, from, isCertain: true }
}

/** The first name whose types are those that the code takes; without one, its selector. */
function nameOf(item: AbiItem, candidates: Iterable<Candidate>): Candidate {
  const types = typesOf(item)
  for (const candidate of candidates) if (typesOf(candidate.item) === types) return candidate
  return { item, origin: 'bytecode', from: item.name, isCertain: false }
}
const typesOf = ({ inputs }: AbiItem) => inputs.map(({ type }) => type.canonical).join()

function withoutRepeats(candidates: Iterable<Candidate>, inCode: AbiIndex): readonly ContractItem[] {
  const items = new Map<string, ContractItem>()
  for (const { item, origin, from, isCertain } of candidates) {
    if (items.size === MAX_ITEMS) break
    const { kind, name } = item
    const selector = kind === 'constructor' ? null : origin === 'bytecode' ? name : selectorOf(item)
    const key = `${kind} ${selector ?? ''}`
    if (items.has(key)) continue
    const signature = wholeSignature(item)
    const isSearched = kind === 'function' && inCode.size > 0
    items.set(key, {
      ...{ kind, name, selector, origin, from, isCertain },
      signature,
      inputs: item.inputs.length,
      isView: isReadable(item, origin) && signature.length <= MAX_SIGNATURE_LENGTH,
      isInCode: isSearched && selector !== null ? inCode.find('function', selector) !== undefined : null,
    })
  }
  return [...items.values()]
}

/** Standards are written without saying which of their functions only read. */
const isReadable = ({ isView, name, outputs }: AbiItem, origin: Candidate['origin']) =>
  isView === true || (origin === 'standard' && (outputs?.length ?? 0) > 0 && VIEWS_OF_STANDARDS.test(name))
const VIEWS_OF_STANDARDS =
  /^(?:name|symbol|decimals|totalSupply|totalAssets|asset|owner|balanceOf|balanceOfBatch|allowance|ownerOf|tokenURI|uri|getApproved|isApprovedForAll|supportsInterface|nonces|DOMAIN_SEPARATOR|convertTo\w+|preview\w+|max(?:Deposit|Mint|Withdraw|Redeem))$/

function settingsOf(contract: SmartContract): readonly (readonly [ContractSetting, string])[] {
  const { language, compiler_version: compiler, evm_version: evm, license_type: licence } = contract
  const runs: unknown = contract.optimization_runs
  const answers: readonly (readonly [ContractSetting, unknown])[] = [
    ['language', language],
    ['compiler', compiler],
    ['evm', evm],
    ['optimizer', runs],
    ['licence', licence],
  ]
  return answers.flatMap(([kind, text]) => {
    const shown = typeof text === 'string' || typeof text === 'number' ? plainName(String(text), 60) : ''
    return shown === '' ? [] : [[kind, shown] as const]
  })
}

function constructedBy({ constructor_args: told }: SmartContract, constructors: readonly Candidate[]) {
  const input = `0x${(told ?? '').replace(/^0x/i, '')}`
  return input === '0x'
    ? null
    : decodeCreation({ input, code: null, constructorArguments: input }, constructors)
}

function behindOf(contract: SmartContract, address: string): ContractCode['behind'] {
  const names = new Map(
    (contract.implementations ?? []).map(({ address_hash: hash, name }) => [hash?.toLowerCase(), name]),
  )
  return implementationsOf(contract, address).map((hash) => ({
    address: hash,
    name: plainName(names.get(hash) ?? '') || null,
  }))
}
