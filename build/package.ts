/** Stages the app and packs it; what `npm run package` runs with the project's own Node. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DebugLogger } from 'builder-util'
import { validateConfiguration } from 'app-builder-lib/out/util/config/config.js'
import { build, Platform, type CliOptions } from 'electron-builder'
import { stageApp } from './app-files.ts'
import { bundledPackages } from './bundled.ts'
import { packaging, updateKeyOf } from './electron-builder.ts'
import { makeIcons } from './icons.ts'
import { collectLicences, licencesText } from './licences.ts'
import { makeMcpBundle } from './mcp-bundle.ts'

const ROOT = join(import.meta.dirname, '..')
const args = process.argv.slice(2)

const licences = collectLicences(ROOT, bundledPackages(ROOT))
const files = stageApp(ROOT, join(ROOT, 'out', 'app'), licencesText(licences), updateKeyOf(process.env))
const icons = join(ROOT, 'out', 'icons')
makeIcons(import.meta.dirname, icons)
const packages = resolve(ROOT, process.env.CHAINGLASS_PACKAGES ?? 'dist')
const config = packaging(process.env)
await validateConfiguration(config, new DebugLogger(false))
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(2)} MB`
const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
say(
  `The app: ${String(files.length)} files, ${megabytes(bytes)}; licences of ${String(licences.length)} packages.`,
)

if (!args.includes('--check')) {
  const bundle = makeMcpBundle(ROOT, licencesText(licences), readFileSync(join(icons, 'png', '512x512.png')))
  mkdirSync(packages, { recursive: true })
  writeFileSync(join(packages, bundle.name), bundle.bytes)
  say(`${bundle.name}: ${megabytes(bundle.bytes.length)}`)
}

if (!args.includes('--check') && !args.includes('--mcp')) {
  const options: CliOptions = {
    config,
    projectDir: ROOT,
    publish: args.includes('--publish') ? 'always' : 'never',
    ...(args.includes('--dir') ? { dir: true } : {}),
  }
  for (const system of ['linux', 'mac', 'win'] as const) {
    const targets = after(`--${system}`)
    if (targets) options[system] = targets
  }
  if (!options.linux && !options.mac && !options.win) options[present()] = []
  await build(options)
  for (const name of readdirSync(packages))
    if (/\.(AppImage|deb|rpm|dmg|zip|exe)$/.test(name))
      say(`${name}: ${megabytes(statSync(join(packages, name)).size)}`)
  say(`In ${packages}.`)
}

/** The words after a flag, up to the next one; undefined where the flag is not there. */
function after(flag: string): string[] | undefined {
  const at = args.indexOf(flag)
  if (at < 0) return undefined
  const rest = args.slice(at + 1)
  const end = rest.findIndex((arg) => arg.startsWith('--'))
  return end < 0 ? rest : rest.slice(0, end)
}

function present(): 'linux' | 'mac' | 'win' {
  const current = Platform.current()
  return current === Platform.MAC ? 'mac' : current === Platform.WINDOWS ? 'win' : 'linux'
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
