import { decodeAbiParameters, decodeEventLog, parseAbi } from 'viem'
import type { Abi, AbiEvent, AbiFunction, AbiParameter, Hex } from 'viem'
import { toEventSelector, toFunctionSelector } from 'viem/utils'
import type { Artifact } from './artifact.ts'
import { isCodeOf } from './artifact.ts'
import { chainText } from './chain-text.ts'
import { KNOWN_ERRORS, KNOWN_EVENTS, KNOWN_FUNCTIONS } from './known-signatures.ts'
import type { ProxyTarget } from './proxies.ts'
import { formatSignature, decodedParameters } from './decoded-values.ts'
import type { DecodedCall, DecodedEvent } from './decoded-values.ts'

type AbiError = Extract<Abi[number], { type: 'error' }>

interface ArtifactEntry {
  readonly artifact: Artifact
  readonly index: AbiIndex
}

/** A contract whose code was read: its artifact, if it is one of the project's, and its target, if it is a proxy. */
interface IdentifiedContract {
  readonly own: ArtifactEntry | null
  readonly target: ProxyTarget | null
}

/** The items of an ABI by selector (functions, errors) or first topic (events). */
interface AbiIndex {
  readonly functions: Map<string, AbiFunction>
  readonly events: Map<string, AbiEvent>
  readonly errors: Map<string, AbiError>
}

/** Longer inputs are not decoded. */
const MAX_INPUT_BYTES = 64 * 1024

/**
 * Decodes calls, events and errors. It searches the ABI of the contract itself (known by its code), then that of its
 * proxy target, then all artifacts of the project, then well-known signatures. Data that can't be decoded gives null.
 */
export class AbiRegistry {
  #wellKnown: AbiIndex | null = null
  #project: AbiIndex = emptyIndex()
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
    this.#project = emptyIndex()
    for (const { index } of this.#artifacts) mergeInto(this.#project, index)
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

  /** The ABI of a contract that is one of the project's own; null where its code is not. */
  abiOf(contract: string): Abi | null {
    return this.#contracts.get(contract)?.own?.artifact.abi ?? null
  }

  /** Name of a method by its selector: 0x and 8 hex digits. */
  methodName(selector: string, contract: string): string | null {
    return this.#find('functions', selector, contract)?.name ?? null
  }

  decodeInput(input: Hex, contract: string): DecodedCall | null {
    if (input.length < 10 || input.length > MAX_INPUT_BYTES * 2) return null
    const item = this.#find('functions', input.slice(0, 10), contract)
    if (!item) return null
    return attempt(() => {
      return {
        method_call: formatSignature(item),
        method_id: input.slice(2, 10),
        parameters: decodedParameters(item.inputs, argumentsIn(item.inputs, input)),
      }
    })
  }

  decodeEvent(topics: readonly Hex[], data: Hex, contract: string): DecodedEvent | null {
    const [first] = topics
    const item = first === undefined ? undefined : this.#find('events', first, contract)
    if (!item || first === undefined || data.length > MAX_INPUT_BYTES * 2) return null
    return attempt(() => {
      // viem gives no arguments at all where the event has none.
      const { args }: { args?: unknown } = decodeEventLog({
        abi: [item],
        topics: [first, ...topics.slice(1)],
        data,
        strict: true,
      })
      const named = (args ?? []) as readonly unknown[] | Readonly<Record<string, unknown>>
      const values = Array.isArray(named)
        ? named
        : item.inputs.map((input) => (named as Record<string, unknown>)[input.name ?? ''])
      return {
        method_call: formatSignature(item),
        method_id: first.slice(2, 10),
        parameters: decodedParameters(item.inputs, values).map((parameter, index) => ({
          ...parameter,
          indexed: item.inputs[index]?.indexed === true,
        })),
      }
    })
  }

  /** The revert reason in return data as text; hex where no error matches; null where there is no data. */
  revertReason(output: Hex, contract: string | null): string | null {
    if (output.length < 10) return output === '0x' ? null : output
    const item = this.#find('errors', output.slice(0, 10), contract ?? '')
    const reason =
      item &&
      attempt(() => {
        const values = argumentsIn(item.inputs, output)
        if (item.name === 'Error') return chainText(String(values[0]), MAX_REASON_LENGTH)
        if (item.name === 'Panic') return panicText(Number(values[0]))
        const shown = decodedParameters(item.inputs, values).map(
          ({ name, value }) =>
            `${name === '' ? '' : `${name}: `}${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        return chainText(`${item.name}(${shown.join(', ')})`, MAX_REASON_LENGTH)
      })
    return reason ?? output.slice(0, MAX_REASON_LENGTH)
  }

  #find<Kind extends keyof AbiIndex>(kind: Kind, key: string, contract: string) {
    this.#wellKnown ??= indexAbi(
      parseAbi<readonly string[]>([...KNOWN_FUNCTIONS, ...KNOWN_EVENTS, ...KNOWN_ERRORS]),
    )
    type Item = AbiIndex[Kind] extends Map<string, infer Each> ? Each : never
    const known = this.#contracts.get(contract)
    const own =
      known?.own?.index[kind].get(key) ??
      known?.target?.addresses
        .map((address) => this.#contracts.get(address)?.own?.index[kind].get(key))
        .find((item) => item !== undefined)
    return (own ?? this.#project[kind].get(key) ?? this.#wellKnown[kind].get(key)) as Item | undefined
  }
}

const MAX_REASON_LENGTH = 500

/** Hex digits: a selector with its `0x`, and a word. */
const [SELECTOR_LENGTH, WORD_LENGTH] = [10, 64]

/** The arguments after a selector. Throws where they can't be decoded. */
function argumentsIn(inputs: readonly AbiParameter[], data: Hex): readonly unknown[] {
  if (inputs.length === 0) return []
  // Checked first because viem's error is slow to build.
  if (data.length < SELECTOR_LENGTH + inputs.length * WORD_LENGTH) throw new Error('too short')
  return decodeAbiParameters(inputs, `0x${data.slice(SELECTOR_LENGTH)}`)
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

const emptyIndex = (): AbiIndex => ({ functions: new Map(), events: new Map(), errors: new Map() })

function indexAbi(abi: Abi): AbiIndex {
  const index = emptyIndex()
  for (const item of abi) {
    attempt(() => {
      if (item.type === 'function') addFirst(index.functions, toFunctionSelector(item), item)
      else if (item.type === 'event' && !item.anonymous) addFirst(index.events, toEventSelector(item), item)
      // An error's selector is computed like a function's.
      else if (item.type === 'error')
        addFirst(
          index.errors,
          toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' }),
          item,
        )
    })
  }
  return index
}

function mergeInto(into: AbiIndex, from: AbiIndex) {
  for (const [key, item] of from.functions) addFirst(into.functions, key, item)
  for (const [key, item] of from.events) addFirst(into.events, key, item)
  for (const [key, item] of from.errors) addFirst(into.errors, key, item)
}

/** Where two items share a selector, the first one is kept. */
function addFirst<Item>(into: Map<string, Item>, key: string, item: Item) {
  if (!into.has(key)) into.set(key, item)
}

/** A contract's data and ABI can be anything: what can't be decoded gives null. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
