/**
 * What can go wrong, as a value. It crosses the bridge as it is, so it holds nothing but what a person needs: no key, no
 * stack, no URL with a query, no schema detail. The renderer words it by code.
 */
import * as z from 'zod/mini'

const host = z.optional(z.string())

export const chainglassError = z.discriminatedUnion('code', [
  /** A parameter is not what the call takes. `field` names it; `detail` says what was expected. */
  z.object({ code: z.literal('invalid_input'), field: z.optional(z.string()), detail: z.string(), host }),
  z.object({ code: z.literal('not_found'), detail: z.optional(z.string()), host }),
  /** No key, or a wrong one: `hadKey` tells which. */
  z.object({ code: z.literal('unauthorized'), hadKey: z.boolean(), detail: z.optional(z.string()), host }),
  z.object({ code: z.literal('out_of_credits'), detail: z.optional(z.string()), host }),
  /** Restricted by the instance, or (`byWhom: 'network'`) refused on the way by a CDN or a portal. */
  z.object({
    code: z.literal('forbidden'),
    byWhom: z.enum(['instance', 'network']),
    detail: z.optional(z.string()),
    host,
  }),
  z.object({ code: z.literal('rate_limited'), retryAfterMs: z.number(), hadKey: z.boolean(), host }),
  z.object({ code: z.literal('offline'), detail: z.optional(z.string()), host }),
  z.object({ code: z.literal('timeout'), afterMs: z.number(), host }),
  z.object({ code: z.literal('server_error'), status: z.number(), detail: z.optional(z.string()), host }),
  /** An answer that is not this API's: HTML, half a body, too large, a redirect elsewhere. `detail` says which. */
  z.object({
    code: z.literal('bad_response'),
    kind: z.enum(['html', 'empty', 'truncated', 'not_json', 'too_large', 'not_a_page', 'redirect', 'gone']),
    detail: z.optional(z.string()),
    host,
  }),
  /** What a person keeps could not be read or written; `detail` says it in a sentence. */
  z.object({
    code: z.literal('storage'),
    kind: z.enum(['in_use', 'read_only', 'full', 'damaged', 'newer', 'unreachable']),
    detail: z.string(),
  }),
  z.object({ code: z.literal('cancelled') }),
  /** A fault of ours; `reference` finds it in the log. */
  z.object({ code: z.literal('internal'), reference: z.string() }),
])
export type ChainglassError = z.infer<typeof chainglassError>
export type ErrorCode = ChainglassError['code']

export type Result<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: ChainglassError }

export const ok = <T>(data: T): Result<T> => ({ ok: true, data })
export const fail = (error: ChainglassError): Result<never> => ({ ok: false, error })

/** How a failure travels inside the core, until the contract's dispatcher turns it into a reply. */
export class ChainglassFailure extends Error {
  readonly error: ChainglassError
  constructor(error: ChainglassError) {
    super('detail' in error && error.detail ? `${error.code}: ${error.detail}` : error.code)
    this.name = 'ChainglassFailure'
    this.error = error
  }
}
