/**
 * Errors as values. They cross to the window unchanged, so they hold only what a person needs: no key, no stack, no
 * URL with a query, no schema. The field tells who wrote the text: `reason` is one of our codes, which
 * `describeReason` words; `serverMessage` is a server's own text, which is shown only as a quotation.
 */
import type {
  AccessReason,
  InputReason,
  KeyReason,
  MissingReason,
  OfflineReason,
  ResponseReason,
  StorageKind,
  StorageTarget,
} from './error-reasons.ts'

interface FromHost {
  /** The host that was asked, as a person knows it. */
  readonly host?: string | undefined
}
interface FromServer extends FromHost {
  /** The server's own text: cleaned, one line, at most 300 characters. */
  readonly serverMessage?: string | undefined
}

export type ChainglassError =
  /** A call got a value that it does not accept; `field` names it. */
  | (FromServer & {
      readonly code: 'invalid_input'
      readonly field?: string | undefined
      readonly reason: InputReason
    })
  /** The source has no such thing, or does not serve the list. */
  | (FromServer & { readonly code: 'not_found'; readonly reason?: MissingReason | undefined })
  /** The key is missing or wrong; `hadKey` tells which. */
  | (FromServer & {
      readonly code: 'unauthorized'
      readonly hadKey: boolean
      readonly reason?: KeyReason | undefined
    })
  /** The credits of a Pro key, or of the host without a key, are used up. */
  | (FromServer & { readonly code: 'out_of_credits'; readonly hadKey: boolean })
  /** The instance refused, or a CDN or portal on the way (`network`), or Chainglass itself. */
  | (FromServer & {
      readonly code: 'forbidden'
      readonly byWhom: 'instance' | 'network' | 'chainglass'
      readonly reason?: AccessReason | undefined
    })
  /** The source answered 429. After `retryAfterMs` it may be asked again. */
  | (FromHost & { readonly code: 'rate_limited'; readonly retryAfterMs: number; readonly hadKey: boolean })
  /** No connection: no network, no such host, refused, or a certificate that is not trusted (`reason`). */
  | (FromHost & { readonly code: 'offline'; readonly reason?: OfflineReason | undefined })
  /** No answer within `afterMs`. */
  | (FromHost & { readonly code: 'timeout'; readonly afterMs: number })
  /** The source answered 500 or more. */
  | (FromServer & { readonly code: 'server_error'; readonly status: number })
  /** The response is not one of this API: HTML, an incomplete body, too large, a redirect elsewhere. */
  | (FromServer & {
      readonly code: 'bad_response'
      readonly kind: BadResponseKind
      readonly reason?: ResponseReason | undefined
    })
  /** Stored data could not be read or written: in the data folder, unless `target` names something else. */
  | {
      readonly code: 'storage'
      readonly kind: StorageKind
      readonly target?: StorageTarget | undefined
      /** The id of the process that uses the storage. */
      readonly pid?: number | undefined
    }
  /** The caller took the call back. */
  | { readonly code: 'cancelled' }
  /** A bug of ours; `reference` finds it in the log. */
  | { readonly code: 'internal'; readonly reference: string }
export type ErrorCode = ChainglassError['code']

export type BadResponseKind =
  | 'html'
  | 'empty'
  | 'truncated'
  | 'not_json'
  | 'too_large'
  | 'not_a_page'
  | 'redirect'
  | 'cursor_repeats'
  | 'gone'
  /** The answer is about another address than the requested one. */
  | 'other_address'
  /** The answer is of another chain than the source is listed for. */
  | 'other_chain'

export type Result<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: ChainglassError }

export const ok = <T>(data: T): Result<T> => ({ ok: true, data })
export const fail = (error: ChainglassError) => ({ ok: false, error }) as const
