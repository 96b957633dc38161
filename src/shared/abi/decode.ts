/** Decodes calls, logs and errors with the known signatures. Returns null if nothing decodes; no function throws. */
import { canonicalSignature, readableSignature, type AbiItem } from './abi-item.ts'
import type { Candidate, FindCandidates } from './candidate.ts'
import { decodeParameters, decodeWord, isDecodableHex, showText, type DecodedData } from './decode-values.ts'
import type { Decoded, DecodedArgument, NestedCall } from './decoded.ts'
import { describeError, TEXT_ERROR, textOfError } from './error-text.ts'
import { openNestedCalls, type CallOpener } from './nested-calls.ts'

export interface CallData {
  /** Called address; null for a creation. */
  readonly to: string | null
  readonly input: string
  /** Return data; undefined if unknown. */
  readonly output?: string | undefined
}

export interface LogData {
  readonly address: string
  readonly topics: readonly (string | null)[]
  readonly data: string
}

export interface ErrorData {
  /** Address of the failed contract; null if unknown. */
  readonly to: string | null
  /** Revert data. */
  readonly data: string
}

const SELECTOR_LENGTH = 10

/** Decodes the data with one candidate; null if the data is not of its types. */
type Decode = (candidate: Candidate) => Meaning | null
type Meaning = Pick<Decoded, 'arguments' | 'outputs' | 'rest'>

/** Maximum nesting of calls in calls; real ones have up to 8. */
const MAX_DEPTH = 24
/**
 * Maximum number of calls opened within one, and maximum length of their inputs together: nested inputs count
 * again at each level.
 */
const MAX_NESTED_CALLS = 1_000
const MAX_NESTED_LENGTH = 4 * 1024 * 1024

/** The remaining limits for nested calls. */
interface Budget {
  calls: number
  length: number
}

export function decodeCall(call: CallData, find: FindCandidates): Decoded | null {
  return decodeAt(call, find, 0, { calls: MAX_NESTED_CALLS, length: MAX_NESTED_LENGTH })
}

/** Decodes a call without the calls nested in its arguments. Returns null if no signature is known. */
export const nameCall = ({ to, input }: CallData, find: FindCandidates): Decoded | null =>
  to === null ? null : decodeSelected('function', input, to, find)

function decodeAt(call: CallData, find: FindCandidates, depth: number, budget: Budget): Decoded | null {
  if (call.to === null) return null
  const self = call.to
  return decodeSelected('function', call.input, self, find, (item, decoded, candidate) => {
    const outputs = call.output === undefined ? undefined : decodeOutputs(item, call.output)
    const opener = createOpener(candidate, self, find, depth + 1, budget)
    return {
      ...decoded,
      arguments: openNestedCalls(canonicalSignature(item), decoded.arguments, opener),
      ...(outputs ? { outputs } : {}),
    }
  })
}

function createOpener(
  outer: Candidate,
  self: string,
  find: FindCandidates,
  depth: number,
  budget: Budget,
): CallOpener {
  const take = (input: string) => {
    budget.calls -= 1
    budget.length -= input.length
    return depth <= MAX_DEPTH && budget.calls >= 0 && budget.length >= 0
  }
  const opener: CallOpener = {
    self,
    open(call, at = call.to ?? self): NestedCall | null {
      if (!take(call.input)) return null
      return { ...call, decoded: decodeAt({ to: at, input: call.input }, find, depth, budget) }
    },
    openCommand(input, forms): NestedCall | null {
      if (!take(input)) return null
      return {
        to: null,
        value: null,
        input,
        kind: 'command',
        decoded: decodeCommand(input, forms, outer, createOpener(outer, self, find, depth + 1, budget)),
      }
    },
  }
  return opener
}

/** Decodes a router command, only if no bytes are left: routers of other makers use the same bytes for other commands. */
function decodeCommand(
  input: string,
  forms: readonly AbiItem[],
  { origin, from, isCertain }: Candidate,
  opener: CallOpener,
): Decoded | null {
  if (!isDecodableHex(input)) return null
  for (const item of forms) {
    const decoded = decodeParameters(item.inputs, input.slice(2), true)
    if (!decoded) continue
    return {
      name: item.name,
      signature: readableSignature(item),
      selector: null,
      origin,
      from,
      isCertain,
      arguments: openNestedCalls(canonicalSignature(item), decoded.values, opener),
    }
  }
  return null
}

/** Maximum nesting of errors in the text of errors. */
const MAX_ERRORS = 8

export function decodeError({ to, data }: ErrorData, find: FindCandidates, depth = 0): Decoded | null {
  const decoded = decodeSelected('error', data, to, find)
  const [reason] = decoded?.arguments ?? []
  if (!reason || decoded?.selector !== TEXT_ERROR || depth >= MAX_ERRORS) return decoded
  const text = textOfError(data, (inner) => {
    const within = decodeError({ to, data: inner }, find, depth + 1)
    return within && describeError(within)
  })
  return text === null ? decoded : { ...decoded, arguments: [{ ...reason, value: showText(text) }] }
}

function decodeSelected(
  kind: 'function' | 'error',
  data: string,
  address: string | null,
  find: FindCandidates,
  complete: (item: AbiItem, decoded: Meaning, candidate: Candidate) => Meaning = (_item, decoded) => decoded,
): Decoded | null {
  if (data.length < SELECTOR_LENGTH || !isDecodableHex(data)) return null
  const selector = data.slice(0, SELECTOR_LENGTH).toLowerCase()
  const hex = data.slice(SELECTOR_LENGTH)
  return decodeFirst(find(kind, selector, lower(address)), selector, (candidate) => {
    const { item, isCertain } = candidate
    const decoded = decodeParameters(item.inputs, hex, !isCertain)
    // Errors carry no trailing bytes, so if some are left the data is another error.
    if (kind === 'error' && decoded?.rest !== '') return null
    return decoded && complete(item, { arguments: decoded.values, ...restOf(decoded.rest) }, candidate)
  })
}

export function decodeLog({ address, topics, data }: LogData, find: FindCandidates): Decoded | null {
  const [first] = topics
  if (first == null || !isTopic(first)) return null
  const selector = first.toLowerCase()
  return decodeFirst(find('event', selector, lower(address)), selector, ({ item, isCertain }) => {
    const decoded = decodeEvent(item, topics, data, !isCertain)
    return decoded && { arguments: decoded.values, ...restOf(decoded.rest) }
  })
}

/** The arguments of an event in the order of its signature; null if the log is not of this event. */
export function decodeEvent(
  { inputs }: AbiItem,
  topics: LogData['topics'],
  data: string,
  isExact: boolean,
  writeText?: (text: string) => string,
): DecodedData | null {
  const words = topics.slice(1)
  const indexed = inputs.filter(({ isIndexed }) => isIndexed)
  if (indexed.length !== words.length || words.length > 3 || !isDecodableHex(data)) return null
  if (!words.every(isTopic)) return null
  const plain = inputs.filter(({ isIndexed }) => !isIndexed)
  const decoded = decodeParameters(plain, data.slice(2), isExact, writeText)
  if (!decoded) return null
  const [left, topicsLeft] = [decoded.values.values(), words.values()]
  const values: DecodedArgument[] = []
  for (const { name, type, isIndexed } of inputs) {
    const value = isIndexed
      ? decodeWord(type, topicsLeft.next().value?.slice(2) ?? '')
      : left.next().value?.value
    if (value == null) return null
    values.push({ name, type: type.text, ...(isIndexed ? { isIndexed } : {}), value })
  }
  return { values, rest: decoded.rest }
}

const isTopic = (topic: string | null): topic is string => topic !== null && /^0x[0-9a-f]{64}$/i.test(topic)

/** The result of the first candidate that decodes. */
function decodeFirst(candidates: Iterable<Candidate>, selector: string, decode: Decode): Decoded | null {
  for (const candidate of candidates) {
    const decoded = decode(candidate)
    if (!decoded) continue
    const { item, origin, from, contract, isCertain } = candidate
    return {
      name: item.name,
      signature: readableSignature(item),
      selector,
      origin,
      from,
      ...(contract !== undefined && { contract }),
      isCertain,
      ...decoded,
    }
  }
  return null
}

/** The return values; undefined if their types are unknown or do not match. */
function decodeOutputs({ outputs }: AbiItem, data: string): readonly DecodedArgument[] | undefined {
  if (!outputs || !isDecodableHex(data)) return undefined
  return decodeParameters(outputs, data.slice(2), true)?.values
}

const restOf = (rest: string) => (rest === '' ? {} : { rest: `0x${rest}` })

const lower = (address: string | null) => address?.toLowerCase() ?? null
