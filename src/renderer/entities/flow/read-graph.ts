/** Reads a flow graph without a view, for a case file and its report. */
import type { LocationQuery } from 'vue-router'
import type { CallInput } from '#shared/rpc/contract.ts'
import type { RpcClient } from '#shared/rpc/client.ts'
import type { FlowStep, FlowTransaction } from '#shared/rpc/contract/flow.ts'
import { readFlowQuery, type FlowQuery } from '#shared/flow/flow-query.ts'
import { FLOW_HUB_SIZE, type FlowState } from '#shared/flow/flow-state.ts'
import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { FlowGraph, OneStep } from './graph/flow-graph.ts'
import { makeGraph } from './graph/make-graph.ts'

/** Stands for a transaction until it is read. */
export const NO_TRANSACTION: FlowTransaction = {
  parties: [],
  sums: [],
  assets: [],
  lists: [],
  time: null,
  hasFailed: false,
  cost: null,
}

export const filterOf = ({ from, to, asset, min, withSpam }: FlowState) => ({
  from,
  to,
  asset,
  min,
  withSpam,
})

/** The core's input for a step. */
export const stepInput = (
  source: string,
  { of: address, direction, limit, opens }: OneStep,
  state: FlowState,
): CallInput<'flow.step'> => ({
  source,
  address,
  direction,
  limit,
  stopAt: opens ? null : FLOW_HUB_SIZE,
  ...filterOf(state),
})

export interface FlowAt {
  readonly source: string
  /** An address or a transaction hash, in lower case. */
  readonly start: string
  readonly state: FlowState
}

/** The first value of each parameter. */
export const textsOfQuery = (query: LocationQuery): FlowQuery =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat()[0] ?? undefined]))

/** The flow graph at a route; undefined where the query names no start. */
export function flowAt(source: string, query: FlowQuery): FlowAt | undefined {
  const start = (query.from ?? '').toLowerCase()
  const isStart = PARAM_FORMATS.address.pattern.test(start) || PARAM_FORMATS.transaction.pattern.test(start)
  return isStart && source !== '' ? { source, start, state: readFlowQuery(start, query) } : undefined
}

export const isTransaction = (start: string) => start.length === 66

/** Makes the graph from rows on this machine. Awaits the answer to each step; a step that fails adds nothing. */
export async function readGraph(
  core: Pick<RpcClient, 'call'>,
  { source, start, state }: FlowAt,
): Promise<FlowGraph> {
  const answers = new Map<string, FlowStep | null>()
  const keyOf = (step: OneStep) => JSON.stringify(stepInput(source, step, state))
  let begin: string | FlowTransaction = start
  if (isTransaction(start)) {
    const reply = await core.call('flow.transaction', { source, hash: start, asks: false })
    begin = reply.ok ? reply.data : NO_TRANSACTION
  }
  for (;;) {
    const graph = makeGraph(begin, state, (step) => answers.get(keyOf(step)))
    if (graph.wanted.length === 0) return graph
    for (const step of graph.wanted) {
      const reply = await core.call('flow.step', stepInput(source, step, state))
      answers.set(keyOf(step), reply.ok ? reply.data : null)
    }
  }
}
