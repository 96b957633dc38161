import * as http from 'node:http'
import * as https from 'node:https'

/**
 * Pools of kept-alive connections. Requests that may reach public addresses only have pools of their own: a connection
 * that was opened without this check must not be used again by a request with it.
 */
export interface Agents {
  readonly http: http.Agent
  readonly https: https.Agent
  readonly publicHttp: http.Agent
  readonly publicHttps: https.Agent
}

/** Whoever opens them closes them. */
export function openAgents(): Agents {
  const options = { keepAlive: true, maxFreeSockets: 6, scheduling: 'lifo' as const }
  return {
    http: new http.Agent(options),
    https: new https.Agent(options),
    publicHttp: new http.Agent(options),
    publicHttps: new https.Agent(options),
  }
}

/** Cuts the connections, also those in use. */
export function closeAgents(agents: Agents) {
  for (const agent of Object.values(agents) as http.Agent[]) agent.destroy()
}

/** For callers that never close: an idle connection of it keeps no process alive. */
export const sharedAgents: Agents = openAgents()
