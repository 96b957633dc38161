import * as tls from 'node:tls'

let isDone = false

/**
 * Lets connections trust what this system trusts, besides Node's own list: a company's proxy that opens TLS has a
 * certificate that only its machines know. Done once, at the first connection that needs it: reading the list takes some 50 ms.
 */
export function trustSystemCertificates() {
  // Older than Node 24.5: its own list alone.
  if (isDone || typeof tls.setDefaultCACertificates !== 'function') return
  isDone = true
  const all = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
  tls.setDefaultCACertificates([...all])
}
