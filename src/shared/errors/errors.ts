/**
 * What can go wrong, as a value. It crosses to the window as it is, so it holds nothing but what a person needs: no key,
 * no stack, no URL with a query, no schema. Whose words it carries is told by the field: `reason` is a code of ours that
 * `describeReason` words; `serverMessage` is a server's own text, shown as a quotation only.
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
  /** A value is not what the call takes; `field` names it. */
  | (FromServer & {
      readonly code: 'invalid_input'
      readonly field?: string | undefined
      readonly reason: InputReason
    })
  | (FromServer & { readonly code: 'not_found'; readonly reason?: MissingReason | undefined })
  /** No key, or a wrong one: `hadKey` tells which. */
  | (FromServer & {
      readonly code: 'unauthorized'
      readonly hadKey: boolean
      readonly reason?: KeyReason | undefined
    })
  | (FromServer & { readonly code: 'out_of_credits'; readonly hadKey: boolean })
  /** Refused by the instance, on the way by a CDN or a portal (`network`), or by Chainglass itself. */
  | (FromServer & {
      readonly code: 'forbidden'
      readonly byWhom: 'instance' | 'network' | 'chainglass'
      readonly reason?: AccessReason | undefined
    })
  | (FromHost & { readonly code: 'rate_limited'; readonly retryAfterMs: number; readonly hadKey: boolean })
  | (FromHost & { readonly code: 'offline'; readonly reason?: OfflineReason | undefined })
  | (FromHost & { readonly code: 'timeout'; readonly afterMs: number })
  | (FromServer & { readonly code: 'server_error'; readonly status: number })
  /** A response that is not this API's: HTML, half a body, too large, a redirect elsewhere. */
  | (FromServer & {
      readonly code: 'bad_response'
      readonly kind: BadResponseKind
      readonly reason?: ResponseReason | undefined
    })
  /** What a person keeps could not be read or written; in the data folder, unless `target` names something else. */
  | {
      readonly code: 'storage'
      readonly kind: StorageKind
      readonly target?: StorageTarget | undefined
      /** The process that uses it. */
      readonly pid?: number | undefined
    }
  | { readonly code: 'cancelled' }
  /** A fault of ours; `reference` finds it in the log. */
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
  /** It answers about another address than it was asked about. */
  | 'other_address'
  /** It answers for another chain than the source is listed for. */
  | 'other_chain'

export type Result<T> =
  { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: ChainglassError }

export const ok = <T>(data: T): Result<T> => ({ ok: true, data })
export const fail = (error: ChainglassError) => ({ ok: false, error }) as const
