/** What can be asked of `npm run api`, read strictly: a wrong option is a sentence, not a guess. */
import { parseArgs } from 'node:util'
import { type Dialect, DIALECTS } from '#shared/endpoints.ts'

export interface CliOptions {
  readonly port: number
  readonly dialect: Dialect
  readonly requestsPerSecond?: number
  readonly proKeys: readonly string[]
  readonly chain: ChainOptions
}

/** Which chain is served. */
export interface ChainOptions {
  readonly seed?: string
  readonly transactions?: number
  readonly live: boolean
}

export const HELP = `npm run api -- [options]

Serves a sample chain over the Chain Data Read API, on 127.0.0.1.

  --port N           the port; without it, any free one
  --seed S           another chain, the same one for the same seed
  --transactions N   how many transactions it has
  --live             new blocks keep coming
  --dialect D        how answers are written: ${DIALECTS.join(', ')} (default: spec)
  --rate N           refuse more than N requests a second with 429
  --key K            a key of the Pro form; may be given more than once (default: any key)
  --help             this text
`

/** A wrong option, in a sentence. */
export class WrongOption extends Error {}

/** The options, or 'help'. Throws WrongOption. */
export function readOptions(args: readonly string[]): CliOptions | 'help' {
  const { values } = parse(args)
  if (values.help) return 'help'
  const dialect = values.dialect ?? 'spec'
  if (!isDialect(dialect)) {
    throw new WrongOption(`--dialect is one of ${DIALECTS.join(', ')}, not "${dialect}".`)
  }
  const rate = values.rate === undefined ? undefined : Number(values.rate)
  if (rate !== undefined && !(values.rate?.trim() !== '' && rate > 0 && rate <= 1_000_000)) {
    throw new WrongOption(`--rate is a number of requests a second above 0, not "${values.rate ?? ''}".`)
  }
  if (values.key?.some((key) => !/^[\x21-\x7e]+$/.test(key))) {
    throw new WrongOption('--key is a text of visible ASCII characters without blanks.')
  }
  if (values.seed === '') throw new WrongOption('--seed is a number or a text, not an empty one.')
  return {
    port: wholeNumber('port', values.port, 0, 65_535) ?? 0,
    dialect,
    ...(rate !== undefined && { requestsPerSecond: rate }),
    proKeys: values.key ?? [],
    chain: {
      live: values.live ?? false,
      ...(values.seed !== undefined && { seed: values.seed }),
      ...withTransactions(wholeNumber('transactions', values.transactions, 1, 1_000_000_000)),
    },
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        seed: { type: 'string' },
        transactions: { type: 'string' },
        live: { type: 'boolean' },
        dialect: { type: 'string' },
        rate: { type: 'string' },
        key: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Its first sentence names the option; the others explain how to write a positional.
    throw new WrongOption(
      error instanceof Error ? `${error.message.split(/\.\s/, 1)[0] ?? ''}.` : 'Wrong options.',
    )
  }
}

function wholeNumber(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value
  throw new WrongOption(`--${name} is a whole number from ${String(min)} to ${String(max)}, not "${text}".`)
}

const withTransactions = (transactions: number | undefined) =>
  transactions === undefined ? {} : { transactions }

const isDialect = (text: string): text is Dialect => (DIALECTS as readonly string[]).includes(text)
