import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** JavaScript that a window loads before it paints an address, gzip, kB: what is not seen then is loaded when it is. */
export const MAX_FIRST_LOAD_KB = 199

interface ModuleInfo {
  readonly isEntry: boolean
  readonly importers: readonly string[]
  readonly code: string | null
}
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null
}
const known = new Map<string, boolean>()

const ICON = /\/icons\/([\w-]+\.mjs)$/
/** The file of a package of icons that exports them all: it imports each, whoever wants it. */
const ICONS = '/lucide-vue.mjs'

/** Whether a module takes this icon from the file of all, under any of its names. */
function isOfIcon(icon: string, { code: exported }: ModuleInfo, { code }: ModuleInfo): boolean {
  const names = new RegExp(`\\{([^}]*)\\} from ['"]\\./icons/${icon}['"]`).exec(exported ?? '')?.[1] ?? ''
  return [...names.matchAll(/default as (\w+)/g)].some(([, name = '']) =>
    new RegExp(`\\b${name}\\b`).test(code ?? ''),
  )
}

/** What imports a module; of an icon, what names it. */
function importersOf(id: string, modules: Modules): readonly string[] {
  const { importers = [] } = modules.getModuleInfo(id) ?? {}
  const icon = ICON.exec(id)?.[1]
  return importers.flatMap((importer) => {
    const all = icon !== undefined && importer.endsWith(ICONS) ? modules.getModuleInfo(importer) : null
    if (icon === undefined || !all) return [importer]
    return all.importers.filter((user) => {
      const info = modules.getModuleInfo(user)
      return info !== null && isOfIcon(icon, all, info)
    })
  })
}

/** Whether a module is loaded with the entry: something that is imports it. */
function isInFirstLoad(id: string, modules: Modules, above: ReadonlySet<string> = new Set()): boolean {
  const before = known.get(id)
  if (before !== undefined) return before
  if (above.has(id)) return false
  const module = modules.getModuleInfo(id)
  const path = new Set(above).add(id)
  const found =
    module !== null &&
    (module.isEntry || importersOf(id, modules).some((importer) => isInFirstLoad(importer, modules, path)))
  if (found || above.size === 0) known.set(id, found)
  return found
}

/** All of the first load in one file: in many it is larger, and each is a request. */
export const firstLoadChunk = {
  groups: [
    {
      name: (id: string, modules: Modules) => (isInFirstLoad(id, modules) ? 'first-load' : null),
    },
  ],
}

/** Fails a build whose first load is larger. */
export const firstLoadBudget: Plugin = {
  name: 'chainglass:first-load-budget',
  writeBundle(_options, bundle) {
    const sizes = new Map<string, number>()
    const visit = (file: string) => {
      const chunk = bundle[file]
      if (chunk?.type !== 'chunk' || sizes.has(file)) return
      sizes.set(file, gzipSync(chunk.code).length / 1000)
      chunk.imports.forEach(visit)
    }
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.isEntry) visit(chunk.fileName)
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const figure = `${total.toFixed(1)} kB of JavaScript, gzip, in the first load`
    if (total > MAX_FIRST_LOAD_KB)
      this.error(
        `${figure}, over ${String(MAX_FIRST_LOAD_KB)}: load what is new when it is used. Largest: ${[...sizes]
          .sort((one, other) => other[1] - one[1])
          .slice(0, 8)
          .map(([file, size]) => `${file} ${size.toFixed(1)}`)
          .join(', ')}`,
      )
    this.info(figure)
  },
}
