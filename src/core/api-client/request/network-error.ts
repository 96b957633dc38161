/** What the network did, as the error a person is told. */
import type { OfflineReason } from '#shared/rpc/error-reasons.ts'
import type { ChainglassError } from '#shared/rpc/errors.ts'
import type { TroubleKind } from '#platform/http/http-error.ts'

export function createNetworkError(trouble: TroubleKind, host: string): ChainglassError {
  switch (trouble.kind) {
    case 'cancelled':
      return { code: 'cancelled' }
    case 'timeout':
      return { code: 'timeout', afterMs: trouble.afterMs, host }
    case 'cut':
      return { code: 'bad_response', kind: 'truncated', host }
    case 'too_large':
      return {
        code: 'bad_response',
        kind: 'too_large',
        reason: { kind: 'too_large', maxBytes: trouble.limit },
        host,
      }
    case 'unknown_encoding':
      return {
        code: 'bad_response',
        kind: 'not_json',
        reason: 'unknown_encoding',
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
    return { code: 'bad_response', kind: 'too_large', reason: 'headers_too_large', host }
  if (code.startsWith('HPE_')) return { code: 'bad_response', kind: 'not_json', reason: 'not_http', host }
  return {
    code: 'offline',
    reason: REASONS[code] ?? (isTls(code) ? 'certificate_invalid' : 'connection_failed'),
    host,
  }
}

const isTls = (code: string) => /CERT|TLS|SSL|EPROTO|SIGNATURE|CRL/.test(code)
const REASONS: Readonly<Record<string, OfflineReason>> = {
  ENOTFOUND: 'host_not_found',
  EAI_AGAIN: 'lookup_failed',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  ENETUNREACH: 'no_network',
  ENETDOWN: 'no_network',
  EHOSTUNREACH: 'host_unreachable',
  ETIMEDOUT: 'connection_timed_out',
  CERT_HAS_EXPIRED: 'certificate_expired',
}
