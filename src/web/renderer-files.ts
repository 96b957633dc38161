/** The built renderer, read into memory once: a few files that each window requests. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Settings } from '#shared/settings.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
}

interface RendererFile {
  readonly type: string
  readonly body: Buffer
  /** Present if it is smaller. */
  readonly gzip: Buffer | undefined
  /** Whether its name contains a hash of its content: then it can be cached for ever. */
  readonly immutable: boolean
}

export type Theme = NonNullable<Settings['theme']>

export interface RendererFiles {
  /**
   * Finds a file by its URL path (`/assets/…`). Only files that existed at the start are found, so that no path can
   * lead outside.
   */
  file(path: string): RendererFile | undefined
  /** The page with the nonce of this response in its meta element, and the theme on its root if it is known. */
  page(nonce: string, theme?: Theme): string
}

/** Throws if the folder contains no built renderer. */
export function readRendererFiles(folder: string): RendererFiles {
  const files = new Map<string, RendererFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)]
    if (!type) continue
    const path = `/${relative(folder, full).split(sep).join('/')}`
    const body = readFileSync(full)
    const zipped = /^(text|application|image\/svg)/.test(type) ? gzipSync(body) : undefined
    files.set(path, {
      type,
      body,
      gzip: zipped && zipped.length < body.length ? zipped : undefined,
      immutable: path.startsWith('/assets/'),
    })
  }
  const index = files.get('/index.html')
  if (!index) throw new Error('The renderer is not built: run `npm run build`.')
  files.delete('/index.html')
  const html = index.body.toString('utf8')
  return {
    file: (path) => files.get(path),
    page: (nonce, theme) => {
      const page = html.replace('%CSP_NONCE%', nonce)
      return theme === undefined ? page : page.replace('<html', `<html data-theme="${theme}"`)
    },
  }
}
