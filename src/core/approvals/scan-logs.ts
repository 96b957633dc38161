/** Reads logs of a node from a block down to the first one, in as few requests as the node allows. */
import { delay } from '#platform/delay.ts'
import type { NodeConnection } from '#platform/json-rpc/node-connection.ts'
import { NodeFailure, NodeRefusal, TooManyRequests } from '#platform/json-rpc/node-failure.ts'
import { list } from '#platform/json-rpc/wire.ts'
import { throwIfCancelled } from '#shared/errors/failure.ts'
import type { ScanStop } from '#shared/rpc/contract/approvals.ts'
import { plainName } from '#shared/text/hostile-text.ts'

export interface LogScan {
  /** The contracts whose logs are read; absent for all. */
  readonly address?: readonly string[]
  readonly topics: readonly unknown[]
  readonly from: number
  readonly to: number
}

export interface ScanOptions {
  readonly signal: AbortSignal
  /** Called with the logs of some blocks, the newest of them first, and the first of the blocks. */
  readonly onLogs: (logs: readonly unknown[], from: number) => void
  /** Asked after each answer. */
  readonly isFull: () => boolean
  /** How long a rate limit is waited for, each time that it comes again. */
  readonly waitsMs?: readonly number[]
}

/** `from`: the first block whose logs were read. `stopped`: why that is not the first one asked for. */
export interface Scanned {
  readonly from: number
  readonly stopped: ScanStop | null
}

/** A full node searches so many blocks in some seconds. */
const FIRST_SPAN = 250_000
/** The number of answers after which more blocks are asked for again than were once refused. */
const ANSWERS_BEFORE_MORE = 16
/** A node that does not answer so many times is given up. */
const MAX_SILENT = 3
const WAITS_MS = [1_000, 2_000, 4_000, 8_000] as const
/** Length of the message of a node. */
const MAX_MESSAGE_LENGTH = 200
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Rejects with the node's failure, unless it refused a single block after others were read: it may have pruned the
 * logs of earlier blocks.
 */
export async function scanLogs(node: NodeConnection, scan: LogScan, options: ScanOptions): Promise<Scanned> {
  let [span, limit, answers, silent, waited] = [FIRST_SPAN, Infinity, 0, 0, 0]
  let to = scan.to
  while (to >= scan.from) {
    throwIfCancelled(options.signal)
    const from = Math.max(scan.from, to - span + 1)
    try {
      const logs = await readSpan(node, scan, from, to)
      options.onLogs(logs.toReversed(), from)
    } catch (error) {
      if (isTooManyRequests(error, from === to)) {
        const ms = (options.waitsMs ?? WAITS_MS)[waited]
        if (ms === undefined) throw error
        waited += 1
        await delay(ms, options.signal)
        continue
      }
      silent += error instanceof NodeFailure && error.kind === 'timeout' ? 1 : 0
      if (!isTooMuch(error) || silent >= MAX_SILENT) throw error
      if (from === to) {
        if (to === scan.to || !(error instanceof NodeRefusal)) throw error
        const serverMessage = plainName(error.message, MAX_MESSAGE_LENGTH)
        return { from: to + 1, stopped: { kind: 'refused', serverMessage } }
      }
      span = limit = Math.ceil((to - from + 1) / 2)
      answers = 0
      continue
    }
    if (options.isFull()) return { from, stopped: { kind: 'full' } }
    to = from - 1
    silent = waited = 0
    answers += 1
    if (answers % ANSWERS_BEFORE_MORE === 0) limit *= 2
    span = Math.min(span * 2, limit)
  }
  return { from: scan.from, stopped: null }
}

const tag = (height: number) => `0x${height.toString(16)}`

async function readSpan(node: NodeConnection, { address, topics }: LogScan, from: number, to: number) {
  const filter = { fromBlock: tag(from), toBlock: tag(to), topics, ...(address && { address }) }
  return list(await node.request('eth_getLogs', [filter], { maxBytes: MAX_BYTES }), 'logs')
}

/**
 * Some nodes refuse too many blocks with the code of a rate limit: then it is one where it says so, or comes for a single
 * block.
 */
const isTooManyRequests = (error: unknown, isSingle: boolean) =>
  error instanceof TooManyRequests ||
  (error instanceof NodeRefusal && (error.limit === 'rate' || (isSingle && error.isLimit)))

/** Whether fewer blocks may be answered. */
const isTooMuch = (error: unknown) =>
  error instanceof NodeRefusal
    ? error.meaning !== 'unsupported'
    : error instanceof NodeFailure && (error.kind === 'timeout' || error.kind === 'too_large')
