/** From a request to a response: its chain, its key and its rate at once, then its credits and what its path names. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Dialect } from '#shared/lists/dialects.ts'
import { NotServed, Preparing, Unavailable, type ChainReader } from '../chain-reader.ts'
import { createApiKeys, readApiKey } from './access/api-keys.ts'
import { type ChainApi, createChainApi } from './chain-api.ts'
import { createClientRateLimiter, rateLimitHeaders } from './client-rate-limiter.ts'
import type { Form } from './dialects/wire-form.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import {
  type ApiResponse,
  invalidParameter,
  json,
  notFound,
  notServed,
  outOfCredits,
  preparing,
  tooManyRequests,
  unauthorized,
  unavailable,
  unknownChain,
  withHeaders,
} from './response.ts'
import { matchRoute, parsePath, type ServerPath, splitUrl } from './routes.ts'

export interface RequestHandlerOptions {
  /** The first one is also served without a chain id. */
  readonly chains: readonly ChainReader[]
  readonly keys: readonly string[]
  readonly url: string
  readonly dialect?: Dialect
  readonly credits?: number
  readonly requestsPerSecond?: number
  readonly pageSize?: number
  readonly maxPageSize?: number
}

export const PAGE_SIZE = 50
const LANDMARKS = 'chainglass/landmarks'

/** A response that costs nothing, or what makes one: to be called in its turn. It rejects with what the reader threw. */
type Admitted = ApiResponse | (() => ApiResponse | Promise<ApiResponse>)

export function createRequestHandler(options: RequestHandlerOptions): (request: IncomingMessage) => Admitted {
  const apiKeys = createApiKeys(options.keys, options.credits)
  const rateLimiter =
    options.requestsPerSecond === undefined ? undefined : createClientRateLimiter(options.requestsPerSecond)
  const { own, pro } = createChainApis(options)
  const chainList = {
    chains: Object.fromEntries(
      options.chains.map(({ chain }, at) => [
        chain.chainId,
        at === 0 ? options.url : `${options.url}/${chain.chainId}`,
      ]),
    ),
  }

  function admit(
    request: IncomingMessage,
    path: Extract<ServerPath, { kind: 'api' }>,
    chain: ChainApi | undefined,
    query: ReadonlyMap<string, string>,
  ): Admitted {
    const key = readApiKey(request.headers, query)
    const account = key === null ? null : apiKeys.account(key)
    // Only a key of ours has a bucket of its own: inventing keys gets nobody past the limit.
    const isOurs = account !== null && options.keys.length > 0
    const rate = rateLimiter?.take(isOurs ? account : `address ${request.socket.remoteAddress ?? ''}`)
    const headers = rate ? rateLimitHeaders(rate) : {}
    if (rate && !rate.allowed) return withHeaders(tooManyRequests(rate.retryAfterMs), headers)

    const isPro = path.chainId !== null
    if (isPro && account === null) return withHeaders(unauthorized(key !== null), headers)
    if (chain === undefined) return withHeaders(isPro ? unknownChain() : notFound(), headers)
    const ifNoneMatch = request.headers['if-none-match']
    return async () => {
      try {
        if (path.segments.join('/') === LANDMARKS) return await chain.landmarks()
        const route = matchRoute(path.segments)
        if (route === null) return withHeaders(notFound(), headers)
        if (isPro && account !== null) {
          const left = apiKeys.spend(account, route.credits)
          if (left === null) return withHeaders(outOfCredits(), { ...headers, 'x-credits-remaining': '0' })
          headers['x-credits-remaining'] = String(left)
        }
        return withHeaders(await chain.respond(route, query, ifNoneMatch), headers)
      } catch (error) {
        if (error instanceof InvalidParameter) return withHeaders(invalidParameter(error), headers)
        if (error instanceof Preparing) return withHeaders(preparing(error), headers)
        if (error instanceof Unavailable) return withHeaders(unavailable(error.message), headers)
        if (error instanceof NotServed) return withHeaders(notServed(error.message), headers)
        throw error
      }
    }
  }

  return (request) => {
    const { pathname, search } = splitUrl(request.url ?? '')
    const path = parsePath(pathname)
    if (path === null) return notFound()
    if (path.kind === 'chains') return json(200, chainList)
    const chain = path.chainId === null ? own : pro.get(path.chainId)
    if (path.kind === 'media') return () => chain?.media(path.path) ?? notFound()
    return admit(request, path, chain, new Map(new URLSearchParams(search)))
  }
}

/** `own`: the first chain, without a chain id; `pro`: every chain by its id. */
function createChainApis(options: RequestHandlerOptions) {
  const { chains, url, dialect = 'spec', pageSize = PAGE_SIZE, maxPageSize } = options
  const serviceId = randomBytes(9).toString('base64url')
  const apiOf = (reader: ChainReader, form: Form, origin: string) =>
    createChainApi(reader, {
      dialect,
      wire: { form, origin },
      pageSizes: { pageSize, maxPageSize },
      serviceId,
    })
  const [first] = chains
  return {
    own: first && apiOf(first, 'instance', url),
    pro: new Map(
      chains.map((reader) => {
        const { chainId } = reader.chain
        return [chainId, apiOf(reader, 'pro', `${url}/${chainId}`)]
      }),
    ),
  }
}
