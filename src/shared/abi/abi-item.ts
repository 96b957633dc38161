/** Reads functions, events, errors and constructors of an ABI, from JSON or from a signature. No function here throws. */
import { keccak256, stringToBytes } from 'viem/utils'
import {
  formatParameter,
  isIdentifier,
  MAX_TYPE_DEPTH,
  parseType,
  type AbiParameter,
  type AbiType,
} from './abi-type.ts'

/** Kinds of items that have a selector. */
export type AbiItemKind = 'function' | 'event' | 'error'

export interface AbiItem {
  readonly kind: AbiItemKind | 'constructor'
  readonly name: string
  readonly inputs: readonly AbiParameter[]
  /** Return values of a function; null if the ABI does not give them. */
  readonly outputs: readonly AbiParameter[] | null
  /** True for a function declared `view` or `pure`. */
  readonly isView?: true
}

/** Maximum number of inputs, outputs, or fields of one tuple; real ones have up to 30. */
const MAX_PARAMETERS = 100
/** Maximum length of a signature that is parsed. */
export const MAX_SIGNATURE_LENGTH = 8_000

/** The signature that is hashed, for example `transfer(address,uint256)`. */
export const canonicalSignature = ({ name, inputs }: AbiItem): string =>
  `${name}(${inputs.map(({ type }) => type.canonical).join(',')})`

/** The signature with names, for example `transfer(address to, uint256 amount)`. */
export const readableSignature = ({ name, inputs }: AbiItem): string =>
  `${name}(${inputs.map(formatParameter).join(', ')})`

/**
 * The signature in the form that `parseSignature` reads, for example `function transfer(address to, uint256
 * amount) returns (bool)`. Ends with `returns ()` for no return values, and has no `returns` if they are unknown.
 */
export function wholeSignature(item: AbiItem): string {
  const returns = item.outputs === null ? '' : ` returns (${item.outputs.map(formatParameter).join(', ')})`
  if (item.kind === 'constructor') return readableSignature(item)
  return `${item.kind} ${readableSignature(item)}${item.isView ? ' view' : ''}${returns}`
}

/** Selector of a function or an error (`0x` and 8 hex digits); for an event its first topic, the full hash. */
export function selectorOf(item: AbiItem): string {
  const hash = keccak256(stringToBytes(canonicalSignature(item)))
  return item.kind === 'event' ? hash : hash.slice(0, 10)
}

/** Reads an item of a JSON ABI. Returns null for an anonymous event and for anything that is no item. */
export function readAbiItem(json: unknown): AbiItem | null {
  if (typeof json !== 'object' || json === null) return null
  const {
    type = 'function',
    name,
    inputs,
    outputs,
    anonymous,
    ...of
  } = json as Readonly<Record<string, unknown>>
  if (type === 'constructor') {
    const taken = readParameters(inputs ?? [], 0)
    return taken && { kind: type, name: type, inputs: taken, outputs: null }
  }
  if (type !== 'function' && type !== 'event' && type !== 'error') return null
  if (anonymous === true || typeof name !== 'string' || !isIdentifier(name)) return null
  const read = readParameters(inputs ?? [], 0)
  if (!read) return null
  if (type !== 'function') return { kind: type, name, inputs: read, outputs: null }
  // Compilers before 2018 wrote `constant`.
  const isView = of.stateMutability === 'view' || of.stateMutability === 'pure' || of.constant === true
  return { kind: type, name, inputs: read, outputs: readParameters(outputs, 0), ...(isView && { isView }) }
}

function readParameters(json: unknown, depth: number): readonly AbiParameter[] | null {
  if (!Array.isArray(json) || json.length > MAX_PARAMETERS || depth > MAX_TYPE_DEPTH) return null
  const parameters: AbiParameter[] = []
  for (const one of json as unknown[]) {
    const parameter = readParameter(one, depth)
    if (!parameter) return null
    parameters.push(parameter)
  }
  return parameters
}

function readParameter(json: unknown, depth: number): AbiParameter | null {
  if (typeof json !== 'object' || json === null) return null
  const { name, type, components, indexed } = json as Readonly<Record<string, unknown>>
  if (typeof type !== 'string' || type.length > MAX_SIGNATURE_LENGTH) return null
  const at = type.indexOf('[')
  const [base, suffix] = at < 0 ? [type, ''] : [type.slice(0, at), type.slice(at)]
  const fields = base === 'tuple' ? readParameters(components, depth + 1) : base
  const parsed = fields === null ? null : parseType(fields, suffix)
  return parsed && { name: parameterName(name), type: parsed, isIndexed: indexed === true }
}

const parameterName = (name: unknown): string | null =>
  typeof name === 'string' && isIdentifier(name) ? name : null

/**
 * Parses a signature such as `function transfer(address to, uint256 amount) returns (bool)`, with or without names
 * and keyword, or `constructor(address owner)`. Returns null if the text is no signature.
 */
export function parseSignature(text: string, kind: AbiItemKind = 'function'): AbiItem | null {
  if (text.length > MAX_SIGNATURE_LENGTH) return null
  const reader = new SignatureReader(text)
  const first = reader.word()
  const isKind = (first === 'function' || first === 'event' || first === 'error') && reader.next() !== '('
  const name = isKind ? reader.word() : first
  const inputs = isIdentifier(name) ? reader.parameters(0) : null
  if (!inputs) return null
  let outputs: readonly AbiParameter[] | null = null
  let isView = false
  for (let word = reader.word(); word !== ''; word = reader.word()) {
    if (word === 'view' || word === 'pure') isView = true
    if (word !== 'returns') continue
    outputs = reader.parameters(0)
    if (!outputs) return null
  }
  if (!reader.isAtEnd()) return null
  const itsKind = isKind || first === 'constructor' ? first : kind
  return { kind: itsKind, name, inputs, outputs, ...(isView && itsKind === 'function' && { isView }) }
}

/** Parses one signature a line; leaves out lines that are none. */
export const parseSignatures = (lines: string): readonly AbiItem[] =>
  lines
    .split('\n')
    .map((line) => parseSignature(line))
    .filter((item) => item !== null)

/** Words between a type and its name that do not affect the encoding. */
const LOCATIONS = new Set(['memory', 'calldata', 'storage', 'payable'])

class SignatureReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text.trim()
  }

  isAtEnd(): boolean {
    return this.next() === ''
  }

  /** The next character after spaces; does not consume it. */
  next(): string {
    while (this.#text[this.#at] === ' ') this.#at += 1
    return this.#text[this.#at] ?? ''
  }

  /** Consumes a word of letters, digits, `_` and `$`; empty if there is none. */
  word(): string {
    this.next()
    const start = this.#at
    while (/[\w$]/.test(this.#text[this.#at] ?? '')) this.#at += 1
    return this.#text.slice(start, this.#at)
  }

  parameters(depth: number): readonly AbiParameter[] | null {
    if (!this.#take('(') || depth > MAX_TYPE_DEPTH) return null
    const parameters: AbiParameter[] = []
    if (this.#take(')')) return parameters
    do {
      const parameter = this.#parameter(depth)
      if (!parameter || parameters.length >= MAX_PARAMETERS) return null
      parameters.push(parameter)
    } while (this.#take(','))
    return this.#take(')') ? parameters : null
  }

  #parameter(depth: number): AbiParameter | null {
    const type = this.#type(depth)
    if (!type) return null
    let isIndexed = false
    let name: string | null = null
    for (let word = this.word(); word !== ''; word = this.word()) {
      if (word === 'indexed' && !isIndexed) isIndexed = true
      else if (!LOCATIONS.has(word)) {
        if (name !== null || !isIdentifier(word)) return null
        name = word
      }
    }
    return { name, type, isIndexed }
  }

  #type(depth: number): AbiType | null {
    const base = this.next() === '(' ? '' : this.word()
    const isTuple = this.next() === '(' && (base === '' || base === 'tuple')
    const fields = isTuple ? this.parameters(depth + 1) : base
    const start = this.#at
    while (/[[\]\d]/.test(this.#text[this.#at] ?? '')) this.#at += 1
    return fields === null ? null : parseType(fields, this.#text.slice(start, this.#at))
  }

  #take(sign: string): boolean {
    if (this.next() !== sign) return false
    this.#at += 1
    return true
  }
}
