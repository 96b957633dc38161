import * as tls from 'node:tls'

let isDone = false

/**
 * Makes connections trust the system's certificates besides Node's own: a company's proxy that decrypts TLS has a
 * certificate that only its machines know. Runs once, at the first connection that needs it: reading the list takes
 * about 50 ms.
 */
export function trustSystemCertificates() {
  // Before Node 24.5 only Node's own list is available.
  if (isDone || typeof tls.setDefaultCACertificates !== 'function') return
  isDone = true
  const all = new Set([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
  tls.setDefaultCACertificates([...all])
}
