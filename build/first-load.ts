import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** JavaScript that a window loads before it paints an address, gzip, kB: what is not seen then is loaded when it is. */
export const MAX_FIRST_LOAD_KB = 150

interface ModuleInfo {
  readonly importedIds: readonly string[]
  readonly code: string | null
}
interface Modules {
  getModuleInfo(id: string): ModuleInfo | null
}

/** Files that export all of a package: each imports every module of it, whoever wants it. */
const PACKAGE_EXPORTS = ['/@lucide/vue/dist/esm/lucide-vue.mjs', '/reka-ui/dist/index.js']
const exportsPackage = (id: string) => PACKAGE_EXPORTS.some((file) => id.endsWith(file))

/** By path from the package's file: the names under which it exports what is in a module. */
function readExports(code: string): ReadonlyMap<string, readonly string[]> {
  const publicNames = new Map<string, string[]>()
  for (const [, names = ''] of code.matchAll(/export \{([^}]*)\}(?! from)/g))
    for (const [, own = '', name = own] of names.matchAll(/(\w+)(?: as (\w+))?/g))
      publicNames.set(own, [...(publicNames.get(own) ?? []), name])
  const found = new Map<string, string[]>()
  for (const [, verb, names = '', path = ''] of code.matchAll(
    /(import|export) \{([^}]*)\} from ['"]([^'"]+)['"]/g,
  ))
    for (const [, own = '', name = own] of names.matchAll(/(\w+)(?: as (\w+))?/g))
      found.set(path, [
        ...(found.get(path) ?? []),
        ...(verb === 'export' ? [name] : (publicNames.get(name) ?? [])),
      ])
  return found
}

/** The roots and all that they import statically; of a whole package, the modules whose names they have. */
function loadedWith(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const exports = new Map<string, ReadonlyMap<string, readonly string[]>>()
  const exportsOf = (file: string) => {
    const known = exports.get(file) ?? readExports(modules.getModuleInfo(file)?.code ?? '')
    exports.set(file, known)
    return known
  }
  const found = new Set(roots)
  // Modules that are added meanwhile are visited, too.
  for (const id of found) {
    if (exportsPackage(id)) continue
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {}
    for (const imported of importedIds) {
      found.add(imported)
      if (!exportsPackage(imported)) continue
      const words = new Set(code?.match(/\w+/g))
      const folder = imported.slice(0, imported.lastIndexOf('/'))
      for (const [path, names] of exportsOf(imported))
        if (names.some((name) => words.has(name))) found.add(folder + path.slice(1))
    }
  }
  return found
}

/** Modules that every window imports dynamically soon after its first rows, by path in src/renderer. */
const AFTER_FIRST_ROWS = [
  'app/panes/keep-workspace.ts',
  'app/panes/TabStrip.vue',
  'app/shell/RequestFailure.vue',
  'app/shell/Toast.vue',
  'app/shell/after-rows.ts',
  'entities/abi/ConstructorArguments.vue',
  'entities/address/AddressLink.vue',
  'entities/header/HeaderMenu.vue',
  'entities/note/NoteButton.vue',
  'features/activity/follow-activity.ts',
  'features/address/AddressQr.vue',
  'features/address/address-facts.ts',
  'features/cases/CaseLink.vue',
  'features/data/StoreNotices.vue',
  'features/everywhere/EverywhereCommand.ts',
  'features/everywhere/palette-sections.ts',
  'features/exports/ExportJobs.vue',
  'features/flow/FlowLink.vue',
  'features/keep/KeepJobs.vue',
  'features/kept-search/palette-sections.ts',
  'features/ledger/BalanceAt.vue',
  'features/omnibox/PaletteContent.vue',
  'features/omnibox/palette-sections.ts',
  'features/questions/QuestionList.vue',
  'features/recent/RecentItems.vue',
  'features/recent/palette-sections.ts',
  'features/sources/SourceList.vue',
  'features/sources/palette-sections.ts',
  'features/watchlist/palette-sections.ts',
  'lists/export/print-rows.ts',
  'lists/progress/ListProgress.vue',
  'lists/keep/KeepAddress.vue',
  'lists/view/ListNotice.vue',
  'lists/view/announce-list.ts',
  'lists/menu/RowMenu.vue',
  'ui/MoreTabs.vue',
  'ui/reka-menus.ts',
]

/**
 * Modules that every place but the first list needs before its first rows: they must wait for nothing that comes after
 * those.
 */
const OF_ALL_PLACES = ['lists/columns/all-columns.ts', 'features/home/ChainHome.vue']
const isFile = (id: string, path: string) => id.endsWith(`/src/renderer/${path}`)

/** The modules of the groups, known once all are read; the first group that has a module takes it. */
const groups = {
  'first-load': new Set<string>() as ReadonlySet<string>,
  'all-places': new Set<string>() as ReadonlySet<string>,
  'after-first-rows': new Set<string>() as ReadonlySet<string>,
}

/** Modules of the storage of a contract and of a transaction's changes to it. */
const OF_STORAGE =
  /\/src\/renderer\/(?:entities\/storage\/|stores\/layouts\.|entities\/source\/(?:AskNodeForm|node-bar|use-node-answer)|features\/contract\/(?:StoragePart|use-storage)|features\/transaction\/state-changes\/StorageChanges)/

/** One file for what comes before the first rows, one for what comes after them: in many it is larger, each a request. */
export const firstLoadChunks = {
  groups: [
    ...(['first-load', 'all-places', 'after-first-rows'] as const).map((name, index) => ({
      priority: 3 - index,
      name: (id: string) => (groups[name].has(id) ? name : null),
    })),
    // The first load has the name of each file that is loaded later.
    {
      priority: 0,
      name: (id: string) => (OF_STORAGE.test(id) ? 'storage' : null),
    },
  ],
}

/** Finds the modules of each group. Fails a build whose first load is larger, or without a module that is named above. */
export const firstLoad: Plugin = {
  name: 'chainglass:first-load',
  buildEnd() {
    const modules = [...this.getModuleIds()]
    const loadedWithFiles = (paths: readonly string[]) =>
      loadedWith(
        modules.filter((id) => paths.some((path) => isFile(id, path))),
        this,
      )
    groups['first-load'] = loadedWith(
      modules.filter((id) => this.getModuleInfo(id)?.isEntry),
      this,
    )
    groups['all-places'] = loadedWithFiles(OF_ALL_PLACES)
    groups['after-first-rows'] = loadedWithFiles(AFTER_FIRST_ROWS)
  },
  generateBundle() {
    const modules = [...this.getModuleIds()]
    const gone = [...OF_ALL_PLACES, ...AFTER_FIRST_ROWS].filter(
      (path) => !modules.some((id) => isFile(id, path)),
    )
    if (gone.length > 0) this.error(`Not loaded by these names any more: ${gone.join(', ')}`)
  },
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
