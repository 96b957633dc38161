/**
 * Holds components to the rules that need types. oxlint reads no .vue file: what a component has of TypeScript is written
 * into out/lint, everything at the line and column where it stood, and findings name the component.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')
const FOLDER = 'out/lint'
const MAX_OUTPUT = 64 * 1024 * 1024

/** `text` of a component, with blanks for whatever is in no `<script>`. */
function scriptsOf(text: string): string {
  let scripts = ''
  let end = 0
  for (const { index, 1: tag = '', 2: script = '' } of text.matchAll(/^(<script[^>]*>)(.*?)^<\/script>/gms)) {
    const start = index + tag.length
    scripts += text.slice(end, start).replace(/[^\n]/g, ' ') + script
    end = start + script.length
  }
  return scripts
}

/** All of them, as a component knows the types of others. Paths from the root. */
function writeScripts(): string[] {
  rmSync(join(ROOT, FOLDER), { recursive: true, force: true })
  const written = globSync('renderer/**/*.vue', { cwd: join(ROOT, 'src') }).map((component) => {
    // Not `.vue.ts`: an import of the component would lead there.
    const script = `${FOLDER}/${component.replace(/\.vue$/, '.component.ts')}`
    mkdirSync(dirname(join(ROOT, script)), { recursive: true })
    writeFileSync(join(ROOT, script), scriptsOf(readFileSync(join(ROOT, 'src', component), 'utf8')))
    return script
  })
  const config = {
    extends: '../../src/renderer/tsconfig.json',
    compilerOptions: { rootDirs: ['../../src', '.'] },
    include: ['./**/*.ts', '../../src/renderer/*.d.ts'],
    references: [],
  }
  writeFileSync(join(ROOT, FOLDER, 'tsconfig.json'), JSON.stringify(config))
  return written
}

const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint')
// By name: oxlint looks into no folder that Git ignores.
const args = [oxlint, '--config', 'build/lint/components.oxlint.config.ts', ...writeScripts()]
const { stdout, stderr, status } = spawnSync(process.execPath, args, {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: MAX_OUTPUT,
})
process.stderr.write(stderr)
process.stdout.write(stdout.replace(/out\/lint\/(\S+?)\.component\.ts/g, 'src/$1.vue'))
process.exitCode = status ?? 1
