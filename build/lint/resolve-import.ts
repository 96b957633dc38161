import { posix } from 'node:path'

/**
 * The file an import means, as a path from the root of the repository; undefined for a package. `importer` is such a
 * path too. `#core/x.ts` is `src/core/x.ts`.
 */
export function resolveImport(importer: string, specifier: string): string | undefined {
  const path = specifier.replace(/\?.*$/, '')
  if (path.startsWith('#')) return `src/${path.slice(1)}`
  return path.startsWith('.') ? posix.join(posix.dirname(importer), path) : undefined
}
