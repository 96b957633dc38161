/** The commands and their options. */
import { Argument, Command, Option } from 'commander'
import { AMOUNT_FORMS } from '#shared/export/convert-amounts.ts'
import { defaultDataDir } from '#host/data-dir.ts'
import { approvals } from './commands/approvals.ts'
import { ask } from './commands/ask.ts'
import { check } from './commands/check.ts'
import { completionScript, SHELLS, type Shell } from './commands/completion.ts'
import { contract } from './commands/contract.ts'
import { decode } from './commands/decode.ts'
import { exportList } from './commands/export.ts'
import { keep } from './commands/keep.ts'
import { operations } from './commands/operations.ts'
import { ledger, statement } from './commands/ledger.ts'
import { list } from './commands/list.ts'
import { show } from './commands/show.ts'
import { storage } from './commands/storage.ts'
import { trace } from './commands/trace.ts'
import { addSource, removeSource, sources, useSource } from './commands/sources.ts'
import { watch } from './commands/watch.ts'
import type { Output } from './output/output.ts'
import type { CommandContext } from './command-context.ts'
import { ExitWithCode } from './output/failures.ts'
import { FORMATS, type Format } from './output/row-output.ts'
import {
  countOption,
  namesOption,
  pairOption,
  portOption,
  severalOption,
  timeOption,
} from './read-options.ts'
import {
  DATES_HELP,
  describeArguments,
  kindsHelp,
  listsHelp,
  namesOfLists,
  isVariadic,
  wordsHelp,
} from './help.ts'
import { runEach } from './run-each.ts'
import type { RunOptions } from './run-options.ts'
import { openSession, type SessionOptions } from './session.ts'

interface CommonOptions {
  readonly source?: string
  readonly dataDir?: string
  readonly sampleAt?: number
  readonly offline?: boolean
  readonly with?: string | readonly string[]
  readonly verbose?: boolean
  readonly json?: boolean
  readonly jsonl?: boolean
  readonly csv?: boolean
  readonly excel?: boolean
}

/** Examples on the sample chain, which every installation has. */
const EXAMPLES = `
Examples, on the sample chain:
  chainglass list transfers --limit 10
  chainglass list 0x48aA00c4E363c1341e59402DF321BDB2018bb764 transactions
  chainglass list 0x48aA00c4E363c1341e59402DF321BDB2018bb764 transactions --all --jsonl
  chainglass list 0x48aA00c4E363c1341e59402DF321BDB2018bb764 transactions --where "value>1 out"
  chainglass show 2500
  chainglass statement 0x48aA00c4E363c1341e59402DF321BDB2018bb764
  chainglass sources
`

const AT_BLOCK = [
  '--at <block>',
  'at this block: a height, latest, safe, finalized or a time (default: the newest)',
] as const

interface ProgramOptions extends RunOptions {
  readonly output: Output
}

export function createProgram(options: ProgramOptions): Command {
  const { output } = options
  const program = new Command('chainglass')
    .description('Reads EVM chains from any source of Chainglass.')
    .version(options.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => options.stdout.write(text),
      writeErr: (text) => options.stderr.write(text),
      getOutHelpWidth: () => output.columns ?? 80,
      getErrHelpWidth: () => output.columns ?? 80,
    })
    .addHelpText('after', EXAMPLES)
  addReading(program, options)
  addAskingNodes(program, options)
  addLedger(program, options)
  addSources(program, options)
  addMcp(program, options)
  addApi(program)
  addSelfTest(program, options)
  addCompletion(program, options)
  return program
}

function addReading(program: Command, options: ProgramOptions): void {
  const add = adder(program, options)
  withOffline(
    withQuestion(
      withRowLimit(
        add(
          'list <thing> [list]',
          'rows of a list: of an address, transaction, token or block, or of the chain',
          list,
        ),
      ),
    ),
  )
  withOffline(
    withQuestion(
      adder(program, options, sessionOptions)(
        'export <thing> [list]',
        'a whole list as a file: CSV, JSON Lines or Parquet',
        exportList,
      ),
    ),
  )
    .requiredOption('--out <file>', 'where to: its name ends with .csv, .jsonl or .parquet')
    .option('--force', 'replace a file that is there')
    .option('--excel', 'begin a CSV with a byte order mark, so that Excel reads it as UTF-8')
    .addOption(
      new Option('--u256 <form>', 'how Parquet holds amounts (docs/analysis.md)')
        .choices(AMOUNT_FORMS)
        .default('string'),
    )
  withOffline(add('show <thing>', 'an address, transaction, token or block in full', show)).option(
    '--token',
    'the address is a token',
  )
  withOffline(
    add('trace <transaction>', 'the calls of a transaction, in order, as far as the source traces', trace),
  )
  add(
    'operations <transaction>',
    'what a transaction did for accounts: user operations (ERC-4337) and authorizations (EIP-7702)',
    operations,
  )
  withFields(
    withRowLimit(add('ask <question>', 'rows of everything that is kept, in the filter language', ask)),
  )
    .option('--address <address>', 'only lists of this address')
    .option('--kind <kind>', 'only rows of this kind (default: the one with the most rows)')
    .addHelpText('after', () => kindsHelp() + wordsHelp('the question'))
  add(
    'keep <address> [lists...]',
    'read lists of an address to their end, and hold them here',
    keep,
  ).addHelpText('after', () => namesOfLists('address'))
  withQuestion(add('watch <thing> [list]', 'new rows of a list as they come, until it is stopped', watch))
    .option('--limit <rows>', 'end after so many rows (default: never)', countOption)
    .option('--exec <command>', 'run this in a shell for each row, with its JSON on stdin, one after another')
    .option('--check', 'hold each row against a node of the chain; ends with 1 where one differs')
    .option(
      '--with <rpc>',
      'with --check: the URL of a node’s JSON-RPC (default: your own node of that chain)',
    )
  add('decode <data>', 'what the input of a call means', decode).option(
    '--to <address>',
    'the contract that is called',
  )
}

/** Adds the commands that ask a node. */
function addAskingNodes(program: Command, options: ProgramOptions): void {
  const add = adder(program, options)
  add(
    'check <thing> [list]',
    'what a source says of a transaction, block or address, or of the rows of a list, held against a node of its chain or another source',
    check,
  )
    .option(
      '--with <rpc>',
      'the URL of a node’s JSON-RPC (default: your own node of that chain, where one is followed); given twice, the blocks and the head are compared with the second node',
      severalOption,
    )
    .option('--against <source>', 'another source of the chain in place of a node: its id, name or URL')
  add(
    'contract <address> [function] [arguments...]',
    'what is known of a contract’s code; with a function, what it says now, asked of a node',
    contract,
  )
    .option('--with <rpc>', 'the URL of a node’s JSON-RPC (default: your own node of that chain)')
    .option(...AT_BLOCK)
    .option('--as <address>', 'as if this address asked (default: nobody)')
  add(
    'storage <thing> [places...]',
    'what a contract has in its storage, or a transaction changed there (places: of which contracts)',
    storage,
  )
    .option('--with <rpc>', 'the URL of a node’s JSON-RPC (default: your own node of that chain)')
    .option(...AT_BLOCK)
    .option('--against <block>', 'and at this one, beside it')
    .option(
      '--layout <file>',
      'what solc writes as storageLayout, or an artifact with it (default: the source’s)',
    )
  add(
    'approvals <address>',
    'who may take tokens of an address, by risk, and the call that ends it; nothing is sent',
    approvals,
  )
    .option('--with <rpc>', 'the URL of a node’s JSON-RPC (default: your own node of that chain)')
    .option('--ended', 'those that have ended, with when and by which call')
    .option(
      '--filter <words>',
      'those with all of these words, as in "token:USDC spender:0x12 risk:unlimited"',
    )
}

function addLedger(program: Command, options: ProgramOptions): void {
  const add = adder(program, options)
  const withPeriod = (command: Command) =>
    command
      .option('--from <day>', 'first day, as 2026-01-31, UTC (default: the first of the address)')
      .option('--to <day>', 'last day, UTC (default: today)')
      .option('--refresh', 'read the lists again')
  withPeriod(
    add(
      'statement <address>',
      'opening, in, out (fees included), the fees in it, and closing of each asset',
      statement,
    ),
  )
  withRowLimit(withPeriod(add('ledger <address>', 'every movement of each asset', ledger))).option(
    '--asset <asset>',
    'only this one: coin, a token’s address, or that and :id',
  )
}

function addSources(program: Command, options: ProgramOptions): void {
  const group = adder(program, options)('sources', 'the sources that are known', sources)
  const add = adder(group, options)
  add('add <url>', 'add an instance or a Pro account', addSource)
  add('use <source>', 'ask this one from now on', useSource)
  add('remove <source>', 'remove a source of your own', removeSource)
}

interface McpCommandOptions {
  readonly http?: number
  readonly allowLabels?: boolean
  readonly allowKeep?: boolean
  readonly with?: string
}

function addMcp(program: Command, options: ProgramOptions): void {
  const command = program
    .command('mcp')
    .description(
      'the same for language models: a server of the Model Context Protocol on stdin and stdout, or over HTTP',
    )
    .option(
      '--http <port>',
      'over HTTP on 127.0.0.1, 0 for any free port; each request needs the key in the variable CHAINGLASS_MCP_KEY',
      portOption,
    )
    .option('--allow-labels', 'let it set and remove labels of your watchlist; else it only reads')
    .option('--allow-keep', 'let it keep lists on this machine, which takes requests or credits')
    .option('--with <rpc>', 'the URL of the node that it may ask (default: your own node of the chain)')
  for (const option of sessionOptions()) command.addOption(option)
  command.action(async () => {
    const {
      allowLabels: allowsLabels = false,
      allowKeep: allowsKeeping = false,
      http: port,
      ...common
    } = command.optsWithGlobals<CommonOptions & McpCommandOptions>()
    // Loaded here, because no other command needs the protocol.
    const { serveMcp, serveMcpOverHttp } = await import('./mcp/serve-mcp.ts')
    const { stdin, stdout } = options
    const tools = { allowsLabels, allowsKeeping }
    const session = sessionOf(common, options)
    if (port === undefined) {
      await serveMcp({ session, tools, stdin, stdout })
      return
    }
    await serveMcpOverHttp({
      ...{ session, tools, port, key: options.env.CHAINGLASS_MCP_KEY },
      onReady: (url) => void options.output.write(`The MCP server is ready: ${url}\n`),
    })
  })
}

/** A command with its own options and help. */
function addApi(program: Command): void {
  program
    .command('api')
    .description('serve the Chain Data Read API: the sample chain, or any Ethereum node')
    .argument('[options...]', 'see chainglass api --help')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (_options: readonly string[], _given: unknown, command: Command) => {
      const [{ runApi }, { createNftMetadataFetcher }] = await Promise.all([
        import('#service/cli.ts'),
        import('#host/nft-metadata.ts'),
      ])
      const code = await runApi(command.args, { fetchMetadata: createNftMetadataFetcher() })
      if (code !== undefined) throw new ExitWithCode(code)
      // Runs until a signal ends the process.
      await new Promise(() => undefined)
    })
}

function addSelfTest(program: Command, { output, nodeWorker, version }: ProgramOptions): void {
  program
    .command('self-test')
    .description('try out what this installation needs; says it as JSON')
    .action(async () => {
      const { selfTest } = await import('#host/self-test.ts')
      const report = await selfTest(new URL('.', nodeWorker), version)
      await output.write(`${JSON.stringify(report, undefined, 2)}\n`)
      if (!report.ok) throw new ExitWithCode(1)
    })
}

function addCompletion(program: Command, { output }: ProgramOptions): void {
  program
    .command('completion')
    .description('a script that completes commands in your shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell: Shell) => output.write(completionScript(shell, program)))
}

const withRowLimit = (command: Command) =>
  command.option('--limit <rows>', 'at most so many rows', countOption, 50).option('--all', 'all rows')

const withOffline = (command: Command) =>
  command.option('--offline', 'only what is kept on this machine: no source is asked')

const withFields = (command: Command) =>
  command.option(
    '--fields <names>',
    'only these columns of its CSV, as hash,value,from; in JSON they are the members',
    namesOption,
  )

const withQuestion = (command: Command) =>
  withFields(command)
    .addHelpText('after', () => listsHelp() + wordsHelp('--where'))
    .option('--where <question>', 'only rows that match, in the filter language')
    .option('--filter <name=value...>', 'what the source filters by', pairOption)
    .option('--token', 'the address is a token: its lists, where the contract has some of that name as well')

/** Adds commands that use a core: a session is opened for each, and closed after it. */
function adder(parent: Command, options: ProgramOptions, shared = commonOptions) {
  const { output } = options
  return (
    usage: string,
    description: string,
    work: (context: CommandContext, ...given: never[]) => Promise<void>,
  ): Command => {
    const command = describeArguments(parent.command(usage).description(description))
    for (const option of shared()) command.addOption(option)
    return command.addHelpText('after', DATES_HELP).action(async (...all: unknown[]) => {
      const common = command.optsWithGlobals<CommonOptions>()
      const session = await openSession(sessionOf(common, options))
      try {
        const context = { session, output, format: formatOf(common) }
        // commander passes the command itself as the last argument.
        const given = all.slice(0, -1) as never[]
        const isSeveral = isVariadic(command) && all[0] === '-'
        const done = isSeveral
          ? runEach(context, options.stdin, (one, thing) => work(one, thing as never, ...given.slice(1)))
          : work(context, ...given)
        await Promise.race([done, session.lost])
      } finally {
        await session.close()
      }
    })
  }
}

const sessionOf = (common: CommonOptions, options: ProgramOptions): SessionOptions => ({
  dataDir: common.dataDir ?? defaultDataDir(options.env),
  source: common.source,
  isOffline: common.offline ?? false,
  rpcUrl: [common.with].flat()[0],
  sampleAt: common.sampleAt,
  version: options.version,
  nodeWorker: options.nodeWorker,
  signal: options.signal,
  log: (line) => {
    if (common.verbose) options.output.note(line)
  },
})

const sessionOptions = (): readonly Option[] => [
  new Option('--source <source>', 'the id, name or URL of a source (default: the one in use)'),
  new Option(
    '--data-dir <folder>',
    'where settings, sources, labels and rows are kept (default: that of the app)',
  ),
  new Option(
    '--sample-at <time>',
    'the sample chain as it was then, the same in every run (default: its newest block is made now)',
  ).argParser(timeOption),
  new Option('--verbose', 'write the log to stderr'),
]

function commonOptions(): readonly Option[] {
  const alone = FORMATS.filter((format) => format !== 'table')
  const formats = [
    new Option('--json', 'one JSON array'),
    new Option('--jsonl', 'one JSON object a line'),
    new Option('--csv', 'CSV with a line of names'),
    new Option('--excel', 'the same for Excel: it begins with a byte order mark'),
  ].map((option) => option.conflicts(alone.filter((format) => `--${format}` !== option.long)))
  return [...sessionOptions(), ...formats]
}

const formatOf = ({ json, jsonl, csv, excel }: CommonOptions): Format =>
  json ? 'json' : jsonl ? 'jsonl' : csv ? 'csv' : excel ? 'excel' : 'table'
