/**
 * Whether a host name is of this machine or this network, judged by its form only: nothing is resolved.
 * public-ip-address.ts checks the address of a connection.
 */
export function isPrivateHostname(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (host.startsWith('[')) return isPrivateV6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivateV4(host)
  if (!host.includes('.')) return host !== ''
  return /\.(localhost|local|lan|internal|home\.arpa|test)$/.test(host)
}

/** Whether the name is of this machine itself. */
export function isLoopbackHostname(hostname: string): boolean {
  const host = hostname.toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.')
}

function isPrivateV4(host: string): boolean {
  const [first = 0, second = 0] = host.split('.').map(Number)
  return (
    first === 127 ||
    first === 10 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second <= 127)
  )
}

/** Loopback, unique local (fc00::/7), link local (fe80::/10), and an IPv4 address inside IPv6. */
function isPrivateV6(host: string): boolean {
  if (host === '::1') return true
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host)
  if (mapped) {
    const [high, low] = [parseInt(mapped[1] ?? '', 16), parseInt(mapped[2] ?? '', 16)]
    return isPrivateV4([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  }
  return /^f[cd]/.test(host) || /^fe[89ab]/.test(host)
}
