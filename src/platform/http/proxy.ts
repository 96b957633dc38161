/** This machine is never asked through a proxy: a node of one's own, a service, a test. */
const LOCAL = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]']

export interface ProxyEnv extends NodeJS.Dict<string> {
  readonly HTTP_PROXY: string | undefined
  readonly HTTPS_PROXY: string | undefined
  readonly NO_PROXY: string
}

/**
 * The proxy that an environment names (HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in capitals or not), as Node's agents take it.
 * Undefined where it names none. What is no http or https URL is none: Node would throw at each request.
 */
export function readProxy(env: NodeJS.ProcessEnv): ProxyEnv | undefined {
  const [http, https] = ['HTTP_PROXY', 'HTTPS_PROXY'].map((name) => toProxyUrl(either(env, name)))
  if (http === undefined && https === undefined) return undefined
  const excepted = (either(env, 'NO_PROXY') ?? '').split(',').map((host) => host.trim())
  return {
    HTTP_PROXY: http,
    HTTPS_PROXY: https,
    NO_PROXY: [...LOCAL, ...excepted].filter((host) => host !== '').join(','),
  }
}

/** Capitals last: what a person sets for programs of the command line is written small. */
const either = (env: NodeJS.ProcessEnv, name: string) => env[name.toLowerCase()] ?? env[name]

function toProxyUrl(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '')
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? text : undefined
}
