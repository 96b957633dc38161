/**
 * Opens the calls nested in arguments of well-known functions. A function is recognised by its name and types,
 * whatever the origin of its name.
 */
import { getAddress } from 'viem/utils'
import { parseSignature, type AbiItem } from './abi-item.ts'
import { decodeParameters } from './decode-values.ts'
import type { DecodedArgument, DecodedValue, NestedCall } from './decoded.ts'
import { commandForms, type CommandSet } from './router-commands.ts'

/** Context of the function whose arguments are opened. */
export interface CallOpener {
  /** Address of the called contract. */
  readonly self: string
  /**
   * Decodes a nested call. `at`: the contract that defines the function, if it is not `to`. Returns null once the
   * limit of calls is reached.
   */
  open(call: Omit<NestedCall, 'decoded'>, at?: string): NestedCall | null
  /** Decodes a router command. `forms`: its signatures. Returns null once the limit of calls is reached. */
  openCommand(input: string, forms: readonly AbiItem[]): NestedCall | null
}

type Arguments = readonly DecodedArgument[]
type Open = (values: Arguments, opener: CallOpener) => Arguments

/** Indexes of the parts of a call among arguments or fields. Without `to`, the contract calls itself. */
interface Places {
  readonly data: number
  readonly to?: number
  readonly value?: number
  /** The value 1 means a delegate call. */
  readonly operation?: number
  readonly kind?: 'call' | 'delegatecall'
}

/** Opens a single call among the arguments. */
const one =
  (places: Places): Open =>
  (values, opener) =>
    replaceAt(values, places.data, (data) => opened(data, opener, callAt(values, places)))

const callAt = (values: Arguments, { to, value, operation, kind = 'call' }: Places) => ({
  to: to === undefined ? null : textAt(values, to),
  value: value === undefined ? null : textAt(values, value),
  kind: operation !== undefined && textAt(values, operation) === '1' ? ('delegatecall' as const) : kind,
})

function opened(data: DecodedValue, opener: CallOpener, call: Omit<NestedCall, 'input' | 'decoded'>) {
  // Empty data beside an amount is a transfer of the coin.
  const isTransfer = call.to !== null && call.value !== null && call.value !== '0'
  if (typeof data !== 'string' || (data === '0x' && !isTransfer)) return data
  return withCalls(data, [opener.open({ ...call, input: data }, call.to === null ? opener.self : undefined)])
}

/** Attaches calls to bytes only if all of them were opened: a part of them would look complete. */
const withCalls = (bytes: string, calls: readonly (NestedCall | null)[]): DecodedValue =>
  calls.length > 0 && calls.every((call) => call !== null) ? { bytes, calls } : bytes

/** Opens a list of tuples with a call each. */
const tuples =
  (at: number, open: Open): Open =>
  (values, opener) =>
    replaceAt(values, at, (list) =>
      mapList(list, (each) =>
        typeof each !== 'string' && 'fields' in each ? { fields: open(each.fields, opener) } : each,
      ),
    )

const tuple =
  (at: number, open: Open): Open =>
  (values, opener) =>
    replaceAt(values, at, (each) =>
      typeof each !== 'string' && 'fields' in each ? { fields: open(each.fields, opener) } : each,
    )

/** Opens a list of inputs, each for the contract itself. */
const inputs =
  (at: number): Open =>
  (values, opener) =>
    replaceAt(values, at, (list) =>
      mapList(list, (each) => opened(each, opener, { to: null, value: null, kind: 'call' })),
    )

/** Opens parallel lists of targets, values and inputs. */
const parallel =
  ({ data, to, value, kind = 'call' }: Places): Open =>
  (values, opener) =>
    replaceAt(values, data, (list) =>
      mapList(list, (each, at) =>
        opened(each, opener, {
          to: to === undefined ? null : elementAt(values, to, at),
          value: value === undefined ? null : elementAt(values, value, at),
          kind,
        }),
      ),
    )

const both =
  (...opens: readonly Open[]): Open =>
  (values, opener) =>
    opens.reduce((all, open) => open(all, opener), values)

/** Opens the packed calls of Safe: operation (1 byte), to (20), value (32), length (32), data. */
const multiSend: Open = (values, opener) =>
  replaceAt(values, 0, (bytes) => {
    if (typeof bytes !== 'string') return bytes
    const calls: (NestedCall | null)[] = []
    for (let at = 2; at < bytes.length;) {
      const [operation, to, value, length] = [2, 40, 64, 64].map((size) => {
        at += size
        return bytes.slice(at - size, at)
      }) as [string, string, string, string]
      const end = at + 2 * Number.parseInt(length, 16)
      if (!(end <= bytes.length) || !/^0[01]$/.test(operation)) return bytes
      const input = `0x${bytes.slice(at, end)}`
      at = end
      const call = opener.open({
        to: addressOf(to),
        value: wordOf(value),
        input,
        kind: operation === '01' ? 'delegatecall' : 'call',
      })
      // The limit of calls is reached; the rest is not read.
      if (call === null) return bytes
      calls.push(call)
    }
    return withCalls(bytes, calls)
  })

const CALLS_TUPLE = '(address to, uint256 value, bytes data)[] calls'
const BATCH = parseSignature(`batch(${CALLS_TUPLE})`)?.inputs ?? []
const BATCH_WITH_DATA = parseSignature(`batch(${CALLS_TUPLE}, bytes opData)`)?.inputs ?? []
const BATCHES = parseSignature('batches(bytes[] batches)')?.inputs ?? []
const PLAN = parseSignature('plan(bytes actions, bytes[] params)')?.inputs ?? []

/** Opens ERC-7579 and ERC-7821 calls: the first byte of the mode selects a single call, a batch or a delegate call. */
const modes: Open = (values, opener) => {
  const mode = textAt(values, 0) ?? ''
  return replaceAt(values, 1, (bytes) => {
    if (typeof bytes !== 'string') return bytes
    const kind = mode.slice(2, 4)
    if (kind === '00' && bytes.length >= 106)
      return withCalls(bytes, [
        opener.open({
          to: addressOf(bytes.slice(2, 42)),
          value: wordOf(bytes.slice(42, 106)),
          input: `0x${bytes.slice(106)}`,
          kind: 'call',
        }),
      ])
    if (kind === 'ff' && bytes.length >= 42)
      return withCalls(bytes, [
        opener.open({
          to: addressOf(bytes.slice(2, 42)),
          value: null,
          input: `0x${bytes.slice(42)}`,
          kind: 'delegatecall',
        }),
      ])
    return kind === '01' ? withCalls(bytes, batchCalls(bytes, opener)) : bytes
  })
}

/** The calls of a batch, of a batch with extra data for the account, or of several batches. */
function batchCalls(bytes: string, opener: CallOpener): readonly (NestedCall | null)[] {
  const hex = bytes.slice(2)
  const batches = decodeParameters(BATCHES, hex, true)?.values[0]?.value
  if (batches !== undefined && typeof batches !== 'string' && 'list' in batches)
    return batches.omitted === undefined
      ? batches.list.flatMap((batch) =>
          typeof batch === 'string' ? oneBatch(batch.slice(2), opener) : [null],
        )
      : []
  return oneBatch(hex, opener)
}

function oneBatch(hex: string, opener: CallOpener): readonly (NestedCall | null)[] {
  const decoded = decodeParameters(BATCH, hex, true) ?? decodeParameters(BATCH_WITH_DATA, hex, true)
  const list = decoded?.values[0]?.value
  if (list === undefined || typeof list === 'string' || !('list' in list) || list.omitted !== undefined)
    return []
  return list.list.map((each) => {
    if (typeof each === 'string' || !('fields' in each)) return null
    const [to, value, input] = [0, 1, 2].map((at) => textAt(each.fields, at))
    if (to == null || value == null || input == null) return null
    // In ERC-7821 the zero address stands for the account itself.
    return opener.open({ to: /^0x0+$/.test(to) ? opener.self : to, value, input, kind: 'call' })
  })
}

/** Opens router commands: one byte for each command, and a list of their inputs. */
const commands =
  (set: CommandSet): Open =>
  (values, opener) => {
    const codes = textAt(values, 0) ?? ''
    return replaceAt(values, 1, (list) =>
      mapList(list, (input, at) =>
        typeof input === 'string' ? withCalls(input, [openCommand(set, codes, at, input, opener)]) : input,
      ),
    )
  }

const openCommand = (set: CommandSet, codes: string, at: number, input: string, opener: CallOpener) =>
  opener.openCommand(input, commandForms(set, Number.parseInt(codes.slice(2 + 2 * at, 4 + 2 * at), 16)))

/** Opens Uniswap v4 actions: bytes and inputs, encoded together. */
const unlockData: Open = (values, opener) =>
  replaceAt(values, 0, (bytes) => {
    if (typeof bytes !== 'string') return bytes
    const plan = decodeParameters(PLAN, bytes.slice(2), true)?.values
    const codes = plan && textAt(plan, 0)
    const list = plan?.[1]?.value
    if (codes == null || list === undefined || typeof list === 'string' || !('list' in list)) return bytes
    if (list.omitted !== undefined) return bytes
    return withCalls(
      bytes,
      list.list.map((input, at) =>
        typeof input === 'string' ? openCommand('actions', codes, at, input, opener) : null,
      ),
    )
  })

const OPERATION = one({ to: 0, data: 3 })
/** Opens an init code: the address of the factory, and the input of its call. */
const initCode: Open = (values, opener) =>
  replaceAt(values, 2, (bytes) =>
    typeof bytes === 'string' && bytes.length >= 50
      ? withCalls(bytes, [
          opener.open({
            to: addressOf(bytes.slice(2, 42)),
            value: null,
            input: `0x${bytes.slice(42)}`,
            kind: 'call',
          }),
        ])
      : bytes,
  )
const operations = tuples(0, both(OPERATION, initCode))

const OPERATION_06 = '(address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)'
const OPERATION_07 = '(address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)'
const SAFE = 'address,uint256,bytes,uint8'
const TARGETS = 'address[],uint256[],bytes[]'

const OPENERS: Readonly<Record<string, Open>> = {
  'multicall(bytes[])': inputs(0),
  'multicall(uint256,bytes[])': inputs(1),
  'multicall(bytes32,bytes[])': inputs(1),
  'multicallWithNodeCheck(bytes32,bytes[])': inputs(1),
  'batch(bytes[],bool)': inputs(0),
  'multicall((address,bytes,uint256,bool,bytes32)[])': tuples(0, one({ to: 0, data: 1, value: 2 })),
  'aggregate((address,bytes)[])': tuples(0, one({ to: 0, data: 1 })),
  'blockAndAggregate((address,bytes)[])': tuples(0, one({ to: 0, data: 1 })),
  'tryAggregate(bool,(address,bytes)[])': tuples(1, one({ to: 0, data: 1 })),
  'tryBlockAndAggregate(bool,(address,bytes)[])': tuples(1, one({ to: 0, data: 1 })),
  'aggregate3((address,bool,bytes)[])': tuples(0, one({ to: 0, data: 2 })),
  'aggregate3Value((address,bool,uint256,bytes)[])': tuples(0, one({ to: 0, data: 3, value: 2 })),
  [`execTransaction(${SAFE},uint256,uint256,uint256,address,address,bytes)`]: one({
    to: 0,
    value: 1,
    data: 2,
    operation: 3,
  }),
  [`execTransactionFromModule(${SAFE})`]: one({ to: 0, value: 1, data: 2, operation: 3 }),
  [`execTransactionFromModuleReturnData(${SAFE})`]: one({ to: 0, value: 1, data: 2, operation: 3 }),
  [`executeUserOp(${SAFE})`]: one({ to: 0, value: 1, data: 2, operation: 3 }),
  [`executeUserOpWithErrorString(${SAFE})`]: one({ to: 0, value: 1, data: 2, operation: 3 }),
  [`execute(${SAFE})`]: one({ to: 0, value: 1, data: 2, operation: 3 }),
  'multiSend(bytes)': multiSend,
  'setup(address[],uint256,address,bytes,address,address,uint256,address)': one({
    to: 2,
    data: 3,
    kind: 'delegatecall',
  }),
  'createProxyWithNonce(address,bytes,uint256)': one({ to: 0, data: 1, kind: 'delegatecall' }),
  [`handleOps(${OPERATION_06}[],address)`]: operations,
  [`handleOps(${OPERATION_07}[],address)`]: operations,
  [`handleAggregatedOps((${OPERATION_06}[],address,bytes)[],address)`]: tuples(0, operations),
  [`handleAggregatedOps((${OPERATION_07}[],address,bytes)[],address)`]: tuples(0, operations),
  [`validateUserOp(${OPERATION_06},bytes32,uint256)`]: tuple(0, both(OPERATION, initCode)),
  [`validateUserOp(${OPERATION_07},bytes32,uint256)`]: tuple(0, both(OPERATION, initCode)),
  'execute(bytes32,bytes)': modes,
  'executeFromExecutor(bytes32,bytes)': modes,
  'execute(address,uint256,bytes)': one({ to: 0, value: 1, data: 2 }),
  'execute(address,bytes)': one({ to: 0, data: 1 }),
  'executeCall(address,uint256,bytes)': one({ to: 0, value: 1, data: 2 }),
  'execute((address,uint256,bytes)[])': tuples(0, one({ to: 0, value: 1, data: 2 })),
  'executeBatch((address,uint256,bytes)[])': tuples(0, one({ to: 0, value: 1, data: 2 })),
  'executeBatch(address[],bytes[])': parallel({ to: 0, data: 1 }),
  [`executeBatch(${TARGETS})`]: parallel({ to: 0, value: 1, data: 2 }),
  [`executeBatch(${TARGETS},bytes32,bytes32)`]: parallel({ to: 0, value: 1, data: 2 }),
  [`scheduleBatch(${TARGETS},bytes32,bytes32,uint256)`]: parallel({ to: 0, value: 1, data: 2 }),
  'execute(address,uint256,bytes,bytes32,bytes32)': one({ to: 0, value: 1, data: 2 }),
  'schedule(address,uint256,bytes,bytes32,bytes32,uint256)': one({ to: 0, value: 1, data: 2 }),
  [`propose(${TARGETS},string)`]: parallel({ to: 0, value: 1, data: 2 }),
  [`queue(${TARGETS},bytes32)`]: parallel({ to: 0, value: 1, data: 2 }),
  [`execute(${TARGETS},bytes32)`]: parallel({ to: 0, value: 1, data: 2 }),
  'execute(bytes,bytes[])': commands('router'),
  'execute(bytes,bytes[],uint256)': commands('router'),
  'EXECUTE_SUB_PLAN(bytes,bytes[])': commands('router'),
  'V4_SWAP(bytes,bytes[])': commands('actions'),
  'modifyLiquidities(bytes,uint256)': unlockData,
  'diamondCut((address,uint8,bytes4[])[],address,bytes)': one({ to: 1, data: 2, kind: 'delegatecall' }),
  'upgradeToAndCall(address,bytes)': one({ to: 0, data: 1, kind: 'delegatecall' }),
  'upgradeAndCall(address,address,bytes)': one({ to: 1, data: 2, kind: 'delegatecall' }),
  'relayMessage(uint256,address,address,uint256,uint256,bytes)': one({ to: 2, value: 3, data: 5 }),
  'relayMessage(address,address,bytes,uint256)': one({ to: 0, data: 2 }),
  'sendMessage(address,bytes,uint32)': one({ to: 0, data: 1 }),
}

/** The arguments, with the bytes that contain calls opened. */
export const openNestedCalls = (signature: string, values: Arguments, opener: CallOpener): Arguments =>
  Object.hasOwn(OPENERS, signature) ? (OPENERS[signature]?.(values, opener) ?? values) : values

const replaceAt = (values: Arguments, at: number, change: (value: DecodedValue) => DecodedValue): Arguments =>
  values.map((each, nth) => (nth === at ? { ...each, value: change(each.value) } : each))

const mapList = (
  value: DecodedValue,
  change: (element: DecodedValue, at: number) => DecodedValue,
): DecodedValue =>
  typeof value !== 'string' && 'list' in value ? { ...value, list: value.list.map(change) } : value

const textAt = (values: Arguments, at: number): string | null => {
  const value = values[at]?.value
  return typeof value === 'string' ? value : null
}

function elementAt(values: Arguments, list: number, at: number): string | null {
  const value = values[list]?.value
  const element =
    value !== undefined && typeof value !== 'string' && 'list' in value ? value.list[at] : undefined
  return typeof element === 'string' ? element : null
}

const addressOf = (hex: string) => getAddress(`0x${hex.toLowerCase()}`)
const wordOf = (hex: string) => BigInt(`0x${hex}`).toString()
