/** The calls `flow.*`. */
import type { flowCalls, flowEvents } from '#shared/rpc/contract/flow.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import { createFlows, type Flows } from './create-flows.ts'
import type { FlowDeps } from './flow-deps.ts'
import { rowsOf } from './flow-rows.ts'
import { stepOf } from './flow-sums.ts'
import { transactionFlow } from './transaction-flow.ts'

export function flowDomain(deps: FlowDeps) {
  const flows = createFlows(deps)
  return { flows, handlers: flowHandlers({ ...deps, flows }), streams: flowStreams(flows) }
}

function flowHandlers(deps: FlowDeps & { readonly flows: Flows }): Pick<Handlers, keyof typeof flowCalls> {
  const { flows } = deps
  return {
    'flow.step': async ({ refresh = false, soFar = false, ...input }, { signal }) => {
      const address = input.address.toLowerCase()
      return stepOf(await flows.get(input, { signal, refresh, soFar }), { ...input, address }, signal)
    },
    'flow.transaction': (input, { signal }) => transactionFlow(deps, input, signal),
    'flow.rows': async (input, { signal }) => {
      const address = input.address.toLowerCase()
      return rowsOf(await flows.get(input, { signal }), { ...input, address }, signal)
    },
  }
}

const flowStreams = (flows: Flows): Pick<Streams, keyof typeof flowEvents> => ({
  'flow.progress': (request, emit) => flows.onProgress(request, emit),
})
