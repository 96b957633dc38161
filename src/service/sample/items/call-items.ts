import type { WireItem } from '../../chain-reader.ts'
import { rawTrace, type TracedCall } from '../../raw-trace.ts'
import type { TransactionRef } from '../chain/chain-model.ts'
import { encodeLog } from '../chain/log-topics.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { itemAt } from '../lib/arrays.ts'
import type {
  PeriodContext,
  PeriodTemplate,
  TemplateInternalCall,
  TemplateLog,
  TemplateTransaction,
} from '../templates/period-template.ts'
import { encodeCall, encodeReturn } from '../templates/call-data.ts'

/** A call with its inner calls and logs; the transaction's own call has no template. */
interface CallNode {
  readonly inner: TemplateInternalCall | null
  readonly calls: CallNode[]
  readonly logs: { readonly log: TemplateLog; readonly position: number }[]
}

/** The calls of a mined transaction: its own, and inside it those of its internal transactions. */
export function callItems(snapshot: Snapshot, ref: TransactionRef): WireItem[] {
  const { model } = snapshot
  const template = model.template(ref.period)
  const transaction = itemAt(template.transactions, ref.transaction)
  const { root, isPlaced } = treeOf(template, ref.transaction)
  const trace = new TraceWriter(transaction, model.periodContext(ref.period), isPlaced)
  return rawTrace(model.transactionHash(ref), trace.write(root))
}

/** `isPlaced`: whether each log is in the call that emitted it. */
function treeOf({ internals, logs, transactions }: PeriodTemplate, transaction: number) {
  const root: CallNode = { inner: null, calls: [], logs: [] }
  const path = [root]
  const nodes = [root]
  for (const inner of internals) {
    if (inner.transaction !== transaction) continue
    const node: CallNode = { inner, calls: [], logs: [] }
    path.length = inner.depth
    path.at(-1)?.calls.push(node)
    path.push(node)
    nodes.push(node)
  }
  const { to, created } = itemAt(transactions, transaction)
  const workerOf = ({ inner }: CallNode) => (inner ? inner.context : (to ?? created))
  let isPlaced = true
  for (const log of logs) {
    if (log.transaction !== transaction) continue
    // The last call so far that runs for the emitter.
    const maker = nodes.slice(0, log.callsBefore + 1).findLast((node) => workerOf(node) === log.emitter)
    const before = maker?.calls.filter((call) => nodes.indexOf(call) <= log.callsBefore) ?? []
    if (maker) maker.logs.push({ log, position: before.length })
    else isPlaced = false
  }
  return { root, isPlaced }
}

const hex = (value: bigint) => `0x${value.toString(16)}`

class TraceWriter {
  readonly #transaction: TemplateTransaction
  readonly #period: PeriodContext
  readonly #withLogs: boolean

  constructor(transaction: TemplateTransaction, period: PeriodContext, withLogs: boolean) {
    this.#transaction = transaction
    this.#period = period
    this.#withLogs = withLogs
  }

  write({ calls, logs }: CallNode): TracedCall {
    const { from, to, created, value, call, data, gasUsed, gasLimit, failure } = this.#transaction
    const input = call ? encodeCall(call, this.#period) : `0x${data}`
    const receiver = to ?? (failure ? null : created)
    return {
      type: to === null ? 'create' : 'call',
      from: this.#period.address(from),
      to: receiver === null ? null : this.#period.address(receiver),
      value: hex(value),
      gas: hex(gasLimit),
      gasUsed: hex(gasUsed),
      input,
      output: failure?.reason.form === 'decoded' ? encodeReturn(failure.reason, this.#period) : '0x',
      error: failure?.result ?? null,
      logs: this.#logs(logs),
      calls: this.#inner(calls, input, gasUsed - 21_000n),
    }
  }

  #logs(logs: CallNode['logs']): TracedCall['logs'] {
    if (!this.#withLogs) return null
    return logs.map(({ log, position }) => ({
      address: this.#period.address(log.emitter),
      ...encodeLog(log, this.#period),
      index: log.logIndex,
      position,
    }))
  }

  /** Inner calls use about three quarters of a call's gas. */
  #inner(calls: readonly CallNode[], input: string, gas: bigint): TracedCall[] {
    const sizes = calls.map(countCalls)
    const whole = sizes.reduce((sum, size) => sum + size, 1)
    return calls.flatMap(({ inner, calls: inside, logs }, index) => {
      if (!inner) return []
      const share = (gas * 3n * BigInt(sizes[index] ?? 1)) / BigInt(4 * whole)
      const used = share < inner.gasLimit ? share : inner.gasLimit
      const own = inner.call ? encodeCall(inner.call, this.#period) : this.#passedOn(inner, input)
      const receiver = inner.to ?? (inner.error === null ? inner.created : null)
      return {
        type: inner.type,
        from: this.#period.address(inner.from),
        to: receiver === null ? null : this.#period.address(receiver),
        value: hex(inner.value),
        gas: hex(inner.gasLimit),
        gasUsed: hex(used),
        input: own,
        output: inner.returned ? encodeReturn(inner.returned, this.#period) : '0x',
        error: inner.error,
        logs: this.#logs(logs),
        calls: this.#inner(inside, own, used),
      }
    })
  }

  /** A proxy passes its own input on. */
  #passedOn({ type }: TemplateInternalCall, input: string): string {
    return type === 'delegatecall' ? input : '0x'
  }
}

const countCalls = ({ calls }: CallNode): number => calls.reduce((sum, call) => sum + countCalls(call), 1)
