import type { OfflineReason } from '#shared/errors/error-reasons.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import type { HttpErrorReason } from './http-error.ts'

/** Converts a network error to the error that a person is shown. */
export function toChainglassError(reason: HttpErrorReason, host: string): ChainglassError {
  switch (reason.kind) {
    case 'cancelled':
      return { code: 'cancelled' }
    case 'timeout':
      return { code: 'timeout', afterMs: reason.afterMs, host }
    case 'cut':
      return { code: 'bad_response', kind: 'truncated', host }
    case 'too_large': {
      const { maxBytes } = reason
      return { code: 'bad_response', kind: 'too_large', reason: { kind: 'too_large', maxBytes }, host }
    }
    case 'unknown_encoding':
      return { code: 'bad_response', kind: 'not_json', reason: 'unknown_encoding', host }
    case 'unsupported_scheme':
    case 'private_address':
      return { code: 'forbidden', byWhom: 'chainglass', reason: 'private_address', host }
    case 'network':
      return fromNetworkCode(reason.code, host)
  }
}

function fromNetworkCode(code: string, host: string): ChainglassError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { code: 'bad_response', kind: 'too_large', reason: 'headers_too_large', host }
  if (code.startsWith('HPE_')) return { code: 'bad_response', kind: 'not_json', reason: 'not_http', host }
  const reason = REASONS[code] ?? (isTls(code) ? 'certificate_invalid' : 'connection_failed')
  return { code: 'offline', reason, host }
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
  ERR_PROXY_TUNNEL: 'proxy_refused',
  CERT_HAS_EXPIRED: 'certificate_expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_untrusted',
}
