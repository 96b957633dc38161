import type { Abi, Hex } from 'viem'
import {
  parseSignatures,
  readAbiItem,
  selectorOf,
  type AbiItem,
  type AbiItemKind,
} from '#shared/abi/abi-item.ts'
import { AbiIndex } from '#shared/abi/abi-index.ts'
import { decodeEvent } from '#shared/abi/decode.ts'
import { decodeParameters, isDecodableHex, type DecodedData } from '#shared/abi/decode-values.ts'
import type { DecodedArgument, DecodedValue as Value } from '#shared/abi/decoded.ts'
import { TEXT_ERROR, textOfError } from '#shared/abi/error-text.ts'
import { STANDARDS } from '#shared/abi/standard-signatures.ts'
import { type Artifact, isCodeOf } from './artifact.ts'
import { chainText } from './chain-text.ts'
import { COMMON, OF_NFTS } from './known-signatures.ts'
import type { ProxyTarget } from './proxies.ts'

interface ArtifactEntry {
  readonly artifact: Artifact
  readonly index: AbiIndex
}

/** A contract whose code was read: its artifact, if it is one of the project's, and its target, if it is a proxy. */
interface IdentifiedContract {
  readonly own: ArtifactEntry | null
  readonly target: ProxyTarget | null
}

/** Longer inputs are not decoded. */
const MAX_INPUT_BYTES = 64 * 1024

/**
 * Decodes calls, events and errors. It searches the ABI of the contract itself (known by its code), then that of its
 * proxy target, then all artifacts of the project, then well-known signatures. Data that can't be decoded gives null.
 */
export class AbiRegistry {
  #wellKnown: AbiIndex | null = null
  #ofNfts: AbiIndex | null = null
  #project = new AbiIndex()
  #artifacts: readonly ArtifactEntry[] = []
  readonly #contracts = new Map<string, IdentifiedContract>()
  #resets = 0
  #revision = 0

  /** Replaces the artifacts of the project. */
  setArtifacts(artifacts: readonly Artifact[]) {
    const same = this.#artifacts.every(({ artifact }, index) => artifact === artifacts[index])
    if (same && this.#artifacts.length === artifacts.length) return
    const before = new Map(this.#artifacts.map((entry) => [entry.artifact, entry]))
    this.#revision += 1
    this.#artifacts = artifacts.map(
      (artifact) => before.get(artifact) ?? { artifact, index: indexAbi(artifact.abi) },
    )
    this.#project = new AbiIndex()
    for (const { index } of this.#artifacts) this.#project.merge(index)
    for (const [address, { own }] of this.#contracts) if (own === null) this.#contracts.delete(address)
  }

  get hasArtifacts(): boolean {
    return this.#artifacts.length > 0
  }

  /** Rises with every change that can change a decoded name. */
  get revision(): number {
    return this.#revision
  }

  /** Whether the code at an address (lower case) was read. */
  isIdentified(contract: string): boolean {
    return this.#contracts.has(contract)
  }

  /** Finds the artifact for the code at an address (lower case). `target`: where the contract is a proxy. */
  identify(contract: string, code: Uint8Array, target: ProxyTarget | null) {
    this.#revision++
    const own = this.#artifacts.find(({ artifact }) => isCodeOf(artifact, code)) ?? null
    this.#contracts.set(contract, { own, target })
  }

  /** Rises when identified contracts are dropped: their code must be read once more. */
  get resets(): number {
    return this.#resets
  }

  /** Drops one contract, because its proxy target may have changed, and the proxies whose beacon it is. */
  forget(contract: string) {
    this.#resets++
    this.#revision++
    this.#contracts.delete(contract)
    for (const [proxy, { target }] of this.#contracts)
      if (target?.beacon === contract) this.#contracts.delete(proxy)
  }

  /** Drops all contracts: another branch of the chain may have other code at the same addresses. */
  forgetAll() {
    this.#resets++
    this.#revision++
    this.#contracts.clear()
  }

  proxyTarget(contract: string): ProxyTarget | null {
    return this.#contracts.get(contract)?.target ?? null
  }

  nameOf(contract: string): { name: string; verified: boolean } | null {
    const name = this.#contracts.get(contract)?.own?.artifact.name
    const shown = name === undefined ? null : chainText(name)
    return shown === null ? null : { name: shown, verified: true }
  }

  /** The project's artifact of a contract; null if the contract's code is not the project's. */
  artifactOf(contract: string): Artifact | null {
    return this.#contracts.get(contract)?.own?.artifact ?? null
  }

  /** Name of a method by its selector: 0x and 8 hex digits. */
  methodName(selector: string, contract: string): string | null {
    return this.#find('function', selector, contract)?.name ?? null
  }

  /** `isNft`: whether the contract is an ERC-721, asked only of calls that mean something else there. */
  decodeInput(input: Hex, contract: string, isNft: () => boolean): DecodedCall | null {
    if (input.length < SELECTOR_LENGTH || input.length > MAX_INPUT_BYTES * 2) return null
    const item = this.#find('function', input.slice(0, SELECTOR_LENGTH), contract, { isNft })
    const values = item && argumentsIn(item, input)
    if (!values) return null
    return {
      method_call: formatSignature(item),
      method_id: input.slice(2, SELECTOR_LENGTH),
      parameters: decodedParameters(item, values),
    }
  }

  decodeEvent(topics: readonly Hex[], data: Hex, contract: string): DecodedEvent | null {
    const [first] = topics
    const indexed = topics.length - 1
    const item = first === undefined ? undefined : this.#find('event', first, contract, { indexed })
    if (!item || first === undefined || data.length > MAX_INPUT_BYTES * 2) return null
    const decoded = decodeEvent(item, topics, data, false, asItIs)
    return (
      decoded && {
        method_call: formatSignature(item),
        method_id: first.slice(2, SELECTOR_LENGTH),
        parameters: decodedParameters(item, decoded.values).map((parameter, index) => ({
          ...parameter,
          indexed: item.inputs[index]?.isIndexed === true,
        })),
      }
    )
  }

  /** The revert reason in return data as text; hex where no error matches; null where there is no data. */
  revertReason(output: Hex, contract: string | null): string | null {
    if (output.length < 10) return output === '0x' ? null : output
    return this.#describeError(output, contract ?? '', 0) ?? output.slice(0, MAX_REASON_LENGTH)
  }

  /** Null where no error fits all of the data. */
  #describeError(output: string, contract: string, depth: number): string | null {
    const selector = output.slice(0, SELECTOR_LENGTH).toLowerCase()
    const item = depth < MAX_ERRORS ? this.#find('error', selector, contract) : undefined
    const decoded = item && decodedIn(item, output as Hex)
    if (item === undefined || decoded?.rest !== '') return null
    if (selector !== TEXT_ERROR) return describeError(item, decoded.values)
    const text = textOfError(output, (inner) => this.#describeError(inner, contract, depth + 1))
    return text && chainText(text, MAX_REASON_LENGTH)
  }

  /** `indexed`: the number of topics behind that of an event. Events of one topic differ in it: of ERC-20 and of ERC-721. */
  #find(
    kind: AbiItemKind,
    key: string,
    contract: string,
    { isNft = () => false, indexed }: { isNft?: () => boolean; indexed?: number } = {},
  ): AbiItem | undefined {
    this.#wellKnown ??= wellKnownItems()
    const known = this.#contracts.get(contract)
    const own =
      known?.own?.index.find(kind, key) ??
      known?.target?.addresses
        .map((address) => this.#contracts.get(address)?.own?.index.find(kind, key))
        .find((item) => item !== undefined)
    const named = own ?? this.#project.find(kind, key)
    if (named !== undefined && (indexed === undefined || indexedOf(named) === indexed)) return named
    this.#ofNfts ??= new AbiIndex(parseSignatures(OF_NFTS))
    const ofNft = this.#ofNfts.find(kind, key)
    return ofNft && isNft() ? ofNft : this.#wellKnown.find(kind, keyOf(key, indexed))
  }
}

const keyOf = (key: string, indexed: number | undefined) =>
  indexed === undefined ? key : `${key}/${String(indexed)}`
const indexedOf = ({ inputs }: AbiItem) => inputs.filter(({ isIndexed }) => isIndexed).length

function wellKnownItems(): AbiIndex {
  const index = new AbiIndex()
  for (const item of [COMMON, ...Object.values(STANDARDS)].flatMap(parseSignatures))
    index.add(item, keyOf(selectorOf(item), item.kind === 'event' ? indexedOf(item) : undefined))
  return index
}

const MAX_REASON_LENGTH = 500
/** Errors inside the text of errors. */
const MAX_ERRORS = 8

/** Characters of a selector with its `0x`. */
const SELECTOR_LENGTH = 10

/** The API gives texts as they are; who shows them makes them safe. */
const asItIs = (text: string) => text

/** The arguments after a selector; undefined where they can't be decoded. */
const argumentsIn = (item: AbiItem, data: Hex): readonly DecodedArgument[] | undefined =>
  decodedIn(item, data)?.values

const decodedIn = ({ inputs }: AbiItem, data: Hex): DecodedData | null =>
  isDecodableHex(data) ? decodeParameters(inputs, data.slice(SELECTOR_LENGTH), false, asItIs) : null

function describeError(item: AbiItem, values: readonly DecodedArgument[]): string | null {
  const parameters = decodedParameters(item, values)
  const [first] = parameters
  if (item.name === 'Panic') return panicText(Number(first?.value))
  const shown = parameters.map(
    ({ name, value }) =>
      `${name === '' ? '' : `${name}: `}${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return chainText(`${item.name}(${shown.join(', ')})`, MAX_REASON_LENGTH)
}

const PANICS: Readonly<Record<number, string>> = {
  0x01: 'an assertion failed',
  0x11: 'a calculation went beyond its type',
  0x12: 'a division by zero',
  0x21: 'a value that its enum does not have',
  0x22: 'a storage array that is wrongly encoded',
  0x31: 'pop on an empty array',
  0x32: 'an index outside its array',
  0x41: 'more memory than there is',
  0x51: 'a call to a function that is not set',
}
const panicText = (code: number) =>
  `Panic(0x${code.toString(16).padStart(2, '0')})${PANICS[code] === undefined ? '' : `: ${PANICS[code]}`}`

/** Items of an ABI that can't be read are left out. */
const indexAbi = (abi: Abi): AbiIndex => new AbiIndex(abi.map(readAbiItem).filter((item) => item !== null))

/** A decoded call as the API writes `decoded_input`. Values are texts, or lists of them. */
interface DecodedCall<Parameter = DecodedParameter> {
  readonly method_call: string
  readonly method_id: string
  readonly parameters: readonly Parameter[]
}
/** A decoded event: its signature and each argument say what is indexed. */
type DecodedEvent = DecodedCall<DecodedParameter & { readonly indexed: boolean }>
interface DecodedParameter {
  readonly name: string
  readonly type: string
  readonly value: DecodedValue
}
type DecodedValue = string | readonly DecodedValue[]

/** As the API writes it: tuples without the names of their fields. */
const formatSignature = ({ name, inputs }: AbiItem): string =>
  `${name}(${inputs
    .map(
      ({ name: input, type, isIndexed }) =>
        type.canonical + (isIndexed ? ' indexed' : '') + (input === null ? '' : ` ${input}`),
    )
    .join(', ')})`

const decodedParameters = (
  { inputs }: AbiItem,
  values: readonly DecodedArgument[],
): readonly DecodedParameter[] =>
  inputs.map(({ name, type }, index) => ({
    name: name ?? '',
    type: type.canonical,
    value: plainValue(values[index]?.value ?? ''),
  }))

function plainValue(value: Value): DecodedValue {
  if (typeof value === 'string') return value
  if ('list' in value) return value.list.map(plainValue)
  return 'fields' in value ? value.fields.map((field) => plainValue(field.value)) : value.bytes
}
