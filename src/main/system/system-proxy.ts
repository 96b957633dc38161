/** The proxy in the system's settings, for the core's process, which reads only environment variables. */
import { session } from 'electron'
import { readProxy } from '#platform/http/proxy.ts'

/**
 * A URL that stands for all remote sources: a proxy script may decide by host, but the core uses one proxy for all.
 */
const ASKED = 'https://eth.blockscout.com/'
/** A proxy script is fetched from the network: the window does not wait longer for it. */
const WAIT_MS = 1_000

type ProxyVariables = Readonly<Record<string, string>>

export interface SystemProxy {
  /** The variables known when the core was started, or {}. */
  readonly variables: ProxyVariables
  /** Resolves with variables that arrived later and differ, or null. Never rejects. */
  readonly later: Promise<ProxyVariables | null>
}

/**
 * Call it when the app is ready. Variables of the environment take precedence over the system's settings. The core
 * itself never uses a proxy for this machine.
 */
export async function findSystemProxy(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<SystemProxy> {
  if (readProxy(env)) return { variables: {}, later: Promise.resolve(null) }
  const resolved = session.defaultSession.resolveProxy(ASKED).then(
    (rules) => toVariables(rules, log),
    () => ({}),
  )
  const timer = Promise.withResolvers<null>()
  const timeout = setTimeout(timer.resolve, WAIT_MS, null)
  const found = await Promise.race([resolved, timer.promise])
  clearTimeout(timeout)
  const later = found
    ? Promise.resolve(null)
    : resolved.then((variables) => (Object.keys(variables).length > 0 ? variables : null))
  return { variables: found ?? {}, later }
}

/** `rules`: `DIRECT`, or `PROXY host:port; DIRECT` and so on. The first rule is used. */
function toVariables(rules: string, log: (line: string) => void): ProxyVariables {
  const [kind = '', address = ''] = (rules.split(';')[0] ?? '').trim().split(/\s+/)
  if (kind === 'DIRECT' || kind === '') return {}
  const scheme = { PROXY: 'http', HTTPS: 'https' }[kind]
  if (scheme === undefined || address === '') {
    log(`The system’s proxy is of a kind that is not used here (${kind}): sources are asked directly.`)
    return {}
  }
  log('Remote sources are asked through the system’s proxy.')
  const url = `${scheme}://${address}`
  // In lower case, which takes precedence over upper-case variables that are set to an empty text.
  return { http_proxy: url, https_proxy: url }
}
