/** Handles a request: first its chain and its key, then, in its turn, its credits and the response. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Dialect } from '#shared/lists/dialects.ts'
import { NotServed, Preparing, Unavailable, type ChainReader } from '../chain-reader.ts'
import type { Caller } from './access/access.ts'
import type { ApiKeys } from './access/api-keys.ts'
import { type ChainApi, createChainApi } from './chain-api.ts'
import type { Form } from './dialects/wire-form.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import type { Changes } from './push/changes.ts'
import {
  type ApiResponse,
  invalidParameter,
  json,
  notFound,
  notServed,
  preparing,
  unauthorized,
  unavailable,
  unknownChain,
  withHeaders,
} from './response.ts'
import { type RequestUrl, matchRoute, parsePath, type ServerPath, withoutExtension } from './routes.ts'

export interface RequestHandlerOptions {
  /** Served without a chain id, and with it in the Pro form. */
  readonly reader: ChainReader
  readonly keys: ApiKeys
  readonly url: string
  readonly dialect?: Dialect
  readonly maxPageSize?: number
  readonly changes: Changes
}

/** A word of URLs, which other versions of the app ask for. */
const SUGGESTED_ADDRESSES = 'chainglass/landmarks'

/** A free response, or a function that makes one in its turn. It rejects with the reader's error. */
type Admitted = ApiResponse | (() => ApiResponse | Promise<ApiResponse>)

export function createRequestHandler(
  options: RequestHandlerOptions,
): (request: IncomingMessage, url: RequestUrl, caller: Caller) => Admitted {
  const { reader, keys, url } = options
  const { chainId } = reader.chain
  const { own, pro } = createChainApis(options)

  function admit(
    request: IncomingMessage,
    path: Extract<ServerPath, { kind: 'api' }>,
    chain: ChainApi | undefined,
    { query: sent }: RequestUrl,
    { account, hasKey }: Caller,
  ): Admitted {
    const isPro = path.chainId !== null
    if (isPro && account === null) return unauthorized(hasKey)
    if (chain === undefined) return unknownChain()
    const headers: Record<string, string> = {}
    return async () => {
      try {
        if (path.segments.join('/') === SUGGESTED_ADDRESSES) return await chain.suggestedAddresses()
        const { segments, query } = withoutExtension(path.segments, sent)
        const route = matchRoute(segments)
        if (route === null) return notFound()
        if (isPro && account !== null)
          headers['x-credits-remaining'] = String(keys.spend(account, route.credits))
        return withHeaders(await chain.respond(route, query, request), headers)
      } catch (error) {
        if (error instanceof InvalidParameter) return withHeaders(invalidParameter(error), headers)
        if (error instanceof Preparing) return withHeaders(preparing(error), headers)
        if (error instanceof Unavailable) return withHeaders(unavailable(error.message), headers)
        if (error instanceof NotServed) return withHeaders(notServed(error.message), headers)
        throw error
      }
    }
  }

  return (request, asked, caller) => {
    const path = parsePath(asked.pathname)
    if (path === null) return notFound()
    if (path.kind === 'chains') return json(200, { chains: { [chainId]: url } })
    const chain = path.chainId === null ? own : path.chainId === chainId ? pro : undefined
    if (path.kind === 'media') return () => chain?.media(path.path) ?? notFound()
    return admit(request, path, chain, asked, caller)
  }
}

/** `own`: the API without a chain id. */
function createChainApis(options: RequestHandlerOptions) {
  const { reader, url, dialect = 'spec', maxPageSize, changes } = options
  const serviceId = randomBytes(9).toString('base64url')
  const apiOf = (form: Form, origin: string) =>
    createChainApi(reader, {
      dialect,
      wire: { form, origin },
      maxPageSize,
      serviceId,
      changes,
    })
  return { own: apiOf('instance', url), pro: apiOf('pro', `${url}/${reader.chain.chainId}`) }
}
