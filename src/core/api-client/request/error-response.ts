/** Converts a response with an error status, whatever its body, to the error that a person is shown. */
import type { ChainglassError } from '#shared/errors/errors.ts'
import { redact } from '#platform/log/redact.ts'

export interface ErrorResponse {
  readonly status: number
  readonly body: string
  readonly host: string
  readonly key: string | undefined
  /** For a 429: the time until the next attempt, in ms. */
  readonly retryAfterMs: number
}

/** The error for any status except 2xx and redirects. */
export function createResponseError({
  status,
  body,
  host,
  key,
  retryAfterMs,
}: ErrorResponse): ChainglassError {
  const errorBody = readErrorBody(body)
  const hadKey = key !== undefined && key !== ''
  const fromServer = errorBody.message === undefined ? {} : { serverMessage: redact(errorBody.message) }
  const outOfCredits = /out of credits|credits? (limit|exhausted|used up)/i.test(errorBody.message ?? '')

  switch (status) {
    case 400:
    case 422:
      return {
        code: 'invalid_input',
        ...(errorBody.field === undefined ? {} : { field: redact(errorBody.field, 60) }),
        reason: 'refused_by_server',
        ...fromServer,
        host,
      }
    case 401:
      return outOfCredits
        ? { code: 'out_of_credits', hadKey, ...fromServer, host }
        : { code: 'unauthorized', hadKey, ...fromServer, host }
    case 402:
      return outOfCredits || hadKey
        ? { code: 'out_of_credits', hadKey, ...fromServer, host }
        : { code: 'unauthorized', hadKey, ...fromServer, host }
    case 403:
    case 451:
      return {
        code: 'forbidden',
        byWhom: errorBody.form === 'json' ? 'instance' : 'network',
        ...fromServer,
        host,
      }
    case 404:
      if (errorBody.form === 'html') return { code: 'bad_response', kind: 'html', host }
      return { code: 'not_found', ...fromServer, host }
    case 407:
    case 511:
      return { code: 'forbidden', byWhom: 'network', reason: 'sign_in_first', host }
    case 410:
      return { code: 'bad_response', kind: 'gone', ...fromServer, host }
    case 429:
      return { code: 'rate_limited', retryAfterMs, hadKey, host }
    default:
      return { code: 'server_error', status, ...fromServer, host }
  }
}

interface ErrorBody {
  readonly form: 'json' | 'html' | 'text' | 'empty'
  readonly message?: string
  readonly field?: string
}

/** In characters; the rest of a longer body is ignored. */
const MAX_BODY_LENGTH = 20_000
const MAX_MESSAGE_LENGTH = 1_000

/** An error body is an object, a plain JSON text, HTML, plain text, or empty. */
export function readErrorBody(body: string): ErrorBody {
  const text = body.slice(0, MAX_BODY_LENGTH).trim()
  if (text === '') return { form: 'empty' }
  if (text.startsWith('<')) {
    const title = /<title[^>]*>([^<]{1,200})/i.exec(text)?.[1]?.trim()
    return title ? { form: 'html', message: title } : { form: 'html' }
  }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { form: 'text', message: text.slice(0, MAX_MESSAGE_LENGTH) }
  }
  if (typeof json === 'string') return { form: 'json', message: json.slice(0, MAX_MESSAGE_LENGTH) }
  if (typeof json !== 'object' || json === null) return { form: 'json' }
  return { form: 'json', ...fromErrors(json), ...fromMessage(json) }
}

function fromMessage(json: object): { message?: string; field?: string } {
  for (const name of ['message', 'error', 'detail', 'result', 'title'] as const) {
    const message = (json as Record<string, unknown>)[name]
    if (typeof message === 'string' && message !== '')
      return { message: message.slice(0, MAX_MESSAGE_LENGTH) }
  }
  return {}
}

/** Reads `{errors: [{title, source: {pointer}, detail}]}`: the pointer names the parameter. */
function fromErrors(json: object): { message?: string; field?: string } {
  const errors = 'errors' in json && Array.isArray(json.errors) ? (json.errors as unknown[]) : []
  const first = errors.find(
    (one): one is { title?: unknown; detail?: unknown; source?: { pointer?: unknown } | null } =>
      typeof one === 'object' && one !== null,
  )
  if (!first) return {}
  const pointer = first.source?.pointer
  const message = [first.detail, first.title].find((one): one is string => typeof one === 'string')
  return {
    ...(message === undefined ? {} : { message: message.slice(0, MAX_MESSAGE_LENGTH) }),
    ...(typeof pointer === 'string' && pointer !== '' ? { field: pointer.replace(/^\/+/, '') } : {}),
  }
}
