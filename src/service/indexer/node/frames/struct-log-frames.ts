/**
 * Frames rebuilt from the steps of the EVM, for nodes without a call tracer (Hardhat 2, ganache). A call begins where the
 * depth rises; when the depth is back, the result of the call is on top of the stack.
 */
import { ZERO_ADDRESS } from '../../model/hex.ts'
import { list, numberOf, object, textOf } from '#platform/json-rpc/wire.ts'
import type { CallFrame, FrameType, TracedTransaction, TransactionFrames } from '../../model/call-frame.ts'

interface Step {
  readonly op: string
  readonly depth: number
  readonly gas: number
  readonly stack: readonly unknown[]
  /** The node reports an error at this step. */
  readonly failed: boolean
}

/** The contract whose code runs. The address of one that is being created is known only at the end of the creation. */
interface RunningContract {
  address: string
}

interface OpenFrame {
  depth: number
  type: FrameType
  from: RunningContract
  to: string | null
  created: string | null
  value: bigint | null
  gas: bigint
  error: string | null
  readonly runs: RunningContract
  readonly stepDepth: number
}

/** The steps do not contain the value of a self-destruct: it is the balance of the contract. */
export interface UnvaluedFrames extends TransactionFrames {
  readonly frames: readonly (CallFrame & { readonly valueUnknown?: true })[]
}

const CALLS = new Map<string, FrameType>([
  ['CALL', 'call'],
  ['CALLCODE', 'callcode'],
  ['DELEGATECALL', 'delegatecall'],
  ['STATICCALL', 'staticcall'],
  ['CREATE', 'create'],
  ['CREATE2', 'create2'],
  ['SELFDESTRUCT', 'selfdestruct'],
  ['SUICIDE', 'selfdestruct'],
])

export const isStructLogs = (trace: unknown): trace is { structLogs: readonly unknown[] } =>
  typeof trace === 'object' && trace !== null && Array.isArray((trace as { structLogs?: unknown }).structLogs)

export function structLogFrames(trace: unknown, transaction: TracedTransaction): UnvaluedFrames {
  const raw = object(trace, 'a trace')
  const steps = list(raw.structLogs, 'the steps of a trace').map(readStep)
  const frames: OpenFrame[] = []
  const open: OpenFrame[] = []
  const root: RunningContract = { address: transaction.to ?? transaction.created ?? ZERO_ADDRESS }
  const base = steps[0]?.depth ?? 1

  steps.forEach((step, index) => {
    closeReturned(open, step, steps[index - 1])
    const type = CALLS.get(step.op)
    if (type === undefined) return
    const next = steps[index + 1]
    // The call could not be made (no gas for it): the depth falls, and nothing was called.
    if (step.failed || (next !== undefined && next.depth < step.depth && type !== 'selfdestruct')) return
    const from = open.at(-1)?.runs ?? root
    const frame = openFrame(type, step, from, open.length + 1)
    frames.push(frame)
    if (type === 'selfdestruct') return
    if (next && next.depth > step.depth) frame.gas = BigInt(next.gas)
    open.push(frame)
  })
  for (const frame of open) frame.error = transaction.succeeded === false ? 'reverted' : null

  const failed = raw.failed === true || transaction.succeeded === false
  const returned = raw.returnValue
  return {
    error: failed ? failureOf(steps.findLast((step) => step.depth === base)) : null,
    output: typeof returned === 'string' ? withPrefix(returned) : null,
    frames: frames.map(toCallFrame),
  }
}

/** Closes the calls that ended before this step. */
function closeReturned(open: OpenFrame[], step: Step, previous: Step | undefined) {
  for (let last = open.at(-1); last && step.depth <= last.stepDepth; last = open.at(-1)) {
    open.pop()
    const result = step.depth === last.stepDepth ? word(step.stack, 0) : 0n
    if (result === 0n) {
      const entered = previous !== undefined && previous.depth > last.stepDepth
      last.error = entered ? failureOf(previous) : 'reverted'
    } else if (last.type === 'create' || last.type === 'create2') {
      last.created = addressOf(result)
      last.runs.address = last.created
    }
  }
}

function openFrame(type: FrameType, step: Step, from: RunningContract, depth: number): OpenFrame {
  const { stack } = step
  const common = { depth, type, from, created: null, error: null, stepDepth: step.depth }
  if (type === 'create' || type === 'create2') {
    const gas = BigInt(step.gas - Math.floor(step.gas / 64))
    return { ...common, to: null, value: word(stack, 0), gas, runs: { address: ZERO_ADDRESS } }
  }
  if (type === 'selfdestruct') {
    return { ...common, to: addressOf(word(stack, 0)), value: null, gas: 0n, runs: from }
  }
  const to = addressOf(word(stack, 1))
  const takesValue = type === 'call' || type === 'callcode'
  const requested = word(stack, 0)
  const available = BigInt(step.gas)
  return {
    ...common,
    to,
    value: takesValue ? word(stack, 2) : 0n,
    gas: requested < available ? requested : available,
    // A delegated call runs at the caller's own address.
    runs: type === 'call' || type === 'staticcall' ? { address: to } : from,
  }
}

function failureOf(last: Step | undefined): string {
  if (last?.op === 'REVERT') return 'reverted'
  if (last?.op === 'INVALID') return 'invalid opcode'
  return last === undefined ? 'reverted' : 'out of gas'
}

const toCallFrame = (open: OpenFrame): CallFrame & { valueUnknown?: true } => ({
  depth: open.depth,
  type: open.type,
  from: open.from.address,
  to: open.to,
  created: open.created,
  value: `0x${(open.value ?? 0n).toString(16)}`,
  gas: `0x${open.gas.toString(16)}`,
  error: open.error,
  ...(open.value === null ? { valueUnknown: true as const } : {}),
})

function readStep(answer: unknown): Step {
  const raw = answer as {
    op?: unknown
    depth?: unknown
    gas?: unknown
    stack?: unknown
    error?: unknown
  } | null
  return {
    op: textOf(raw?.op),
    depth: numberOf(raw?.depth),
    gas: numberOf(raw?.gas) || 0,
    stack: Array.isArray(raw?.stack) ? raw.stack : [],
    failed: isError(raw?.error),
  }
}

/** ganache gives an empty text for a step that did not fail. */
const isError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error)

/** The n-th word from the top of the stack. Nodes write it with or without `0x`, padded or not. */
function word(stack: readonly unknown[], fromTop: number): bigint {
  const text = stack[stack.length - 1 - fromTop]
  return typeof text === 'string' && /^(?:0x)?[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(withPrefix(text)) : 0n
}

const ADDRESS_BITS = (1n << 160n) - 1n
const addressOf = (value: bigint): string => `0x${(value & ADDRESS_BITS).toString(16).padStart(40, '0')}`
const withPrefix = (hex: string): string => (hex.startsWith('0x') ? hex : `0x${hex}`)
