/** Why an exchange has no complete response. */
export type HttpErrorReason =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timeout'; readonly phase: TimeoutPhase; readonly afterMs: number }
  /** `code` is Node's error code. */
  | { readonly kind: 'network'; readonly code: string }
  /** The connection ended before the body did. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'too_large'; readonly maxBytes: number }
  | { readonly kind: 'unknown_encoding' }
  /** Neither http nor https. */
  | { readonly kind: 'unsupported_scheme' }
  /** The guard refused the address, which is not of the public internet. */
  | { readonly kind: 'private_address' }

export type TimeoutPhase = 'connect' | 'headers' | 'idle' | 'total'

export class HttpError extends Error {
  readonly reason: HttpErrorReason
  /** The host of the last request, after redirects. */
  readonly host: string
  constructor(reason: HttpErrorReason, host: string) {
    super(reason.kind)
    this.name = 'HttpError'
    this.reason = reason
    this.host = host
  }
}
