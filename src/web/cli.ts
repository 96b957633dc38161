/** The loopback host as a program: starts the core, serves the page, prints its address, ends cleanly. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCoreLink } from '#host/core-link.ts'
import { forkCore } from './fork-core.ts'
import { startLoopbackHost } from './loopback-host.ts'
import { openFolder, openLink } from './open-external.ts'
import { HELP, parseOptions } from './options.ts'
import { readRendererFiles } from './renderer-files.ts'

const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..', '..')
const BUILT = import.meta.filename.endsWith('.js')

async function main(): Promise<number> {
  let options
  try {
    options = parseOptions(process.argv.slice(2), process.env)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`)
    return 2
  }
  if (options === 'help') {
    console.log(HELP)
    return 0
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const start = {
    dataDir: options.dataDir,
    host: 'loopback' as const,
    version,
    source: options.source,
    // A browser tab has no keyring behind it.
    vault: 'session' as const,
  }
  const link = createCoreLink({
    start: () => forkCore(join(import.meta.dirname, BUILT ? 'core.js' : 'core-entry.ts'), start),
    onHostCall: (name, input) => {
      if (name === 'open-link') return openLink(String(input))
      if (name === 'open-folder') return openFolder(String(input))
      return Promise.reject(new Error(`This host has no ${name}.`))
    },
    log: (line) => {
      console.error(line)
    },
  })
  try {
    const files = readRendererFiles(join(ROOT, 'out', 'renderer'))
    const host = await startLoopbackHost({ link, files, port: options.port })
    await link.ready
    console.log(`Chainglass is ready: ${host.url}`)
    if (options.open && !(await openLink(host.url))) console.log('Open this address in a browser.')
    await waitForSignal()
    await host.close()
    await link.close()
    return 0
  } catch (error) {
    console.error(describeError(error, options.port))
    await link.close()
    return 1
  }
}

function describeError(error: unknown, port: number): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `Port ${String(port)} is in use: choose another with --port.`
  return error instanceof Error ? error.message : String(error)
}

const waitForSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        resolve()
      })
  })

process.exitCode = await main()
process.exit()
