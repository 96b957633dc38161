/** `instance`: `/api/v2/...`; `pro`: `/{chain_id}/api/v2/...`. */
export type Form = 'instance' | 'pro'

export interface WireForm {
  readonly form: Form
  /** Before a `/media/...` path of the reader, so that it is a URL. */
  readonly origin: string
}
