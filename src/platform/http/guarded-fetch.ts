/**
 * Fetches what an item of a chain points at: a URL chosen by a stranger. So: public addresses only (checked on the
 * address that is really connected to, which closes the door to DNS rebinding), bounded size, time and redirects, and
 * nothing of ours sent along. One origin is allowed wherever it is: the source's own, or a gateway the person chose.
 */
import { lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { ChainglassFailure } from '#shared/rpc/errors.ts'
import { isPublicAddress } from './public-address.ts'

export interface GuardedFetchOptions {
  readonly allowedOrigin?: string | undefined
  readonly userAgent: string
  readonly accept: string
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const MAX_REDIRECTS = 4

/** The body's bytes. Fails with not_found, offline, timeout or bad_response; `host` is the one that was asked. */
export async function guardedFetch(url: URL, options: GuardedFetchOptions): Promise<Uint8Array> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)])
  let target = url
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const response = await ask(target, options, signal)
    const status = response.statusCode ?? 0
    const location = response.headers.location
    if (status >= 300 && status < 400 && location) {
      response.destroy()
      if (!URL.canParse(location, target.href)) break
      target = new URL(location, target)
      continue
    }
    if (status !== 200) {
      response.destroy()
      throw new ChainglassFailure(
        status === 404 || status === 410
          ? { code: 'not_found', host: target.host }
          : { code: 'server_error', status, host: target.host },
      )
    }
    return await body(response, target, options, signal)
  }
  throw new ChainglassFailure({ code: 'bad_response', kind: 'redirect', host: url.host })
}

function ask(url: URL, options: GuardedFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:'
  if (!secure && url.protocol !== 'http:') return Promise.reject(refused(url))
  const trusted = url.origin === options.allowedOrigin
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (!trusted && isIP(literal) !== 0 && !isPublicAddress(literal)) return Promise.reject(refused(url))
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(
      url,
      {
        headers: {
          'user-agent': options.userAgent,
          accept: options.accept,
        },
        signal,
        ...(trusted ? {} : { lookup: publicLookup }),
      },
      resolve,
    )
    request.once('error', (error) => {
      reject(failure(error, url, options, signal))
    })
    request.end()
  })
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, [])
      return
    }
    const open = addresses.filter(({ address }) => isPublicAddress(address))
    const [first] = open
    if (!first) callback(Object.assign(new Error('not a public address'), { code: 'EREFUSED_HERE' }), [])
    else if (options.all) callback(null, open)
    else callback(null, first.address, first.family)
  })
}

async function body(response: IncomingMessage, url: URL, options: GuardedFetchOptions, signal: AbortSignal) {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > options.maxBytes) {
        response.destroy()
        throw new ChainglassFailure({ code: 'bad_response', kind: 'too_large', host: url.host })
      }
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ChainglassFailure) throw error
    throw failure(error, url, options, signal)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

const refused = (url: URL) =>
  new ChainglassFailure({
    code: 'forbidden',
    byWhom: 'chainglass',
    reason: 'private_address',
    host: url.host,
  })

function failure(
  error: unknown,
  url: URL,
  options: GuardedFetchOptions,
  signal: AbortSignal,
): ChainglassFailure {
  if (options.signal.aborted) return new ChainglassFailure({ code: 'cancelled' })
  if (signal.aborted)
    return new ChainglassFailure({ code: 'timeout', afterMs: options.timeoutMs, host: url.host })
  if ((error as NodeJS.ErrnoException).code === 'EREFUSED_HERE') return refused(url)
  return new ChainglassFailure({ code: 'offline', host: url.host })
}
