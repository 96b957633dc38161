/**
 * Reads the calls of a transaction from `raw-trace`: a list of frames, each with its position in the tree as a path
 * of child numbers (`traceAddress`). Reading never fails as a whole: an entry that is not a frame is counted, an
 * invalid field of a frame is null. Amounts and gas come as hex and become decimal strings.
 */
import { isRecord } from '../is-record.ts'

const CALL_KINDS = [
  'call',
  'callcode',
  'delegatecall',
  'staticcall',
  'create',
  'create2',
  'selfdestruct',
  'reward',
  'stop',
  'invalid',
] as const
/** `unknown`: the server names no kind, or one that the API does not have. */
export type CallKind = (typeof CALL_KINDS)[number] | 'unknown'

export interface TraceLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  /** The log's index in the block. */
  readonly index: number | null
  /** The number of calls that the frame had made before it wrote this log. */
  readonly position: number | null
}

export interface TraceFrame {
  readonly kind: CallKind
  readonly from: string | null
  readonly to: string | null
  /** The address of the contract that a creation made. */
  readonly created: string | null
  readonly value: string | null
  readonly gas: string | null
  readonly gasUsed: string | null
  readonly input: string | null
  /** The return or revert data of a call; the code of a creation. */
  readonly output: string | null
  readonly error: string | null
  /** The frame's position in the tree; null if the server gives none that can be read. */
  readonly traceAddress: readonly number[] | null
  /** Undefined if the server does not say which call wrote which log. */
  readonly logs?: readonly TraceLog[]
}

export interface CallTrace {
  readonly frames: readonly TraceFrame[]
  /** The number of entries that are not frames. */
  readonly unread: number
  /** The number of frames beyond the first `MAX_FRAMES`. They are dropped. */
  readonly omitted: number
}

/** A block of 100 million gas can hold about 40,000 calls. */
const MAX_FRAMES = 50_000
/** The EVM allows a depth of 1,024. */
const MAX_DEPTH = 1_100
const MAX_LOGS_OF_FRAME = 20_000
const MAX_TOPICS = 4
const MAX_ERROR_LENGTH = 300

export function readCallTrace(input: readonly unknown[]): CallTrace {
  const frames: TraceFrame[] = []
  let unread = 0
  for (let at = 0; at < input.length && frames.length < MAX_FRAMES; at += 1) {
    const frame = readFrame(input[at])
    if (frame) frames.push(frame)
    else unread += 1
  }
  return { frames, unread, omitted: Math.max(0, input.length - frames.length - unread) }
}

/** Writes frames in a server's format. Reading them again gives the same frames. */
export const writeCallTrace = ({ frames }: CallTrace): readonly unknown[] => frames.map(writeFrame)

function writeFrame({ kind, from, to, created, error, traceAddress, logs, ...frame }: TraceFrame) {
  const creates = kind === 'create' || kind === 'create2'
  const isCall = !creates && kind.endsWith('call') && kind !== 'unknown'
  return {
    type: creates ? 'create' : isCall || kind === 'callcode' ? 'call' : kind,
    action: {
      ...(creates ? { creationMethod: kind, init: frame.input } : { callType: kind, input: frame.input }),
      from,
      to,
      value: frame.value,
      gas: frame.gas,
    },
    result: { gasUsed: frame.gasUsed, output: frame.output, ...(creates && { address: created }) },
    error,
    traceAddress,
    ...(logs && { logs }),
  }
}

type Raw = Readonly<Record<string, unknown>>
const asObject = (value: unknown): Raw | null => (isRecord(value) ? value : null)
const NOTHING: Raw = {}

function readFrame(input: unknown): TraceFrame | null {
  const raw = asObject(input)
  const action = raw && asObject(raw.action)
  if (!raw || !action) return null
  const result = asObject(raw.result) ?? NOTHING
  const kind = readKind(raw, action)
  const destroys = kind === 'selfdestruct'
  const creates = kind === 'create' || kind === 'create2'
  const logs = readLogs(raw.logs)
  return {
    kind,
    from: readAddress(destroys ? (action.address ?? action.from) : action.from),
    to: readAddress(destroys ? (action.refundAddress ?? action.to) : action.to),
    created: creates ? readAddress(result.address) : null,
    value: readQuantity(destroys ? (action.balance ?? action.value) : action.value),
    gas: readQuantity(action.gas),
    gasUsed: readQuantity(result.gasUsed),
    input: readHex(creates ? (action.init ?? action.input) : action.input),
    output: readHex(creates ? (result.output ?? result.code) : result.output),
    error: typeof raw.error === 'string' && raw.error !== '' ? raw.error.slice(0, MAX_ERROR_LENGTH) : null,
    traceAddress: readPath(raw.traceAddress),
    ...(logs && { logs }),
  }
}

/** `type` says call or creation; `callType` and `creationMethod` say which kind. */
function readKind(raw: Raw, action: Raw): CallKind {
  const words = [raw.type === 'call' ? action.callType : action.creationMethod, raw.type]
  for (const word of words) {
    if (word === 'suicide') return 'selfdestruct'
    const found = CALL_KINDS.find((kind) => kind === word)
    if (found) return found
  }
  return 'unknown'
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const HEX = /^0x[0-9a-fA-F]*$/
const QUANTITY = /^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/

const readAddress = (value: unknown) => (typeof value === 'string' && ADDRESS.test(value) ? value : null)
const readHex = (value: unknown) => (typeof value === 'string' && HEX.test(value) ? value : null)
function readQuantity(value: unknown): string | null {
  if (typeof value === 'string') return QUANTITY.test(value) ? BigInt(value).toString() : null
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : null
}
const isIndex = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

const readPath = (value: unknown): readonly number[] | null =>
  Array.isArray(value) && value.length <= MAX_DEPTH && value.every(isIndex) ? value : null

function readLogs(value: unknown): readonly TraceLog[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.slice(0, MAX_LOGS_OF_FRAME).flatMap((input: unknown): TraceLog[] => {
    const raw = asObject(input)
    const address = readAddress(raw?.address)
    if (!raw || address === null) return []
    const topics = Array.isArray(raw.topics) ? raw.topics.slice(0, MAX_TOPICS) : []
    const index = readQuantity(raw.index)
    const position = readQuantity(raw.position)
    return [
      {
        address,
        topics: topics.filter((topic): topic is string => readHex(topic) !== null),
        data: readHex(raw.data) ?? '0x',
        index: index === null ? null : Number(index),
        position: position === null ? null : Number(position),
      },
    ]
  })
}
