/** The loopback host as a program: starts the core, serves the page, prints its address, ends cleanly. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createCoreLink, type CoreLink } from '#host/core-link.ts'
import { createLinkTransport } from '#host/link-transport.ts'
import { logToTerminal, writeLine } from '#platform/log/terminal.ts'
import { createRpcClient } from '#shared/rpc/client.ts'
import { forkCore } from './fork-core.ts'
import { createLaunchFile } from './launch-file.ts'
import { linkTo, type LoopbackHost, startLoopbackHost } from './loopback-host.ts'
import { createOfferedFiles } from './offered-files.ts'
import { openFolder, openLink, openPage } from './open-external.ts'
import { HELP, parseOptions } from './options.ts'
import { readRendererFiles, type Theme } from './renderer-files.ts'

const ROOT = process.env.CHAINGLASS_ROOT ?? join(import.meta.dirname, '..', '..')
const BUILT = import.meta.filename.endsWith('.js')

async function main(): Promise<number> {
  let options
  try {
    options = parseOptions(process.argv.slice(2), process.env)
  } catch (error) {
    writeLine(`${(error as Error).message}\n\n${HELP}`, 'stderr')
    return 2
  }
  if (options === 'help') {
    writeLine(HELP)
    return 0
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const start = {
    dataDir: options.dataDir,
    host: 'loopback' as const,
    version,
    source: options.source,
    // A browser tab has no access to a keyring.
    vault: 'session' as const,
  }
  // Installed at once, so that a host that is ended while its core starts also ends the core.
  const stopped = waitForSignal()
  const offered = createOfferedFiles(options.dataDir)
  const link = createCoreLink({
    start: () => forkCore(join(import.meta.dirname, BUILT ? 'core.js' : 'core-entry.ts'), start),
    onHostCall: (name, input) => {
      if (name === 'open-link') return openLink(String(input))
      if (name === 'open-folder') return openFolder(String(input))
      if (name === 'offer-file')
        return new Promise((resolve) => {
          resolve(offered.offer(String(input)))
        })
      return Promise.reject(new Error(`This host has no ${name}.`))
    },
    log: logToTerminal,
  })
  let page: ReturnType<typeof createLaunchFile>
  try {
    const files = readRendererFiles(join(ROOT, 'out', 'renderer'))
    const theme = followStoredTheme(link)
    const host = await startLoopbackHost({
      link,
      files,
      offered,
      theme: theme.read,
      port: options.port,
      log: logToTerminal,
      onOpened: (code) => {
        page?.replaceUsed(code)
      },
    })
    if (await Promise.race([link.ready.then(() => theme.known).then(() => true), stopped])) {
      page = createLaunchFile(options.dataDir, host, logToTerminal)
      writeLine(`Chainglass is ready: ${linkTo(host.origins.named, host.createCode())}`)
      if (options.open && !(page && (await openPage(page.path)))) writeLine('Open this link in a browser.')
      writeLine(page ? `The link works once. To open it again: ${page.path}` : 'The link works once.')
      giveLinksToPipe(host)
      await stopped
      page?.remove()
    }
    theme.close()
    await host.close()
    await link.close()
    return 0
  } catch (error) {
    writeLine(describeError(error, options.port), 'stderr')
    await link.close()
    return 1
  }
}

/** Gives a program that runs the host another link for each line that it writes. */
function giveLinksToPipe(host: LoopbackHost) {
  if (process.stdin.isTTY) return
  createInterface({ input: process.stdin }).on('line', () => {
    writeLine(`Another link: ${linkTo(host.origins.named, host.createCode())}`)
  })
}

function describeError(error: unknown, port: number): string {
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `Port ${String(port)} is in use: choose another with --port.`
  return error instanceof Error ? error.message : String(error)
}

/** Resolves with false at the first signal: the host is then no longer ready. */
const waitForSignal = () =>
  new Promise<false>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => {
        resolve(false)
      })
  })

process.exitCode = await main()
process.exit()

interface StoredTheme {
  /** Resolves when the settings are known. */
  readonly known: Promise<void>
  /** Undefined until then. */
  read(this: void): Theme | undefined
  close(this: void): void
}

/** The theme in the settings, for serving the page: it is painted before it is connected to the core. */
function followStoredTheme(link: Pick<CoreLink<Uint8Array>, 'connect'>): StoredTheme {
  const transport = createLinkTransport({
    connect({ send, onLost }) {
      const connection = link.connect({
        send: (frame) => {
          send(Buffer.from(frame).toString())
        },
        onLost,
      })
      return {
        receive: (text) => {
          connection.receive(Buffer.from(text))
        },
        close: () => {
          connection.close()
        },
      }
    },
  })
  const known = Promise.withResolvers<undefined>()
  let theme: Theme | undefined
  createRpcClient(transport).subscribe('settings.changed', {}, (settings) => {
    theme = settings.theme ?? 'system'
    known.resolve(undefined)
  })
  return { known: known.promise, read: () => theme, close: transport.close }
}
