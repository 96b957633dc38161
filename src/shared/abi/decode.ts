/** Decodes calls, logs and errors with whatever signatures are known. What can't be decoded is null; nothing throws. */
import { readableSignature, type AbiItem, type AbiItemKind } from './abi-item.ts'
import { decodeParameters, decodeWord, isDecodableHex } from './decode-values.ts'
import type { Decoded, DecodedArgument, NameOrigin } from './decoded.ts'

/** A signature that may be meant, and who says so. */
export interface Candidate {
  readonly item: AbiItem
  readonly origin: NameOrigin
  readonly from: string
  readonly isCertain: boolean
}

/**
 * All that may be meant by a selector (calls, errors) or first topic (logs), in lower case, the best first. `address`:
 * of the contract, in lower case; null where it is not known.
 */
export type FindCandidates = (
  kind: AbiItemKind,
  selector: string,
  address: string | null,
) => Iterable<Candidate>

export interface CallData {
  /** Null of a creation. */
  readonly to: string | null
  readonly input: string
  /** Return data, where it is known. */
  readonly output?: string | undefined
}

export interface LogData {
  readonly address: string
  readonly topics: readonly (string | null)[]
  readonly data: string
}

export interface ErrorData {
  /** Who failed; null where it is not known. */
  readonly to: string | null
  /** What it returned. */
  readonly data: string
}

const SELECTOR_LENGTH = 10

/** The arguments of one candidate; null where the data is not of its types. */
type Decode = (candidate: Candidate) => Omit<Decoded, 'name' | 'signature' | 'selector' | keyof Origin> | null
type Origin = Pick<Decoded, 'origin' | 'from' | 'isCertain'>

export function decodeCall(call: CallData, find: FindCandidates): Decoded | null {
  if (call.to === null) return null
  return decodeSelected('function', call.input, call.to, find, (item) =>
    call.output === undefined ? undefined : decodeOutputs(item, call.output),
  )
}

export const decodeError = ({ to, data }: ErrorData, find: FindCandidates): Decoded | null =>
  decodeSelected('error', data, to, find)

function decodeSelected(
  kind: 'function' | 'error',
  data: string,
  address: string | null,
  find: FindCandidates,
  outputsOf?: (item: AbiItem) => readonly DecodedArgument[] | undefined,
): Decoded | null {
  if (data.length < SELECTOR_LENGTH || !isDecodableHex(data)) return null
  const selector = data.slice(0, SELECTOR_LENGTH).toLowerCase()
  const hex = data.slice(SELECTOR_LENGTH)
  return decodeFirst(find(kind, selector, lower(address)), selector, ({ item, isCertain }) => {
    const decoded = decodeParameters(item.inputs, hex, !isCertain)
    if (!decoded) return null
    const outputs = outputsOf?.(item)
    return {
      arguments: decoded.values,
      ...(outputs ? { outputs } : {}),
      ...(decoded.rest === '' ? {} : { rest: `0x${decoded.rest}` }),
    }
  })
}

export function decodeLog({ address, topics, data }: LogData, find: FindCandidates): Decoded | null {
  const [first] = topics
  if (first == null || topics.length > 4 || !isDecodableHex(data)) return null
  const words = topics.slice(1)
  if (!isTopic(first) || !words.every(isTopic)) return null
  const selector = first.toLowerCase()
  return decodeFirst(find('event', selector, lower(address)), selector, ({ item, isCertain }) => {
    const indexed = item.inputs.filter(({ isIndexed }) => isIndexed)
    if (indexed.length !== words.length) return null
    const plain = item.inputs.filter(({ isIndexed }) => !isIndexed)
    const decoded = decodeParameters(plain, data.slice(2), !isCertain)
    if (!decoded) return null
    const [values, topicsLeft] = [decoded.values.values(), words.values()]
    const given: DecodedArgument[] = []
    for (const { name, type, isIndexed } of item.inputs) {
      const value = isIndexed
        ? decodeWord(type, topicsLeft.next().value?.slice(2) ?? '')
        : values.next().value?.value
      if (value == null) return null
      given.push({ name, type: type.text, ...(isIndexed ? { isIndexed } : {}), value })
    }
    return { arguments: given, ...(decoded.rest === '' ? {} : { rest: `0x${decoded.rest}` }) }
  })
}

const isTopic = (topic: string | null): topic is string => topic !== null && /^0x[0-9a-f]{64}$/i.test(topic)

/** The first that fits. */
function decodeFirst(candidates: Iterable<Candidate>, selector: string, decode: Decode): Decoded | null {
  for (const candidate of candidates) {
    const decoded = decode(candidate)
    if (!decoded) continue
    const { item, origin, from, isCertain } = candidate
    return {
      name: item.name,
      signature: readableSignature(item),
      selector,
      origin,
      from,
      isCertain,
      ...decoded,
    }
  }
  return null
}

/** Undefined where they are not told, or not of these types. */
function decodeOutputs({ outputs }: AbiItem, data: string): readonly DecodedArgument[] | undefined {
  if (!outputs || !isDecodableHex(data)) return undefined
  return decodeParameters(outputs, data.slice(2), true)?.values
}

const lower = (address: string | null) => address?.toLowerCase() ?? null
