import { decodeAbiParameters, decodeEventLog, parseAbi } from 'viem'
import type { Abi, AbiEvent, AbiFunction, AbiParameter, Hex } from 'viem'
import { toEventSelector, toFunctionSelector } from 'viem/utils'
import type { Artifact } from './artifact.ts'
import { isCodeOf } from './artifact.ts'
import { chainText } from './chain-text.ts'
import { KNOWN_ERRORS, KNOWN_EVENTS, KNOWN_FUNCTIONS } from './known-signatures.ts'
import type { Behind } from './proxies.ts'
import { callText, parametersOf } from './decoded-values.ts'
import type { DecodedCall } from './decoded-values.ts'

type AbiError = Extract<Abi[number], { type: 'error' }>

interface Entry {
  readonly artifact: Artifact
  readonly meanings: Meanings
}

/** What the code at an address is: one of the artifacts or none, and what it hands its calls on to. */
interface Contract {
  readonly own: Entry | null
  readonly behind: Behind | null
}

interface Meanings {
  readonly functions: Map<string, AbiFunction>
  readonly events: Map<string, AbiEvent>
  readonly errors: Map<string, AbiError>
}

/** Longer calls are shown as they came. */
const MAX_INPUT_BYTES = 64 * 1024

/**
 * What selectors and topics mean: first by the ABI of the contract itself, where its code is known from an artifact; then by
 * that of the contract behind it; then by any artifact; then by signatures everybody knows. Nothing that can't be decoded throws.
 */
export class AbiBook {
  #known: Meanings | null = null
  #project: Meanings = empty()
  #artifacts: readonly Entry[] = []
  readonly #contracts = new Map<string, Contract>()
  #round = 0
  #revision = 0

  /** From now on these artifacts give the names. */
  use(artifacts: readonly Artifact[]) {
    const same = this.#artifacts.every(({ artifact }, index) => artifact === artifacts[index])
    if (same && this.#artifacts.length === artifacts.length) return
    const before = new Map(this.#artifacts.map((entry) => [entry.artifact, entry]))
    this.#revision += 1
    this.#artifacts = artifacts.map(
      (artifact) => before.get(artifact) ?? { artifact, meanings: read(artifact.abi) },
    )
    this.#project = empty()
    for (const { meanings } of this.#artifacts) add(this.#project, meanings)
    for (const [address, { own }] of this.#contracts) if (own === null) this.#contracts.delete(address)
  }

  /** Counts what may have changed a name. */
  get revision(): number {
    return this.#revision
  }

  /** Whether the code at a lower-case address has been looked at. */
  hasSeen(contract: string): boolean {
    return this.#contracts.has(contract)
  }

  /** The code at an address, for its name to be found, and what stands behind it. */
  see(contract: string, code: Uint8Array, behind: Behind | null) {
    this.#revision++
    const own = this.#artifacts.find(({ artifact }) => isCodeOf(artifact, code)) ?? null
    this.#contracts.set(contract, { own, behind })
  }

  /** How often something known was forgotten: what was asked for before may be asked for again. */
  get round(): number {
    return this.#round
  }

  /** There may be another contract behind it now. */
  forget(contract: string) {
    this.#round++
    this.#revision++
    this.#contracts.delete(contract)
  }

  /** Another branch of the chain may have other code at the same addresses. */
  forgetContracts() {
    this.#round++
    this.#revision++
    this.#contracts.clear()
  }

  behind(contract: string): Behind | null {
    return this.#contracts.get(contract)?.behind ?? null
  }

  nameOf(contract: string): { name: string; verified: boolean } | null {
    const name = this.#contracts.get(contract)?.own?.artifact.name
    const shown = name === undefined ? null : chainText(name)
    return shown === null ? null : { name: shown, verified: true }
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
        method_call: callText(item),
        method_id: input.slice(2, 10),
        parameters: parametersOf(item.inputs, argumentsIn(item.inputs, input)),
      }
    })
  }

  decodeEvent(topics: readonly Hex[], data: Hex, contract: string): DecodedCall | null {
    const [first] = topics
    const item = first === undefined ? undefined : this.#find('events', first, contract)
    if (!item || first === undefined || data.length > MAX_INPUT_BYTES * 2) return null
    return attempt(() => {
      const { args } = decodeEventLog({
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
        method_call: callText(item),
        method_id: first.slice(2, 10),
        parameters: parametersOf(item.inputs, values),
      }
    })
  }

  /** What a reverted call gave back, in words; its hex where nobody knows it; null where it gave nothing. */
  revertReason(output: Hex, contract: string | null): string | null {
    if (output.length < 10) return output === '0x' ? null : output
    const item = this.#find('errors', output.slice(0, 10), contract ?? '')
    const reason =
      item &&
      attempt(() => {
        const values = argumentsIn(item.inputs, output)
        if (item.name === 'Error') return chainText(String(values[0]), MAX_REASON_LENGTH)
        if (item.name === 'Panic') return panicText(Number(values[0]))
        const shown = parametersOf(item.inputs, values).map(
          ({ name, value }) =>
            `${name === '' ? '' : `${name}: `}${typeof value === 'string' ? value : JSON.stringify(value)}`,
        )
        return chainText(`${item.name}(${shown.join(', ')})`, MAX_REASON_LENGTH)
      })
    return reason ?? output.slice(0, MAX_REASON_LENGTH)
  }

  #find<Kind extends keyof Meanings>(kind: Kind, key: string, contract: string) {
    this.#known ??= read(parseAbi([...KNOWN_FUNCTIONS, ...KNOWN_EVENTS, ...KNOWN_ERRORS]) as Abi)
    type Item = Meanings[Kind] extends Map<string, infer Each> ? Each : never
    const known = this.#contracts.get(contract)
    const own =
      known?.own?.meanings[kind].get(key) ??
      (known?.behind && this.#contracts.get(known.behind.address)?.own?.meanings[kind].get(key))
    return (own ?? this.#project[kind].get(key) ?? this.#known[kind].get(key)) as Item | undefined
  }
}

const MAX_REASON_LENGTH = 500

const NOTHING: readonly unknown[] = []
/** A selector in hex with its 0x; a word in hex. */
const [HEAD, WORD] = [10, 64]

/** What follows a selector. Throws where it can't be read; what is plainly too short is not even tried. */
function argumentsIn(inputs: readonly AbiParameter[], data: Hex): readonly unknown[] {
  if (inputs.length === 0) return NOTHING
  if (data.length < HEAD + inputs.length * WORD) throw new Error('too short')
  return decodeAbiParameters(inputs, `0x${data.slice(HEAD)}`)
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

const empty = (): Meanings => ({ functions: new Map(), events: new Map(), errors: new Map() })

function read(abi: Abi): Meanings {
  const meanings = empty()
  for (const item of abi) {
    attempt(() => {
      if (item.type === 'function') first(meanings.functions, toFunctionSelector(item), item)
      else if (item.type === 'event' && !item.anonymous) first(meanings.events, toEventSelector(item), item)
      // An error's selector is made as a function's is.
      else if (item.type === 'error')
        first(
          meanings.errors,
          toFunctionSelector({ ...item, type: 'function', outputs: [], stateMutability: 'view' }),
          item,
        )
    })
  }
  return meanings
}

function add(into: Meanings, from: Meanings) {
  for (const [key, item] of from.functions) first(into.functions, key, item)
  for (const [key, item] of from.events) first(into.events, key, item)
  for (const [key, item] of from.errors) first(into.errors, key, item)
}

function first<Item>(into: Map<string, Item>, key: string, item: Item) {
  if (!into.has(key)) into.set(key, item)
}

/** Data of a contract is what it is: what can't be read has no meaning. */
function attempt<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
