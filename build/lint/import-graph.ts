import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import ts from 'typescript'
import { resolveImport } from './resolve-import.ts'

/** By file, the files it imports; type imports count too. Paths from `root`, with `/`. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

export function readImportGraph(root: string): ImportGraph {
  const files = globSync('src/**/*.{ts,vue}', { cwd: root }).map((file) => file.split(sep).join('/'))
  return new Map(
    files.map((file) => {
      const imported = importsIn(readFileSync(join(root, file), 'utf8'), file)
        .map((specifier) => resolveImport(file, specifier))
        .filter((path) => path !== undefined)
      return [file, imported]
    }),
  )
}

/** The specifiers of all imports in a file: `import`, `export from`, `import()`. */
export function importsIn(text: string, file: string): readonly string[] {
  const scripts = file.endsWith('.vue')
    ? [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script)
    : [text]
  return scripts.flatMap((script) =>
    ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => fileName),
  )
}

/** Files that import each other, directly or by way of others: one array for each such knot. */
export function findCycles(graph: ImportGraph): readonly (readonly string[])[] {
  // Tarjan's algorithm: strongly connected components.
  const cycles: string[][] = []
  const order = new Map<string, number>()
  const stack: string[] = []
  function visit(file: string): number {
    const index = order.size
    order.set(file, index)
    let low = index
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(file))
      if (component.length > 1 || graph.get(file)?.includes(file)) cycles.push(component.sort())
    }
    return low
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}
