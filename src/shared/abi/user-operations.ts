/**
 * Reads user operations (ERC-4337): what a bundler handed to an EntryPoint, and what the EntryPoint logged of it. The
 * data is a stranger's: nothing here throws, and what is read is bounded by the length of the data.
 */
import { isBundle } from './bundle-selector.ts'
import { decodeEvent, type LogData } from './decode.ts'
import { decodeParameters, isDecodableHex } from './decode-values.ts'
import type { DecodedArgument, DecodedValue } from './decoded.ts'
import { standardCandidates } from './standards.ts'

/** The EntryPoints that the makers of the standard deployed, at the same address on each chain. */
const ENTRY_POINTS: Readonly<Record<string, string>> = {
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789': '0.6',
  '0x0000000071727de22e5e9d8baf0edac6f37da032': '0.7',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108': '0.8',
  '0x433709009b8330fda32311df1c2afa402ed8d009': '0.9',
}

/** In lower case. */
export const KNOWN_ENTRY_POINTS = Object.keys(ENTRY_POINTS)
/** The first topic of `UserOperationEvent`. */
export const OPERATION_EVENT = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f'

/** The version of an EntryPoint; null for a contract that only says that it is one. */
export const entryPointVersion = (address: string): string | null =>
  ENTRY_POINTS[address.toLowerCase()] ?? null

/** The most operations of one transaction: as many as a block can hold. */
const MAX_OPERATIONS = 1_000

/** An operation as its bundler handed it in. */
interface Handed {
  /** In lower case, as all addresses here. */
  readonly entryPoint: string
  readonly sender: string
  readonly nonce: string
  /** The contract that deployed the account; null if the account was there, or is a delegated account. */
  readonly factory: string | null
  readonly paymaster: string | null
  readonly callData: string
}

/** The EntryPoint's log of an operation. */
interface Outcome {
  readonly entryPoint: string
  readonly hash: string
  readonly sender: string
  readonly paymaster: string | null
  readonly nonce: string
  readonly success: boolean
  /** In wei. */
  readonly actualGasCost: bigint
  readonly actualGasUsed: bigint
}

/** `call`: the account's call reverted. `postOp`: the paymaster's part after it. `prefund`: the gas was not paid for. */
type OperationFailureKind = 'call' | 'postOp' | 'prefund'

interface OperationFailure {
  readonly kind: OperationFailureKind
  /** The revert data; `0x` if there is none. */
  readonly data: string
}

export interface UserOperation {
  readonly entryPoint: string
  readonly sender: string
  readonly nonce: string
  readonly paymaster: string | null
  readonly factory: string | null
  /** Undefined if the call that handed it in is not known. */
  readonly callData: string | undefined
  /** Undefined if the EntryPoint logged nothing about it. */
  readonly outcome: Outcome | undefined
  readonly failure: OperationFailure | undefined
  /** Whether the call that handed it in failed, so that nothing of it is left. */
  readonly isUndone: boolean
}

/** A call that may have handed operations to an EntryPoint. */
export interface BundleCall {
  readonly to: string
  readonly input: string
  readonly isUndone: boolean
}

export interface UserOperations {
  readonly operations: readonly UserOperation[]
  /** The number of operations that are not returned, because there are too many. */
  readonly omitted: number
}

/** The operations in the order in which they were handed in; then those of which only a log is known. */
export function readUserOperations(calls: readonly BundleCall[], logs: readonly LogData[]): UserOperations {
  const { outcomes, failures } = readLogs(logs)
  const operations: UserOperation[] = []
  let omitted = 0
  /** The number of operations whose data is left out, by EntryPoint: their logs are not counted again. */
  const cut = new Map<string, number>()
  const add = (operation: Omit<UserOperation, 'failure'>) => {
    if (operations.length === MAX_OPERATIONS) omitted += 1
    else operations.push({ ...operation, failure: failureOf(operation.outcome, failures) })
  }
  for (const call of calls) {
    const bundle = readBundle(call)
    if (call.isUndone) omitted += bundle.omitted
    else cut.set(call.to.toLowerCase(), (cut.get(call.to.toLowerCase()) ?? 0) + bundle.omitted)
    for (const handed of bundle.operations) {
      const outcome = call.isUndone ? undefined : outcomes.get(keyOf(handed))?.shift()
      add({ ...handed, paymaster: outcome?.paymaster ?? handed.paymaster, outcome, isUndone: call.isUndone })
    }
  }
  for (const outcome of [...outcomes.values()].flat()) {
    const { entryPoint, sender, nonce, paymaster } = outcome
    cut.set(entryPoint, Math.max(0, (cut.get(entryPoint) ?? 0) - 1))
    const unknown = { factory: null, callData: undefined, isUndone: false }
    add({ entryPoint, sender, nonce, paymaster, outcome, ...unknown })
  }
  return { operations, omitted: [...cut.values()].reduce((sum, count) => sum + count, omitted) }
}

/** The forms of `handleOps` and `handleAggregatedOps`; version 0.8 takes what 0.7 took. */
function bundleForm(input: string) {
  if (!isBundle(input)) return undefined
  return standardCandidates('function', input.slice(0, SELECTOR_LENGTH).toLowerCase())[0]?.item
}
const SELECTOR_LENGTH = 10

function readBundle({ to, input }: BundleCall): { operations: Handed[]; omitted: number } {
  const form = bundleForm(input)
  if (!form || !isDecodableHex(input)) return { operations: [], omitted: 0 }
  // As the EVM reads it: a bundler may write the tails in any order.
  const values = decodeParameters(form.inputs, input.slice(SELECTOR_LENGTH), false)?.values
  const outer = listAt(values, 0)
  const isGrouped = form.name !== 'handleOps'
  const lists = isGrouped ? outer.list.map((group) => listAt(fieldsOf(group), 0)) : [outer]
  const groupsLeft = Array.from(
    { length: isGrouped ? outer.omitted : 0 },
    (_, nth) => outer.list.length + nth,
  )
  const left = [...lists.map(({ omitted }) => omitted), ...groupsLeft.map((at) => countInGroup(input, at))]
  return {
    operations: lists.flatMap(({ list }) => list.flatMap((each) => readOperation(to, fieldsOf(each)) ?? [])),
    omitted: left.reduce((sum, count) => sum + count, 0),
  }
}

/** The number of operations of an aggregator's group, from data that was found to be whole. */
function countInGroup(input: string, at: number): number {
  const wordAt = (byte: number) => {
    const start = SELECTOR_LENGTH + 2 * byte
    return Number(`0x${input.slice(start, start + 2 * WORD)}`)
  }
  const groups = wordAt(0) + WORD
  const group = groups + wordAt(groups + at * WORD)
  return wordAt(group + wordAt(group))
}
const WORD = 32

/** Fields of an operation: `initCode` is the third, `paymasterAndData` the last but one. */
function readOperation(to: string, fields: readonly DecodedArgument[]): Handed | undefined {
  const [sender, nonce, initCode, callData] = fields.map(({ value }) => textOf(value))
  if (sender === undefined || nonce === undefined || callData === undefined) return undefined
  return {
    entryPoint: to.toLowerCase(),
    sender: sender.toLowerCase(),
    nonce,
    factory: addressBefore(initCode),
    paymaster: addressBefore(textOf(fields.at(-2)?.value)),
    callData,
  }
}

/** The address at the start of packed data. An account that is delegated has a mark of two bytes there in its place. */
function addressBefore(data: string | undefined): string | null {
  if (data === undefined || data.length < 42) return null
  const address = data.slice(0, 42).toLowerCase()
  return /^0x(?:0{40}|77020{36})$/.test(address) ? null : address
}

interface LoggedOperations {
  /** By `keyOf`, in the order of their logs. */
  readonly outcomes: ReadonlyMap<string, Outcome[]>
  readonly failures: ReadonlyMap<string, OperationFailure>
}

const FAILURES: Readonly<Record<string, OperationFailureKind>> = {
  UserOperationRevertReason: 'call',
  PostOpRevertReason: 'postOp',
  UserOperationPrefundTooLow: 'prefund',
}

function readLogs(logs: readonly LogData[]): LoggedOperations {
  const outcomes = new Map<string, Outcome[]>()
  const failures = new Map<string, OperationFailure>()
  for (const log of logs) {
    const [known] = standardCandidates('event', log.topics[0]?.toLowerCase() ?? '')
    if (known?.from !== 'ERC-4337') continue
    const entryPoint = log.address.toLowerCase()
    const values = decodeEvent(known.item, log.topics, log.data, false)?.values
    const texts = values?.map(({ value }) => textOf(value)) ?? []
    const [hash = '', sender = '', third = '', fourth = '', success, cost = '', used = ''] = texts
    const failure = FAILURES[known.item.name]
    if (known.item.name === 'UserOperationEvent' && values) {
      const paymaster = addressBefore(third)
      const outcome: Outcome = {
        ...{ entryPoint, hash, sender: sender.toLowerCase(), paymaster, nonce: fourth },
        ...{ success: success === 'true', actualGasCost: BigInt(cost), actualGasUsed: BigInt(used) },
      }
      const key = keyOf(outcome)
      outcomes.set(key, [...(outcomes.get(key) ?? []), outcome])
    } else if (failure !== undefined && values) {
      const key = `${entryPoint} ${hash}`
      // The call's own reason is said first, and explains what follows.
      if (!failures.has(key))
        failures.set(key, { kind: failure, data: failure === 'prefund' ? '0x' : fourth })
    }
  }
  return { outcomes, failures }
}

const failureOf = (outcome: Outcome | undefined, failures: LoggedOperations['failures']) =>
  outcome && failures.get(`${outcome.entryPoint} ${outcome.hash}`)

/** An EntryPoint takes each nonce of an account once. */
const keyOf = ({ entryPoint, sender, nonce }: Pick<Handed, 'entryPoint' | 'sender' | 'nonce'>) =>
  `${entryPoint} ${sender} ${nonce}`

const textOf = (value: DecodedValue | undefined) => (typeof value === 'string' ? value : undefined)

const fieldsOf = (value: DecodedValue): readonly DecodedArgument[] =>
  typeof value !== 'string' && 'fields' in value ? value.fields : []

function listAt(values: readonly DecodedArgument[] | undefined, at: number) {
  const value = values?.[at]?.value
  return value !== undefined && typeof value !== 'string' && 'list' in value
    ? { list: value.list, omitted: value.omitted ?? 0 }
    : { list: [], omitted: 0 }
}
