/** What kept a request from its whole answer. Words for a person are made where the host is known. */
export type TroubleKind =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /** `code` as Node names it; `reused` where a kept-alive connection was used, which the server may have just closed. */
  | { readonly kind: 'network'; readonly code: string; readonly reused: boolean }
  /** The connection ended before the body did. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'too_large'; readonly limit: number }
  | { readonly kind: 'unknown_encoding' }

export class HttpError extends Error {
  readonly trouble: TroubleKind
  constructor(trouble: TroubleKind) {
    super(trouble.kind)
    this.name = 'HttpError'
    this.trouble = trouble
  }
}
