import { expect, test } from 'vitest'
import { describeError } from '#shared/rpc/describe-error.ts'
import { toChainglassError } from './http-failure.ts'

test.each([
  ['ENOTFOUND', 'host_not_found'],
  ['EAI_AGAIN', 'lookup_failed'],
  ['ECONNREFUSED', 'connection_refused'],
  ['ENETUNREACH', 'no_network'],
  ['EHOSTUNREACH', 'host_unreachable'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate_untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate_untrusted'],
  ['CERT_HAS_EXPIRED', 'certificate_expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate_invalid'],
])('%s is the error %s, with a way out of its own', (code, reason) => {
  const host = 'eth.example'
  const error = toChainglassError({ kind: 'network', code }, host)
  expect(error).toEqual({ code: 'offline', reason, host })
  const unknown = describeError({ code: 'offline', reason: 'connection_failed', host })
  expect(describeError(error).text).not.toBe(unknown.text)
})
