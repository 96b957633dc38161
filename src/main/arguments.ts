import { parseArgs } from 'node:util'

export interface Arguments {
  readonly dataDir: string | undefined
  readonly source: string | undefined
}

/** Reads ours among the arguments Electron, Chromium and the system add; what is not ours is left alone. */
export function readArguments(argv: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { 'data-dir': { type: 'string' }, source: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  })
  const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined)
  return { dataDir: text(values['data-dir']), source: text(values.source) }
}
