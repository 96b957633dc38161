/** From a request to an answer: which chain, who asks, how often, then the list or the thing the path names. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Dialect } from '#shared/lists/dialects.ts'
import { LIST_IDS, type ListId } from '#shared/lists/list-table.ts'
import {
  type Answer,
  invalidParameter,
  json,
  notFound,
  notModified,
  outOfCredits,
  tooManyRequests,
  unauthorized,
  unknownChain,
} from './response.ts'
import type { ChainReader, ListAnswer } from '../chain-reader.ts'
import { BEHAVIOURS, type WireDialect, wireDialect } from './dialects/dialect.ts'
import type { Form } from './dialects/wire-form.ts'
import { InvalidParameter } from './invalid-parameter.ts'
import { type ListQuery, type ListQueryFormat, listQueryFormat, refuseUnknown } from './parse-list-query.ts'
import { createProKeys, keyOf } from './pro-keys.ts'
import { createRateLimit, rateHeaders } from './rate-limit.ts'
import { matchRoute, place, type Route } from './routes.ts'

export interface ApiOptions {
  /** The first one is also served without a chain id. */
  readonly chains: readonly ChainReader[]
  readonly keys: readonly string[]
  readonly url: string
  readonly dialect?: Dialect
  readonly credits?: number
  readonly requestsPerSecond?: number
  readonly pageSize?: number
}

interface ServedChain {
  readonly reader: ChainReader
  readonly wire: WireDialect
}

const PAGE_SIZE = 50
/** Ours alone, outside the specification: which chain this is, and where to look first. */
const LANDMARKS = 'chainglass/landmarks'
const NO_PARAMETERS: ReadonlySet<string> = new Set()
/** Images come from whoever made a token: nothing in them may run, load or frame. */
const MEDIA_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

/** Rejects with what the reader threw; every other outcome is an answer. */
export function createApi(options: ApiOptions): (request: IncomingMessage) => Promise<Answer> {
  const dialect = options.dialect ?? 'spec'
  const manners = BEHAVIOURS[dialect]
  // A service that is started again may show another chain at the same height.
  const run = randomBytes(9).toString('base64url')
  const proKeys = createProKeys(options.keys, options.credits)
  const rateLimit =
    options.requestsPerSecond === undefined ? undefined : createRateLimit(options.requestsPerSecond)
  const queries = Object.fromEntries(
    LIST_IDS.map((id) => [id, listQueryFormat(id, dialect, options.pageSize ?? PAGE_SIZE)]),
  ) as Record<ListId, ListQueryFormat>
  const serve = (reader: ChainReader, form: Form, origin: string): ServedChain => ({
    reader,
    wire: wireDialect(dialect, { form, origin }),
  })
  const [first] = options.chains
  const own = first && serve(first, 'instance', options.url)
  const proChains = new Map(
    options.chains.map((reader) => [
      reader.chain.chainId,
      serve(reader, 'pro', `${options.url}/${reader.chain.chainId}`),
    ]),
  )
  const chainList = {
    chains: Object.fromEntries(
      options.chains.map(({ chain }, at) => [
        chain.chainId,
        at === 0 ? options.url : `${options.url}/${chain.chainId}`,
      ]),
    ),
  }

  return async (request) => {
    const [path = '', search = ''] = splitOnce(request.url ?? '', '?')
    const query = new Map(new URLSearchParams(search))
    const where = place(path)
    if (where === null) return notFound()
    if (where.kind === 'chains') return json(200, chainList)
    const served = where.chainId === null ? own : proChains.get(where.chainId)
    if (where.kind === 'media') return served ? media(served.reader, where.path) : notFound()

    const key = keyOf(request.headers, query)
    const account = key === null ? null : proKeys.account(key)
    // Only a key of ours has a bucket of its own: inventing keys gets nobody past the limit.
    const isOurs = account !== null && options.keys.length > 0
    const rate = rateLimit?.take(isOurs ? account : `address ${request.socket.remoteAddress ?? ''}`)
    const headers = rate ? rateHeaders(rate) : {}
    if (rate && !rate.allowed) return withHeaders(tooManyRequests(rate.retryAfterMs), headers)

    const isPro = where.chainId !== null
    if (isPro && account === null) return withHeaders(unauthorized(key !== null), headers)
    if (served === undefined) return withHeaders(isPro ? unknownChain() : notFound(), headers)
    if (where.segments.join('/') === LANDMARKS) {
      return json(200, { items: served.reader.landmarks(), chain: served.reader.chain })
    }
    try {
      const route = matchRoute(where.segments)
      if (route === null) return withHeaders(notFound(), headers)
      if (isPro && account !== null) {
        const left = proKeys.spend(account, route.credits)
        if (left === null) return withHeaders(outOfCredits(), { ...headers, 'x-credits-remaining': '0' })
        Object.assign(headers, { 'x-credits-remaining': String(left) })
      }
      return withHeaders(await answer(served, route, query, request.headers['if-none-match']), headers)
    } catch (error) {
      if (error instanceof InvalidParameter) return withHeaders(invalidParameter(error), headers)
      throw error
    }
  }

  async function answer(
    { reader, wire }: ServedChain,
    route: Route,
    query: ReadonlyMap<string, string>,
    known: string | undefined,
  ) {
    if (route.kind === 'detail') {
      if (manners.strictQuery) refuseUnknown(query, NO_PARAMETERS)
      const found = await reader.detail(route.id, route.params)
      return found === null ? notFound() : json(200, wire.detail[route.id](found))
    }
    const format = queries[route.id]
    const asked = format.read(query)
    const { filters, after, limit } = asked
    // Before the page is made: a block that comes meanwhile makes the page newer than its tag, never older.
    const version = reader.version?.()
    const tag = version === undefined ? undefined : `W/"${run}.${version}"`
    const headers = tag === undefined ? {} : { etag: tag }
    if (tag !== undefined && known?.split(',').some((one) => one.trim() === tag))
      return withHeaders(notModified(), headers)
    const page = await reader.list(route.id, { params: route.params, filters, after, limit })
    return page === null ? notFound() : json(200, envelope(page, asked, format, wire, route.id), headers)
  }

  function envelope(
    page: ListAnswer,
    asked: ListQuery,
    format: ListQueryFormat,
    wire: WireDialect,
    id: ListId,
  ) {
    const next =
      page.next === null
        ? null
        : { ...asked.echo, ...format.cursor.write(page.next, asked.after, page.items.length) }
    return {
      items: page.items.map(wire.list[id]),
      next_page_params: next,
      ...(manners.envelopeMeta && page.meta ? { meta: page.meta } : {}),
    }
  }
}

function media(reader: ChainReader, path: string): Answer {
  const found = reader.media?.(path) ?? null
  if (found === null) return notFound()
  return { status: 200, type: found.type, body: found.body, headers: MEDIA_HEADERS }
}

const withHeaders = (answer: Answer, headers: Readonly<Record<string, string>>): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
})

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)]
}
