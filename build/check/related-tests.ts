/** Finds the quick tests that a change concerns, by the imports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importsIn, type ImportGraph } from '../lint/import-graph.ts'

/** A test that imports one of these, at whatever distance, needs a node, a database or a process of its own. */
const SLOW_HELPERS = new Set([
  'src/service/indexer/testing/anvil.ts',
  'src/platform/testing/postgres-server.ts',
  'src/platform/testing/small-disk.ts',
])

export interface RelatedTests {
  /** The nearest ones, nearest first. */
  readonly quick: readonly string[]
  /** How many quick ones are further away. */
  readonly further: number
  /** How many need a node, a database, a browser or a process. */
  readonly slow: number
}

/** `isSlow` says of a test file whether it is left to `npm test`. Paths from the root. */
export function findRelatedTests(
  graph: ImportGraph,
  changed: readonly string[],
  maxTests: number,
  isSlow: (test: string) => boolean,
): RelatedTests {
  const importers = invert(graph)
  const seen = new Set(changed)
  const tests: string[] = []
  // Breadth first: a Set gives its members in the order in which they were added, also those added meanwhile.
  for (const file of seen) {
    if (file.endsWith('.test.ts') && graph.has(file)) tests.push(file)
    for (const importer of importers.get(file) ?? []) seen.add(importer)
  }
  const quick = tests.filter((test) => !isSlow(test))
  return {
    quick: quick.slice(0, maxTests),
    further: Math.max(0, quick.length - maxTests),
    slow: tests.length - quick.length,
  }
}

function invert(graph: ImportGraph): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, imported] of graph)
    for (const other of imported) {
      const known = importers.get(other)
      if (known) known.push(file)
      else importers.set(other, [file])
    }
  return importers
}

/** Whether a test needs more than one process of Node, read from the sources below `root`. */
export function isSlowTest(root: string, graph: ImportGraph, test: string): boolean {
  if (test.endsWith('.browser.test.ts')) return true
  const seen = new Set([test])
  for (const file of seen) {
    if (SLOW_HELPERS.has(file)) return true
    const isOfTests = file === test || file.includes('/testing/')
    if (isOfTests && importsIn(readFileSync(join(root, file), 'utf8'), file).includes('node:child_process'))
      return true
    for (const imported of graph.get(file) ?? []) seen.add(imported)
  }
  return false
}
