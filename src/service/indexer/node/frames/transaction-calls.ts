import type { WireItem } from '../../../chain-reader.ts'
import { rawTrace, type TracedCall, type TracedLog } from '../../../raw-trace.ts'
import { frameError, frameType, movesCoins } from '../../model/call-frame.ts'
import type { CallsResult, TransactionLogs } from '../../model/on-demand-data.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal } from '#platform/json-rpc/node-failure.ts'
import {
  address,
  anyData,
  data,
  list,
  object,
  optional,
  quantity,
  readable,
  textOf,
  type Json,
} from '#platform/json-rpc/wire.ts'
import { isCallTrace } from './call-tracer-frames.ts'

type Reader = (connection: NodeConnection, hash: string, logs: TransactionLogs) => Promise<CallsResult>

/** The first gives logs as well. */
const READERS: readonly Reader[] = [byCallTracer, byTraceTransaction]

/**
 * All calls of one transaction with what they were given and returned, asked of the node. Gives what the most hopeful
 * method said where none gives them. Throws NodeFailure where the node is away.
 */
export async function readTransactionCalls(
  connection: NodeConnection,
  hash: string,
  logs: TransactionLogs,
): Promise<CallsResult> {
  const without = new Set<CallsResult>()
  for (const read of READERS) {
    const result = await attempt(() => read(connection, hash, logs))
    if (typeof result !== 'string') return result
    without.add(result)
  }
  return (['refused', 'unavailable'] as const).find((result) => without.has(result)) ?? 'unsupported'
}

async function attempt(read: () => Promise<CallsResult>): Promise<CallsResult> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof NodeRefusal) return error.meaning === 'gone' ? 'unavailable' : error.meaning
    if (error instanceof NodeFailure && !error.isOfConnection) return 'refused'
    throw error
  }
}

const OPTIONS = { priority: 'visible', timeoutMs: 30_000 } as const

async function byCallTracer(connection: NodeConnection, hash: string, logs: TransactionLogs) {
  const tracer = { tracer: 'callTracer', tracerConfig: { withLog: true } }
  const trace = await connection.request('debug_traceTransaction', [hash, tracer], OPTIONS)
  // Some nodes give their steps, whichever tracer is named.
  if (!isCallTrace(trace)) return 'unsupported'
  const root = readCall(object(trace, 'a call trace'), 0, null)
  return rawTrace(hash, numberLogs(root, logs))
}

/** The EVM allows 1,024. */
const MAX_DEPTH = 1_100

/** `around`: at whose address the code around it runs; that is what destroys itself, whoever a node names. */
function readCall(raw: Json, depth: number, around: string | null): TracedCall {
  const type = frameType(textOf(raw.type))
  const calls = depth < MAX_DEPTH ? list(raw.calls ?? [], 'the calls of a call') : []
  const to = optional(address, raw.to, 'the receiver of a call')
  const from = address(raw.from, 'the sender of a call')
  const within = type === 'delegatecall' || type === 'callcode' ? around : to
  return {
    type,
    from: type === 'selfdestruct' ? (around ?? from) : from,
    to,
    value: movesCoins(type) ? readable(quantity, raw.value ?? '0x0') : '0x0',
    gas: readable(quantity, raw.gas),
    gasUsed: readable(quantity, raw.gasUsed),
    input: readable(anyData, raw.input ?? '0x'),
    output: readable(anyData, raw.output ?? '0x'),
    error: frameError(raw.error),
    logs: list(raw.logs ?? [], 'the logs of a call').map((log) => readLog(object(log, 'a log'))),
    calls: calls.map((call) => readCall(object(call, 'a call'), depth + 1, within)),
  }
}

const readLog = (raw: Json): TracedLog => ({
  address: address(raw.address, 'the address of a log'),
  topics: list(raw.topics ?? [], 'the topics of a log').map((topic) => data(topic, 'a topic')),
  data: readable(anyData, raw.data ?? '0x'),
  index: null,
  position: raw.position === undefined ? null : Number(quantity(raw.position, 'the position of a log')),
})

/**
 * Nodes number logs in the block, in the transaction, or not at all. They were made in the order of the calls: where as
 * many are left as the transaction has, it is the order of its logs.
 */
function numberLogs(root: TracedCall, { first, count }: TransactionLogs): TracedCall {
  const lasting: TracedLog[] = []
  const walk = (call: TracedCall) => {
    if (call.error !== null) return
    const logs = call.logs ?? []
    let at = 0
    call.calls.forEach((inner, index) => {
      for (let log = logs[at]; log && (log.position ?? 0) <= index; log = logs[at]) {
        lasting.push(log)
        at += 1
      }
      walk(inner)
    })
    for (const log of logs.slice(at)) lasting.push(log)
  }
  walk(root)
  if (lasting.length !== count) return root
  const numbers = new Map(lasting.map((log, index) => [log, first + index]))
  const renumber = (call: TracedCall): TracedCall => ({
    ...call,
    logs: (call.logs ?? []).map((log) => ({ ...log, index: numbers.get(log) ?? null })),
    calls: call.calls.map(renumber),
  })
  return renumber(root)
}

async function byTraceTransaction(connection: NodeConnection, hash: string): Promise<CallsResult> {
  const traces = await connection.request('trace_transaction', [hash], OPTIONS)
  // A node that has pruned it knows no such transaction.
  if (traces === null) return 'unavailable'
  const frames = list(traces, 'the traces of a transaction').map((each): WireItem => {
    const { type, action, result, error, subtraces, traceAddress } = object(each, 'a trace')
    const failure = frameError(error)
    return {
      type,
      action: object(action, 'the action of a trace'),
      result: result ?? null,
      ...(failure === null ? {} : { error: failure }),
      subtraces,
      traceAddress: list(traceAddress, 'the address of a trace'),
      transactionHash: hash,
    }
  })
  return frames.length > 0 ? frames : 'unavailable'
}
