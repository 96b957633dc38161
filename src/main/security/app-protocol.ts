/** Serves the built renderer under app://chainglass: GET and HEAD only, no path outside its folder, strict CSP. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import { securityHeaders } from '#shared/content-security-policy.ts'
import { HOST, SCHEME } from './origin.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Before the app is ready: the scheme is a standard, secure one, like https, but without its privileges elsewhere. */
export function registerScheme() {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Returns how to stop serving. */
export function serveRenderer(folder: string): () => void {
  protocol.handle(SCHEME, (request) => respond(folder, request))
  return () => {
    protocol.unhandle(SCHEME)
  }
}

async function respond(folder: string, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.host !== HOST) return plain(404, 'Not here.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Only GET and HEAD.')
  const nonce = randomBytes(16).toString('base64')
  const headers = new Headers(securityHeaders(nonce))
  const path = decode(url.pathname)
  const type = path === undefined ? undefined : TYPES[extname(path)]
  if (path === undefined) return plain(400, 'Not a path.')
  if (extname(path) === '' || path === '/index.html') {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    headers.set('content-type', 'text/html; charset=utf-8')
    return new Response(html.replace('%CSP_NONCE%', nonce), { headers })
  }
  const file = normalize(join(folder, path))
  if (!type || !file.startsWith(folder + sep)) return plain(404, 'No such file.')
  try {
    headers.set('content-type', type)
    return new Response(await readFile(file), { headers })
  } catch {
    return plain(404, 'No such file.')
  }
}

function decode(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path)
    return decoded.includes('\0') || decoded.includes('\\') ? undefined : decoded
  } catch {
    return undefined
  }
}

const plain = (status: number, words: string) =>
  new Response(words, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
