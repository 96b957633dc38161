import type { SettingsStore } from '../settings/settings.ts'
import { connectNodes, nodeHandlers, nodeStreams, type NodeDeps } from './node-handlers.ts'

export const nodesDomain = (deps: NodeDeps & { readonly settings: SettingsStore }) => ({
  handlers: nodeHandlers(deps),
  streams: nodeStreams(deps),
  close: connectNodes(deps),
})
