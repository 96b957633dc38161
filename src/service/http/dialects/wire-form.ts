/** `instance`: `/api/v2/...`; `pro`: `/{chain_id}/api/v2/...`. */
export type Form = 'instance' | 'pro'

export interface WireForm {
  readonly form: Form
  /** The prefix that turns a `/media/...` path of the reader into a URL. */
  readonly origin: string
}
