/** Runs the benchmarks that were named, or all, and prints one table. */
import { cpus } from 'node:os'
import type { Figure } from './figure.ts'

const BENCHES: Readonly<Record<string, () => Promise<{ run: () => Promise<Figure[]> }>>> = {
  'read-page': () => import('./read-page.ts'),
  archive: () => import('./archive.ts'),
  questions: () => import('./questions.ts'),
  'many-rows': () => import('./window/many-rows-window.ts'),
  'write-through': () => import('./window/write-through.ts'),
  'open-list': () => import('./open-list.ts'),
  keep: () => import('./keep.ts'),
  ledger: () => import('./ledger.ts'),
  export: () => import('./export.ts'),
  decode: () => import('./decode.ts'),
  limits: () => import('./limits.ts'),
  sample: () => import('./sample.ts'),
  explorer: () => import('./window/explorer.ts'),
  calls: () => import('./window/calls.ts'),
  flow: () => import('./window/flow.ts'),
  'side-by-side': () => import('./window/side-by-side.ts'),
  everywhere: () => import('./window/everywhere.ts'),
  tabs: () => import('./window/tabs.ts'),
  language: () => import('./window/language.ts'),
  'page-floor': () => import('./floor/page-floor.ts'),
  watchlist: () => import('./window/watchlist.ts'),
  palette: () => import('./window/palette.ts'),
  query: () => import('./query.ts'),
  cli: () => import('./cli.ts'),
  electron: () => import('./window/electron.ts'),
  indexer: () => import('./indexer.ts'),
  'indexer-load': () => import('./indexer-load.ts'),
  'indexer-pages': () => import('./indexer-pages.ts'),
  'indexer-postgres': () => import('./indexer-postgres.ts'),
  'indexer-network': () => import('./indexer-network.ts'),
  'indexer-size': () => import('./indexer-size.ts'),
  backfill: () => import('./backfill.ts'),
  'node-calls': () => import('./node-calls.ts'),
  soak: () => import('./soak.ts'),
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in BENCHES))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(2)
}

console.log(`Node ${process.version}, ${String(cpus().length)} x ${cpus()[0]?.model ?? 'unknown'}\n`)
for (const name of named.length > 0 ? named : Object.keys(BENCHES)) {
  const figures = await measured(name)
  const width = Math.max(...figures.map((figure) => figure.name.length))
  console.log(name)
  for (const figure of figures) {
    const value = figure.value.toLocaleString('en', { maximumFractionDigits: figure.value < 10 ? 2 : 0 })
    const verdict =
      figure.aim === undefined ? '' : `   aim ${figure.aim}${figure.met === false ? '   MISSED' : ''}`
    console.log(`  ${figure.name.padEnd(width)}  ${`${value} ${figure.unit}`.padStart(14)}${verdict}`)
  }
  console.log()
}
process.exit()

/** One that fails says so and takes none of the others with it; the command then ends with 1. */
async function measured(name: string): Promise<Figure[]> {
  try {
    return await (await BENCHES[name]!()).run()
  } catch (error) {
    console.error(`${name} failed: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
    return []
  }
}
