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
    writeFileSync(file, text)
  }
}

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
