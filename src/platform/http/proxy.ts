/** Hosts of this machine, which never go through a proxy: a local node, a service, a test. */
const LOCAL = ['localhost', '.localhost', '127.0.0.1', '::1', '[::1]']

export interface ProxyEnv extends NodeJS.Dict<string> {
  readonly HTTP_PROXY: string | undefined
  readonly HTTPS_PROXY: string | undefined
  readonly NO_PROXY: string
}

/**
 * The environment's proxy (HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in either case) in the form of Node's agents; undefined
 * if there is none. A value that is no http or https URL is ignored: Node would throw at each request.
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

/** Lower case takes precedence: command-line programs are usually configured in it. */
const either = (env: NodeJS.ProcessEnv, name: string) => env[name.toLowerCase()] ?? env[name]

function toProxyUrl(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '')
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? text : undefined
}
