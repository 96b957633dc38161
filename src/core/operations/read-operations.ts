/** The user operations and authorizations of one transaction, with the names of what they call. */
import { callsWithin } from '#shared/abi/calls-within.ts'
import { MAX_DECODED_ITEMS, type Decoded, type NestedCall } from '#shared/abi/decoded.ts'
import { describeError } from '#shared/abi/error-text.ts'
import { readWholeText } from '#shared/abi/read-words.ts'
import {
  entryPointVersion,
  readUserOperations,
  type BundleCall,
  type UserOperation,
  type UserOperations,
} from '#shared/abi/user-operations.ts'
import { carriesBundle, isBundle } from '#shared/abi/bundle-selector.ts'
import type { CallName } from '#shared/chain/call-name.ts'
import { MAX_CODE } from '#shared/chain/code-that-ran.ts'
import type { CallTrace, TraceFrame } from '#shared/chain/call-trace.ts'
import type { Log } from '#shared/chain/log.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { Cursor, Page } from '#shared/lists/page.ts'
import type { DecodableItem } from '#shared/rpc/contract/abi.ts'
import {
  MAX_OPERATION_CALLS,
  type Operation,
  type OperationCall,
  type OperationFailure,
  type OperationsReport,
  type OperationState,
} from '#shared/rpc/contract/operations.ts'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import type { KnownAbis } from '../abi/abi-domain.ts'
import { readAuthorizations } from './authorizations.ts'

export interface OperationsDeps {
  readonly reading: Pick<Handlers, 'lists.page' | 'details.read'>
  readonly decode: Handlers['abi.decode']
  readonly abis: Pick<KnownAbis, 'contracts' | 'chainOf'>
}

type Request = CallInput<'operations.read'>
type Context = Parameters<Handlers['details.read']>[1]

/** The maximal number of pages of logs that are read. */
const MAX_LOG_PAGES = 40

export async function readOperations(
  deps: OperationsDeps,
  request: Request,
  context: Context,
): Promise<OperationsReport> {
  const { source } = request
  const read = await readDetail<Transaction>(deps, request, 'transaction', context)
  const { found, logs, trace } = await findOperations(deps, request, read, context)
  const named = await nameAll(deps, request, found.operations, context)
  const contracts = named.flatMap(({ calls }) => calls.map(({ to }) => to ?? ''))
  const nameOf = contractNames(deps, source, contracts)
  return {
    operations: found.operations.map((operation, at) =>
      describeOperation(operation, read.from?.hash.toLowerCase() ?? null, named[at] ?? NOTHING_NAMED, nameOf),
    ),
    ...{ left: found.omitted, logs, trace },
    ...(await readAuthorizations(read, deps.abis.chainOf(source), nameOf)),
  }
}

interface Found extends Pick<OperationsReport, 'logs' | 'trace'> {
  readonly found: UserOperations
}

/** The trace is asked for unless the transaction itself handed in all operations: what was undone is in no log. */
async function findOperations(
  deps: OperationsDeps,
  request: Request,
  transaction: Transaction,
  context: Context,
): Promise<Found> {
  const { to, raw_input: input, status } = transaction
  const own: BundleCall[] =
    to == null || input == null ? [] : [{ to: to.hash, input, isUndone: status === 'error' }]
  const [isFailed, isOwn] = [status === 'error', isBundle(input ?? '')]
  if (input === '0x' || (isFailed && isOwn))
    return { found: readUserOperations(own, []), logs: 'whole', trace: 'unneeded' }
  const logs = isFailed ? NO_LOGS : await readLogs(deps, request, context)
  const rows = logs.rows.map(({ address, topics, data }) => ({
    ...{ address: address?.hash ?? '', topics: topics ?? [], data: data ?? '0x' },
  }))
  const found = readUserOperations(own, rows)
  const isExplained = found.operations.every(({ callData }) => callData !== undefined)
  const mayHide = input == null || carriesBundle(input)
  if (isOwn && isExplained && !mayHide) return { found, logs: logs.are, trace: 'unneeded' }
  const calls = await readDetail<CallTrace>(deps, request, 'transaction-calls', context).catch(unlessAbsent)
  if (calls === undefined || calls.frames.length === 0) {
    const isLogged = !isFailed && !mayHide && isExplained && logs.are === 'whole'
    return { found, logs: logs.are, trace: isLogged ? 'logged' : 'absent' }
  }
  return { found: readUserOperations(bundlesIn(calls.frames), rows), logs: logs.are, trace: 'read' }
}

/** A transaction that failed left none. */
const NO_LOGS = { rows: [], are: 'whole' } as const

/** Calls that hand in operations, at any depth. Frames come in order: what is around a frame came before it. */
function bundlesIn(frames: readonly TraceFrame[]): readonly BundleCall[] {
  let failed: TraceFrame | undefined
  return frames.flatMap((frame) => {
    if (failed === undefined || !isBelow(failed, frame)) failed = frame.error === null ? undefined : frame
    const { kind, to, input } = frame
    return kind === 'call' && to !== null && input !== null && isBundle(input)
      ? [{ to, input, isUndone: failed !== undefined }]
      : []
  })
}

const isBelow = ({ traceAddress: outer }: TraceFrame, { traceAddress: inner }: TraceFrame) =>
  outer !== null &&
  inner !== null &&
  outer.length < inner.length &&
  outer.every((step, at) => inner[at] === step)

async function readLogs(deps: OperationsDeps, { source, hash }: Request, context: Context) {
  const rows: Log[] = []
  let [cursor, isWhole]: [Cursor | null, boolean] = [null, true]
  for (let pages = 0; pages < MAX_LOG_PAGES; pages += 1) {
    const asked: CallInput<'lists.page'> = {
      ...{ source, list: 'transaction-logs', params: { transaction_hash: hash } },
      ...{ filters: {}, cursor },
    }
    const page: Page | undefined = await Promise.resolve(deps.reading['lists.page'](asked, context)).catch(
      unlessAbsent,
    )
    if (page === undefined)
      return { rows, are: rows.length === 0 ? ('absent' as const) : ('incomplete' as const) }
    rows.push(...(page.items as readonly Log[]))
    isWhole &&= page.unread.length === 0 && page.gap === undefined
    cursor = page.next
    if (cursor === null) break
  }
  return { rows, are: isWhole && cursor === null ? ('whole' as const) : ('incomplete' as const) }
}

async function readDetail<Item>(
  { reading }: OperationsDeps,
  { source, hash }: Request,
  detail: 'transaction' | 'transaction-calls',
  context: Context,
): Promise<Item> {
  const asked = { source, detail, params: { transaction_hash: hash } }
  return (await reading['details.read'](asked, context)).item as Item
}

/** Not every source has logs and traces. */
function unlessAbsent(error: unknown): undefined {
  if (!(error instanceof ChainglassFailure)) throw error
  if (!ABSENT.has(error.error.code)) throw error
}
const ABSENT: ReadonlySet<string> = new Set(['not_found', 'server_error', 'bad_response'])

interface Named {
  readonly call: Decoded | null
  readonly calls: readonly NestedCall[]
  readonly error: Decoded | null
}
const NOTHING_NAMED: Named = { call: null, calls: [], error: null }

/** Names the call of each account, and the error of each that failed. */
async function nameAll(
  deps: OperationsDeps,
  request: Request,
  operations: readonly UserOperation[],
  context: Context,
): Promise<readonly Named[]> {
  const calls = await decodeAll(
    deps,
    request,
    operations.map(({ sender, callData }) => ({
      ...{ kind: 'call', to: sender, input: accountCall(callData ?? '0x') },
    })),
    context,
  )
  const targets = calls.map(targetsOf)
  const errors = await decodeAll(
    deps,
    request,
    operations.map(({ sender, failure }, at) => {
      // An account passes on the error of what it called.
      const called = (targets[at] ?? []).flatMap(({ to }) => (to === null ? [] : [to.toLowerCase()]))
      const ran = [sender, ...called].flatMap((one) => [
        ...(one === sender ? [] : [one]),
        ...deps.abis.contracts.behind(request.source, one),
      ])
      return { kind: 'error', to: sender, data: failure?.data ?? '0x', ran: ran.slice(0, MAX_CODE) }
    }),
    context,
  )
  return operations.map((_, at) => ({
    ...{ call: calls[at] ?? null, calls: targets[at] ?? [], error: errors[at] ?? null },
  }))
}

async function decodeAll(
  { decode }: OperationsDeps,
  { source, askSource }: Request,
  items: readonly DecodableItem[],
  context: Context,
): Promise<readonly (Decoded | null)[]> {
  const results: (Decoded | null)[] = []
  for (let at = 0; at < items.length; at += MAX_DECODED_ITEMS) {
    const part = { source, items: items.slice(at, at + MAX_DECODED_ITEMS), askSource }
    results.push(...(await decode(part, context)).results)
  }
  return results
}

/** Since EntryPoint 0.7 an account may ask to be called with the whole operation, and has its own call after that mark. */
const accountCall = (callData: string) =>
  callData.startsWith(EXECUTE_USER_OP) && callData.length >= 2 * EXECUTE_USER_OP.length - 2
    ? `0x${callData.slice(EXECUTE_USER_OP.length)}`
    : callData
/** The selector of `executeUserOp`. */
const EXECUTE_USER_OP = '0x8dd7712f'

/** The calls that the account makes. A delegate call that only makes calls for it, such as `multiSend`, is opened. */
const targetsOf = (decoded: Decoded | null): readonly NestedCall[] =>
  callsWithin(decoded).flatMap((call) => {
    const inside = call.kind === 'delegatecall' ? callsWithin(call.decoded) : []
    return inside.length > 0 ? inside : [call]
  })

function contractNames({ abis }: OperationsDeps, source: string, addresses: readonly string[]) {
  const names = new Map<string, string | null>()
  for (const address of addresses.map((one) => one.toLowerCase())) {
    if (names.has(address)) continue
    const [known] = abis.contracts.known(source, [address, ...abis.contracts.behind(source, address)])
    names.set(address, known?.name ?? null)
  }
  return (address: string) => names.get(address.toLowerCase()) ?? null
}

function describeOperation(
  operation: UserOperation,
  bundler: string | null,
  { call, calls, error }: Named,
  nameOf: (address: string) => string | null,
): Operation {
  const { entryPoint, sender, nonce, paymaster, factory, callData, outcome } = operation
  const described = calls.slice(0, MAX_OPERATION_CALLS)
  return {
    ...{ hash: outcome?.hash ?? null, entryPoint, version: entryPointVersion(entryPoint) },
    ...{ sender, nonce, bundler, paymaster, factory },
    state: stateOf(operation),
    gasCost: outcome?.actualGasCost.toString() ?? null,
    gasUsed: outcome?.actualGasUsed.toString() ?? null,
    failure: describeFailure(operation, error),
    ...{ called: nameIn(call), selector: selectorOf(accountCall(callData ?? '0x')) },
    calls: described.map((each) => describeCall(each, sender, nameOf)),
    callsLeft: calls.length - described.length,
  }
}

function describeCall(
  { to, value, input, decoded }: NestedCall,
  sender: string,
  nameOf: (address: string) => string | null,
): OperationCall {
  // Without an address, the account calls itself.
  const called = (to ?? sender).toLowerCase()
  return {
    ...{ to: called, contract: nameOf(called), value },
    ...{ called: nameIn(decoded), selector: selectorOf(input) },
  }
}

function stateOf({ outcome, isUndone }: UserOperation): OperationState {
  if (isUndone) return 'undone'
  if (outcome === undefined) return 'unknown'
  return outcome.success ? 'succeeded' : 'failed'
}

function describeFailure({ failure }: UserOperation, error: Decoded | null): OperationFailure | null {
  if (!failure) return null
  const { kind, data } = failure
  const text = error === null ? readWholeText(data) : describeError(error)
  return { kind, data, text: text ?? (data === '0x' ? null : data) }
}

function nameIn(decoded: Decoded | null): CallName | null {
  if (decoded === null || decoded.origin === 'bytecode') return null
  const { name, signature, origin, from, isCertain } = decoded
  return { name, signature, origin, from, isCertain }
}

const selectorOf = (input: string) => (input.length >= 10 ? input.slice(0, 10).toLowerCase() : null)
