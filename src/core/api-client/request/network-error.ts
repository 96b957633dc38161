/** What the network did, as the error a person is told. */
import type { ChainglassError } from '#shared/rpc/errors.ts'
import type { TroubleKind } from '#platform/http/http-error.ts'

export function createNetworkError(trouble: TroubleKind, host: string): ChainglassError {
  switch (trouble.kind) {
    case 'cancelled':
      return { code: 'cancelled' }
    case 'timeout':
      return { code: 'timeout', afterMs: trouble.afterMs, host }
    case 'cut':
      return { code: 'bad_response', kind: 'truncated', detail: 'The answer ended in the middle.', host }
    case 'too_large':
      return {
        code: 'bad_response',
        kind: 'too_large',
        detail: `The answer is larger than ${String(Math.round(trouble.limit / 1e5) / 10)} MB.`,
        host,
      }
    case 'unknown_encoding':
      return {
        code: 'bad_response',
        kind: 'not_json',
        detail: 'The answer is packed in a way this program did not ask for.',
        host,
      }
    case 'network':
      return networkCode(trouble.code, host)
  }
}

/** Whether the connection broke under a request: asking again is harmless, and likely to work. */
export const isReset = (trouble: TroubleKind) =>
  trouble.kind === 'network' && ['ECONNRESET', 'EPIPE', 'ECONNABORTED'].includes(trouble.code)

function networkCode(code: string, host: string): ChainglassError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      code: 'bad_response',
      kind: 'too_large',
      detail: 'The headers of the answer are too large.',
      host,
    }
  if (code.startsWith('HPE_'))
    return { code: 'bad_response', kind: 'not_json', detail: 'The answer is not HTTP.', host }
  return { code: 'offline', detail: WORDS[code] ?? (isTls(code) ? TLS : 'The connection failed.'), host }
}

const isTls = (code: string) => /CERT|TLS|SSL|EPROTO|SIGNATURE|CRL/.test(code)
const TLS = 'The secure connection could not be made: the certificate is not valid for this host.'
const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No host of this name was found.',
  EAI_AGAIN: 'The name of the host could not be looked up.',
  ECONNREFUSED: 'Nothing answers at this address.',
  ECONNRESET: 'The connection was broken off.',
  EPIPE: 'The connection was broken off.',
  ECONNABORTED: 'The connection was broken off.',
  ENETUNREACH: 'There is no network.',
  ENETDOWN: 'There is no network.',
  EHOSTUNREACH: 'The host can not be reached.',
  ETIMEDOUT: 'The host did not answer in time.',
  CERT_HAS_EXPIRED: 'The secure connection could not be made: the certificate of the host has expired.',
}
