/** Options of the loopback host's command line. */
import { parseArgs } from 'node:util'
import { defaultDataDir } from '#host/data-dir.ts'

export interface StartOptions {
  readonly port: number
  readonly open: boolean
  readonly dataDir: string
  /** The instance to open first, in place of the sample chain. */
  readonly source: string | undefined
}

export const HELP = `Chainglass, a desktop explorer for EVM chains.

  npm start                     the desktop window, or the browser where no Electron runtime can be had
  npm start -- --web            the browser, always

Options, after "--":
  --port N        the port of the loopback host (default: any free one)
  --no-open       don't open a browser; print the address only
  --data-dir DIR  where settings, sources and labels are kept
  --source=URL    open on this instance, or this node, instead of the sample chain
  --help          this text
`

/** Throws an Error with a message for the person. */
export function parseOptions(args: readonly string[], env: NodeJS.ProcessEnv): StartOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      web: { type: 'boolean' },
      port: { type: 'string', default: '0' },
      'no-open': { type: 'boolean', default: false },
      'data-dir': { type: 'string' },
      source: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`)
  }
  return {
    port,
    open: !values['no-open'],
    dataDir: values['data-dir'] ?? defaultDataDir(env),
    source: values.source,
  }
}
