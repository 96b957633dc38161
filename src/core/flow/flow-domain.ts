import { createFlows } from './create-flows.ts'
import type { FlowDeps } from './flow-deps.ts'
import { flowHandlers, flowStreams } from './flow-handlers.ts'

export function flowDomain(deps: FlowDeps) {
  const flows = createFlows(deps)
  return { flows, handlers: flowHandlers({ ...deps, flows }), streams: flowStreams(flows) }
}
