import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { COMMAND_NAMES } from '#shared/command-names.ts'

export interface Arguments {
  /** An absolute path. */
  readonly dataDir: string | undefined
  readonly source: string | undefined
  /** The first `chainglass://` link, unparsed. */
  readonly link: string | undefined
  /** The text to print in place of starting. */
  readonly info: 'help' | 'version' | undefined
}

export const HELP = `Chainglass, a desktop explorer for EVM chains.

  chainglass [options] [chainglass://<chain>/address/0x...]
  chainglass list|show|ask|export|... [options]   without a window; chainglass help says more

  --data-dir=DIR  where settings, sources and labels are kept
  --source=URL    open on this instance, or this node, instead of the sample chain
  --version       what this is
  --help          this text
`

const OPTIONS = {
  'data-dir': { type: 'string' },
  source: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

/**
 * Finds our options among the arguments that Electron, Chromium and the system add; others are ignored. After `--`
 * only a link is read: a browser passes a link there, and no part of it may become an option. `from`: the folder that
 * a path is relative to.
 */
export function parseArguments(argv: readonly string[], from: string): Arguments {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
  })
  const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)
  const dataDir = text(values['data-dir'])
  return {
    dataDir: dataDir === undefined ? undefined : resolve(from, dataDir),
    source: text(values.source),
    link: findLink(argv),
    info: values.help === true ? 'help' : values.version === true ? 'version' : undefined,
  }
}

export const findLink = (argv: readonly string[]) =>
  argv.slice(1).find((argument) => /^chainglass:/i.test(argument))

/**
 * The arguments of the command line, if the first argument is one of its commands: then no window opens. Systems and
 * browsers pass links, and no link equals a command's name. Switches of Chromium may precede it: an AppImage adds
 * one.
 */
export function commandOf(argv: readonly string[], isPackaged: boolean): readonly string[] | undefined {
  let args = withoutSwitches(argv.slice(1))
  // In an unpackaged app, the app's folder is the first argument.
  if (!isPackaged) args = withoutSwitches(args.slice(1))
  return COMMAND_NAMES.some((name) => name === args[0]) ? args : undefined
}

function withoutSwitches(args: readonly string[]): readonly string[] {
  const end = args.findIndex((arg) => {
    const [, name] = /^--([^=]+)/.exec(arg) ?? []
    return name === undefined || Object.hasOwn(OPTIONS, name)
  })
  return end < 0 ? [] : args.slice(end)
}
