/** Why an exchange gave no complete response. */
export type HttpErrorReason =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timeout'; readonly phase: TimeoutPhase; readonly afterMs: number }
  /** `code` as Node names it. */
  | { readonly kind: 'network'; readonly code: string }
  /** The connection ended before the body did. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'too_large'; readonly maxBytes: number }
  | { readonly kind: 'unknown_encoding' }
  /** Neither http nor https. */
  | { readonly kind: 'unsupported_scheme' }
  /** The guard refused it: it is not an address of the public internet. */
  | { readonly kind: 'private_address' }

export type TimeoutPhase = 'connect' | 'headers' | 'idle' | 'total'

export class HttpError extends Error {
  readonly reason: HttpErrorReason
  /** Of the last request, after redirects. */
  readonly host: string
  constructor(reason: HttpErrorReason, host: string) {
    super(reason.kind)
    this.name = 'HttpError'
    this.reason = reason
    this.host = host
  }
}
