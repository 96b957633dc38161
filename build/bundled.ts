/** The packages whose code is in the app, by what the sources import: each has to be named with its licence. */
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, relative, sep } from 'node:path'

const IMPORT = /(?:from|import|@import|import\(|import\.meta\.resolve\(|url\()\s*['"](@?[a-z][\w./-]*)['"]/g
/** Electron itself is beside the app, not in it. */
const NOT_BUNDLED = new Set(['electron', ...builtinModules])

/** `without`: folders of `src` that are not in it. These two are packages of their own. */
export function bundledPackages(root: string, without: readonly string[] = ['server', 'client']): string[] {
  const names = new Set<string>()
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const [layer = ''] = relative(join(root, 'src'), path).split(sep)
    if (without.includes(layer)) continue
    if (!entry.isFile() || !/\.(ts|vue|css)$/.test(entry.name)) continue
    if (/\.test\.ts$|[\\/]testing[\\/]/.test(path)) continue
    const text = readFileSync(path, 'utf8').replace(/^import type .*$/gm, '')
    for (const [, specifier = ''] of text.matchAll(IMPORT)) {
      const [scope = '', name = ''] = specifier.split('/')
      const packageName = scope.startsWith('@') ? `${scope}/${name}` : scope
      if (!NOT_BUNDLED.has(packageName) && !specifier.startsWith('node:')) names.add(packageName)
    }
  }
  return [...names].sort()
}
