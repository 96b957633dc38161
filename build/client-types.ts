/** The types of the client's package: declarations of the sources, as far as they are needed, beside the bundle. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import type { Plugin } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')
const ENTRY = join(ROOT, 'src', 'client', 'index.ts')
const SPECIFIER = /((?:from|import)\s*\(?\s*["'])(#[a-z]+\/[^"']+|\.{1,2}\/[^"']+)(["'])/g

export const clientTypes: Plugin = {
  name: 'chainglass:client-types',
  apply: 'build',
  writeBundle({ dir = '', format }) {
    if (format !== 'es') return
    writeTypes(dir)
    // CommonJS has them once more: what a declaration is of, its folder says.
    const cjs = join(dir, 'cjs')
    cpSync(join(dir, 'types'), join(cjs, 'types'), { recursive: true })
    writeFileSync(join(cjs, 'package.json'), '{ "type": "commonjs" }\n')
  },
}

function writeTypes(outDir: string): void {
  const declarations = emitDeclarations()
  const waiting = [ENTRY]
  const written = new Set<string>()
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (written.has(source)) continue
    written.add(source)
    const from = source
    const text = (declarations.get(source) ?? '').replace(
      SPECIFIER,
      (_, before: string, specifier: string, after: string) => {
        const target = specifier.startsWith('#')
          ? join(ROOT, 'src', specifier.slice(1))
          : resolve(dirname(from), specifier)
        waiting.push(target)
        const path = relative(dirname(from), target).replaceAll('\\', '/').replace(/\.ts$/, '.js')
        return `${before}${path.startsWith('.') ? path : `./${path}`}${after}`
      },
    )
    const file = join(outDir, 'types', relative(join(ROOT, 'src'), source).replace(/\.ts$/, '.d.ts'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, nameRepeated(text))
  }
}

/** Object types of data alone, which the compiler writes out wherever they are: each is written once and named then. */
function nameRepeated(text: string): string {
  const file = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.ESNext, true)
  const counts = new Map<string, number>()
  visitTypes(file, (key) => counts.set(key, (counts.get(key) ?? 0) + 1))
  const names = new Map<string, string>()
  const types: string[] = []
  return `${write(file)}${types.join('')}`

  function write(node: ts.Node): string {
    const key = keyOf(node)
    if (key === undefined || (counts.get(key) ?? 0) < 2) return writeParts(node)
    const known = names.get(key)
    if (known !== undefined) return known
    const name = `Data${String(names.size + 1)}`
    names.set(key, name)
    types.push(`type ${name} = ${writeParts(node).trim()};\n`)
    return name
  }
  /** Its text, with those of its parts that have a name by it. */
  function writeParts(node: ts.Node): string {
    let at = node.getFullStart()
    let written = ''
    ts.forEachChild(node, (child) => {
      const begin = keyOf(child) === undefined ? child.getFullStart() : child.getStart()
      written += text.slice(at, begin) + write(child)
      at = child.end
    })
    return written + text.slice(at, node.end)
  }
}

function visitTypes(node: ts.Node, visit: (key: string) => void): void {
  const key = keyOf(node)
  if (key !== undefined) visit(key)
  ts.forEachChild(node, (child) => {
    visitTypes(child, visit)
  })
}

/** A shorter one is not worth a name. */
const MIN_LENGTH = 120

/** The same for the same type; undefined where it is no object type, is short, or names others. */
function keyOf(node: ts.Node): string | undefined {
  if (!ts.isTypeLiteralNode(node)) return undefined
  const key = node.getText().replaceAll(/\s+/g, ' ')
  return key.length < MIN_LENGTH || namesTypes(node) ? undefined : key
}

const namesTypes = (node: ts.Node): boolean =>
  ts.isTypeReferenceNode(node) || ts.isTypeQueryNode(node) || (ts.forEachChild(node, namesTypes) ?? false)

/** By the path of the source. */
function emitDeclarations(): ReadonlyMap<string, string> {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, 'src', 'client', 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  )
  const options: ts.CompilerOptions = {
    ...config?.options,
    composite: false,
    incremental: false,
    noCheck: true,
  }
  delete options.tsBuildInfoFile
  const program = ts.createProgram([ENTRY], { ...options, types: ['node'] })
  const declarations = new Map<string, string>()
  program.emit(undefined, (_, text, __, ___, sources) => {
    for (const { fileName } of sources ?? []) declarations.set(resolve(fileName), text)
  })
  return declarations
}

function fail({ messageText }: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
}
