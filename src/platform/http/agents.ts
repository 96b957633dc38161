import * as http from 'node:http'
import * as https from 'node:https'
import { readProxy } from './proxy.ts'

/**
 * Pools of connections, through the environment's proxy if there is one. Requests that may reach only public
 * addresses have separate pools: they must not use a connection that was opened without this check.
 */
export interface Agents {
  readonly http: http.Agent
  readonly https: https.Agent
  readonly publicHttp: http.Agent
  readonly publicHttps: https.Agent
  /** Whether a proxy resolves names. */
  readonly isProxied: boolean
}

/** The caller must close them. `keepAlive`: connections are kept for the next request; true by default. */
export function openAgents({ keepAlive = true, env = process.env } = {}): Agents {
  const proxy = readProxy(env)
  const options = {
    keepAlive,
    maxFreeSockets: 6,
    scheduling: 'lifo' as const,
    ...(proxy === undefined ? {} : { proxyEnv: proxy }),
  }
  return {
    http: new http.Agent(options),
    https: new https.Agent(options),
    publicHttp: new http.Agent(options),
    publicHttps: new https.Agent(options),
    isProxied: proxy !== undefined,
  }
}

/** Cuts all connections, also those in use. */
export function closeAgents(agents: Agents) {
  for (const agent of [agents.http, agents.https, agents.publicHttp, agents.publicHttps]) agent.destroy()
}

let shared: Agents | undefined
/** Agents for callers that never close them: an idle connection keeps no process alive. */
export const sharedAgents = (): Agents => (shared ??= openAgents())
