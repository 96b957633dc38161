/** Serves the built renderer under app://chainglass: GET and HEAD only, no path outside its folder, strict CSP. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'
import { securityHeaders } from '#shared/content-security-policy.ts'
import type { Language } from '#shared/languages.ts'
import { HOST, SCHEME } from './origin.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Call it before the app is ready. The scheme is standard and secure, like https. */
export function registerScheme() {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/**
 * `language` is the system's: Chromium's own depends on its language packs. Returns a function that stops serving.
 */
export function serveRenderer(folder: string, language: Language): () => void {
  protocol.handle(SCHEME, (request) => respond(folder, language, request))
  return () => {
    protocol.unhandle(SCHEME)
  }
}

async function respond(folder: string, language: Language, request: Request): Promise<Response> {
  const url = new URL(request.url)
  if (url.host !== HOST) return textResponse(404, 'Not here.')
  if (request.method !== 'GET' && request.method !== 'HEAD') return textResponse(405, 'Only GET and HEAD.')
  const nonce = randomBytes(16).toString('base64')
  const headers = new Headers(securityHeaders(nonce))
  const path = decode(url.pathname)
  const type = path === undefined ? undefined : TYPES[extname(path)]
  if (path === undefined) return textResponse(400, 'Not a path.')
  if (extname(path) === '' || path === '/index.html') {
    const html = await readFile(join(folder, 'index.html'), 'utf8')
    headers.set('content-type', 'text/html; charset=utf-8')
    const page = html
      .replace('%CSP_NONCE%', nonce)
      .replace('<html ', `<html data-system-language="${language}" `)
    return new Response(page, { headers })
  }
  const file = normalize(join(folder, path))
  if (!type || !file.startsWith(folder + sep)) return textResponse(404, 'No such file.')
  try {
    headers.set('content-type', type)
    return new Response(await readFile(file), { headers })
  } catch {
    return textResponse(404, 'No such file.')
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

const textResponse = (status: number, text: string) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
  })
