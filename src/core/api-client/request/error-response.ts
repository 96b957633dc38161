/** A refusal in HTTP, whatever its body is, as the error a person is told. */
import type { ChainglassError } from '#shared/rpc/errors.ts'
import { redact } from '#platform/log/redact.ts'

export interface Refusal {
  readonly status: number
  readonly body: string
  readonly host: string
  readonly key: string | undefined
  /** For a 429: how long until the next try, in ms. */
  readonly waitMs: number
}

/** The error for any status that is not 2xx and not a redirect. */
export function createResponseError({ status, body, host, key, waitMs }: Refusal): ChainglassError {
  const said = readErrorBody(body)
  const hadKey = key !== undefined && key !== ''
  const serverSaid = said.words === undefined ? {} : { serverMessage: redact(said.words, key) }
  const outOfCredits = /out of credits|credits? (limit|exhausted|used up)/i.test(said.words ?? '')

  switch (status) {
    case 400:
    case 422:
      return {
        code: 'invalid_input',
        ...(said.field === undefined ? {} : { field: redact(said.field, key, 60) }),
        reason: 'refused_by_server',
        ...serverSaid,
        host,
      }
    case 401:
      return outOfCredits
        ? { code: 'out_of_credits', ...serverSaid, host }
        : { code: 'unauthorized', hadKey, ...serverSaid, host }
    case 402:
      return outOfCredits || hadKey
        ? { code: 'out_of_credits', ...serverSaid, host }
        : { code: 'unauthorized', hadKey, ...serverSaid, host }
    case 403:
    case 451:
      return { code: 'forbidden', byWhom: said.form === 'json' ? 'instance' : 'network', ...serverSaid, host }
    case 404:
      if (said.form === 'html') return { code: 'bad_response', kind: 'html', host }
      return { code: 'not_found', ...serverSaid, host }
    case 407:
    case 511:
      return { code: 'forbidden', byWhom: 'network', reason: 'sign_in_first', host }
    case 410:
      return { code: 'bad_response', kind: 'gone', ...serverSaid, host }
    case 429:
      return { code: 'rate_limited', retryAfterMs: waitMs, hadKey, host }
    default:
      return { code: 'server_error', status, ...serverSaid, host }
  }
}

interface Said {
  readonly form: 'json' | 'html' | 'text' | 'empty'
  readonly words?: string
  readonly field?: string
}

/** Characters of a refusal that are looked at. */
const LOOKED_AT = 20_000

/** Refusals come as an object, a bare JSON text, HTML, plain text, or with nothing in them. */
export function readErrorBody(body: string): Said {
  const text = body.slice(0, LOOKED_AT).trim()
  if (text === '') return { form: 'empty' }
  if (text.startsWith('<')) {
    const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.trim()
    return title ? { form: 'html', words: title } : { form: 'html' }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { form: 'text', words: text.slice(0, 1000) }
  }
  if (typeof json === 'string') return { form: 'json', words: json.slice(0, 1000) }
  if (typeof json !== 'object' || json === null) return { form: 'json' }
  return { form: 'json', ...fromErrors(json), ...fromMessage(json) }
}

function fromMessage(json: object): { words?: string; field?: string } {
  for (const name of ['message', 'error', 'detail', 'result', 'title'] as const) {
    const words = (json as Record<string, unknown>)[name]
    if (typeof words === 'string' && words !== '') return { words: words.slice(0, 1000) }
  }
  return {}
}

/** `{errors: [{title, source: {pointer}, detail}]}`: the pointer names the parameter. */
function fromErrors(json: object): { words?: string; field?: string } {
  const errors = 'errors' in json && Array.isArray(json.errors) ? (json.errors as unknown[]) : []
  const first = errors.find((one) => typeof one === 'object' && one !== null) as
    { title?: unknown; detail?: unknown; source?: { pointer?: unknown } | null } | undefined
  if (!first) return {}
  const pointer = first.source?.pointer
  const words = [first.detail, first.title].find((one): one is string => typeof one === 'string')
  return {
    ...(words === undefined ? {} : { words: words.slice(0, 1000) }),
    ...(typeof pointer === 'string' && pointer !== '' ? { field: pointer.replace(/^\/+/, '') } : {}),
  }
}
