import * as http from 'node:http'
import * as https from 'node:https'
import { readProxy } from './proxy.ts'

/**
 * Pools of connections, by way of the proxy of the environment where there is one. Requests that may reach public addresses
 * only have pools of their own: a connection that was opened without this check must not be used again by a request with it.
 */
export interface Agents {
  readonly http: http.Agent
  readonly https: https.Agent
  readonly publicHttp: http.Agent
  readonly publicHttps: https.Agent
  /** Names are looked up by a proxy. */
  readonly isProxied: boolean
}

/** Whoever opens them closes them. `keepAlive`: connections are kept for the next request; true unless given. */
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

/** Cuts the connections, also those in use. */
export function closeAgents(agents: Agents) {
  for (const agent of [agents.http, agents.https, agents.publicHttp, agents.publicHttps]) agent.destroy()
}

let shared: Agents | undefined
/** For callers that never close: an idle connection of it keeps no process alive. */
export const sharedAgents = (): Agents => (shared ??= openAgents())
