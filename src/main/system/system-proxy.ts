/** The proxy of the system's own settings, for the core's process, which reads environment variables only. */
import { session } from 'electron'
import { readProxy } from '#platform/http/proxy.ts'

/** What stands for every remote source: a script of proxies may decide by host, the core takes one for all. */
const ASKED = 'https://eth.blockscout.com/'
/** A script of proxies is fetched from the network: the window does not wait for it. */
const WAIT_MS = 1_000

type ProxyVariables = Readonly<Record<string, string>>

export interface SystemProxy {
  /** What was known when the core was started, or {}. */
  readonly variables: ProxyVariables
  /** Resolves, with what came after that, if it is another one. Never rejects. */
  readonly later: Promise<ProxyVariables | null>
}

/**
 * After the app is ready. What the environment names comes before what the system says. The core itself keeps this machine
 * from being asked through a proxy.
 */
export async function findSystemProxy(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void,
): Promise<SystemProxy> {
  if (readProxy(env)) return { variables: {}, later: Promise.resolve(null) }
  const asked = session.defaultSession.resolveProxy(ASKED).then(
    (rules) => toVariables(rules, log),
    () => ({}),
  )
  const timer = Promise.withResolvers<null>()
  const timeout = setTimeout(timer.resolve, WAIT_MS, null)
  const found = await Promise.race([asked, timer.promise])
  clearTimeout(timeout)
  const later = found
    ? Promise.resolve(null)
    : asked.then((variables) => (Object.keys(variables).length > 0 ? variables : null))
  return { variables: found ?? {}, later }
}

/** `rules`: `DIRECT`, or `PROXY host:port; DIRECT` and so on. The first is taken. */
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
  // Written small, which comes before capitals that are set to nothing.
  return { http_proxy: url, https_proxy: url }
}
