/**
 * Frames rebuilt from the steps of the virtual machine, for nodes that have no call tracer (Hardhat 2, ganache). A call
 * is entered where the depth rises, and what came of it lies on top of the stack where the depth has come back.
 */
import { list, object } from '../wire.ts'
import type { CallFrame, FrameType, TracedTransaction, TransactionFrames } from '../../model/call-frame.ts'

interface Step {
  readonly op: string
  readonly depth: number
  readonly gas: number
  readonly stack: readonly unknown[]
  /** The node says so of this very step. */
  readonly failed: boolean
}

/** Who runs: for a contract in the making its address is known only when it is made. */
interface Running {
  address: string
}

interface Open {
  depth: number
  type: FrameType
  from: Running
  to: string | null
  created: string | null
  value: bigint | null
  gas: bigint
  error: string | null
  readonly runs: Running
  readonly stepDepth: number
}

/** A self-destruct's value is not in the steps: it is whatever its contract held. */
export interface UnvaluedFrames extends TransactionFrames {
  readonly frames: readonly (CallFrame & { readonly valueUnknown?: true })[]
}

const NOBODY = `0x${'0'.repeat(40)}`
const CALLS: Readonly<Record<string, FrameType>> = {
  CALL: 'call',
  CALLCODE: 'callcode',
  DELEGATECALL: 'delegatecall',
  STATICCALL: 'staticcall',
  CREATE: 'create',
  CREATE2: 'create2',
  SELFDESTRUCT: 'selfdestruct',
  SUICIDE: 'selfdestruct',
}

export const isStructLogs = (answer: unknown): answer is { structLogs: readonly unknown[] } =>
  typeof answer === 'object' &&
  answer !== null &&
  Array.isArray((answer as { structLogs?: unknown }).structLogs)

export function structLogFrames(answer: unknown, transaction: TracedTransaction): UnvaluedFrames {
  const raw = object(answer, 'a trace')
  const steps = list(raw.structLogs, 'the steps of a trace').map(readStep)
  const made: Open[] = []
  const open: Open[] = []
  const root: Running = { address: transaction.to ?? transaction.created ?? NOBODY }
  const base = steps[0]?.depth ?? 1

  steps.forEach((step, index) => {
    closeReturned(open, step, steps[index - 1])
    const type = CALLS[step.op]
    if (type === undefined) return
    const next = steps[index + 1]
    // The call itself could not be made (no gas for it): the depth falls, and nothing was called.
    if (step.failed || (next !== undefined && next.depth < step.depth && type !== 'selfdestruct')) return
    const from = open.at(-1)?.runs ?? root
    const frame = begin(type, step, from, open.length + 1)
    made.push(frame)
    if (type === 'selfdestruct') return
    if (next && next.depth > step.depth) frame.gas = BigInt(next.gas)
    open.push(frame)
  })
  for (const frame of open) frame.error = transaction.succeeded ? null : 'reverted'

  const failed = raw.failed === true || !transaction.succeeded
  const returned = raw.returnValue
  return {
    error: failed ? failureOf(steps.findLast((step) => step.depth === base)) : null,
    output: typeof returned === 'string' ? withPrefix(returned) : null,
    frames: made.map(asFrame),
  }
}

/** Calls that ended before this step, one or (where nothing was entered) at once. */
function closeReturned(open: Open[], step: Step, previous: Step | undefined) {
  for (let last = open.at(-1); last && step.depth <= last.stepDepth; last = open.at(-1)) {
    open.pop()
    const came = step.depth === last.stepDepth ? word(step.stack, 0) : 0n
    if (came === 0n) {
      const entered = previous !== undefined && previous.depth > last.stepDepth
      last.error = entered ? failureOf(previous) : 'reverted'
    } else if (last.type === 'create' || last.type === 'create2') {
      last.created = addressOf(came)
      last.runs.address = last.created
    }
  }
}

function begin(type: FrameType, step: Step, from: Running, depth: number): Open {
  const { stack } = step
  const common = { depth, type, from, created: null, error: null, stepDepth: step.depth }
  if (type === 'create' || type === 'create2') {
    const gas = BigInt(step.gas - Math.floor(step.gas / 64))
    return { ...common, to: null, value: word(stack, 0), gas, runs: { address: NOBODY } }
  }
  if (type === 'selfdestruct') {
    return { ...common, to: addressOf(word(stack, 0)), value: null, gas: 0n, runs: from }
  }
  const to = addressOf(word(stack, 1))
  const takesValue = type === 'call' || type === 'callcode'
  const asked = word(stack, 0)
  const most = BigInt(step.gas)
  return {
    ...common,
    to,
    value: takesValue ? word(stack, 2) : 0n,
    gas: asked < most ? asked : most,
    // A delegated call runs in the place of the one who makes it.
    runs: type === 'call' || type === 'staticcall' ? { address: to } : from,
  }
}

function failureOf(last: Step | undefined): string {
  if (last?.op === 'REVERT') return 'reverted'
  if (last?.op === 'INVALID') return 'invalid opcode'
  return last === undefined ? 'reverted' : 'out of gas'
}

const asFrame = (open: Open): CallFrame & { valueUnknown?: true } => ({
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
    op: String(raw?.op),
    depth: Number(raw?.depth),
    gas: Number(raw?.gas) || 0,
    stack: Array.isArray(raw?.stack) ? raw.stack : [],
    failed: isError(raw?.error),
  }
}

/** ganache has an empty text on every step that did not fail. */
const isError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error)

/** The n-th word from the top of the stack; with or without 0x, padded or not. */
function word(stack: readonly unknown[], fromTop: number): bigint {
  const text = stack[stack.length - 1 - fromTop]
  return typeof text === 'string' && /^(?:0x)?[0-9a-fA-F]{1,64}$/.test(text) ? BigInt(withPrefix(text)) : 0n
}

const ADDRESS_BITS = (1n << 160n) - 1n
const addressOf = (value: bigint): string => `0x${(value & ADDRESS_BITS).toString(16).padStart(40, '0')}`
const withPrefix = (hex: string): string => (hex.startsWith('0x') ? hex : `0x${hex}`)
