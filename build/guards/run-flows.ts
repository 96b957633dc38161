/** Flows of the end-to-end suite, over the stand-in for Electron, with those parts of the app built anew that have changed. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'
import type { Outcomes } from './try-in-copy.ts'

const PARTS = ['main', 'preload', 'renderer'] as const
type Part = (typeof PARTS)[number]
/** Not built yet, or built of sources that are no more. */
const stale = new Set<Part>(PARTS)

export async function runFlows(test: string, pattern: string, changed: readonly string[]): Promise<Outcomes> {
  for (const file of changed) stale.add(partOf(file))
  if (stale.size > 0) await build([...stale])
  stale.clear()
  for (const file of changed) stale.add(partOf(file))

  const report = join(process.cwd(), 'report.json')
  rmSync(report, { force: true })
  const config = [
    '--config',
    'e2e/playwright.config.ts',
    '--project=stand-in',
    '--reporter=json',
    '--workers=1',
  ]
  // An attack counts as it went the first time.
  await runCommand('playwright', ['test', ...config, '--retries=0', test, '-g', pattern], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  return new Map(outcomesOf(JSON.parse(readFileSync(report, 'utf8')) as Suite, ''))
}

interface Suite {
  readonly title?: string
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly ok: boolean
    readonly tests: readonly { readonly status: string }[]
  }[]
}

function outcomesOf(
  { title, suites = [], specs = [] }: Suite,
  before: string,
): [string, 'passed' | 'failed'][] {
  const path = `${before} ${title ?? ''}`
  return [
    ...suites.flatMap((suite) => outcomesOf(suite, path)),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
      .map((spec): [string, 'passed' | 'failed'] => [`${path} ${spec.title}`, spec.ok ? 'passed' : 'failed']),
  ]
}

/** Modules of the page are in no other part, and the preload script imports nothing. */
function partOf(file: string): Part {
  return (['preload', 'renderer'] as const).find((part) => file.startsWith(`src/${part}/`)) ?? 'main'
}

async function build(parts: readonly Part[]) {
  const config = 'guards.electron.vite.config.ts'
  const chosen = parts.map((part) => `${part}: whole.${part}`).join(', ')
  writeFileSync(config, `import whole from './electron.vite.config.ts'\nexport default { ${chosen} }\n`)
  const code = await runCommand('electron-vite', ['build', '--config', config, '--logLevel', 'warn'])
  if (code !== 0) throw new Error('the build failed')
}
