/** The options of `npm run api`, read strictly: an error message says what is wrong with one. */
import { parseArgs } from 'node:util'
import { type Dialect, DIALECTS } from '#shared/lists/dialects.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { parseTime } from '#shared/targets/parse-time.ts'
import { DATA_DIR, DEFAULT_DIALECT } from './cli-help.ts'
import { MIN_KEY_LENGTH } from './http/access/api-keys.ts'
import { readNetwork } from './http/access/client-address.ts'
import { type ListenAddress, readListenAddress } from './http/access/listen-address.ts'
import { parseOrigin } from './http/cors.ts'
import { HIGHEST_BLOCK } from './indexer/model/chain-block.ts'

export interface CliOptions {
  readonly port: number
  /** Where to listen instead of 127.0.0.1. */
  readonly listen?: ListenAddress
  readonly dialect: Dialect
  readonly requestsPerSecond?: number
  /** Addresses and networks of proxies that say who asked them. */
  readonly trustedProxies: readonly string[]
  readonly proKeys: readonly string[]
  /** Websites that may read the answers. */
  readonly corsOrigins: readonly string[]
  /** The log is JSON Lines, with every request in it. */
  readonly logsJson?: true
  /** Compare the index with its node instead of serving it. */
  readonly verify?: true
  readonly chain: ChainOptions
}

/**
 * The chain that is served: the sample chain, the chain of a node, or the chain of an index that another process
 * writes. A worker serves none.
 */
export type ChainOptions = SampleOptions | NodeOptions | SharedOptions | WorkerOptions

interface SampleOptions {
  readonly seed?: string
  readonly transactions?: number
  readonly live: boolean
  /** Gives the time of the newest block, in ms since 1970; by default, it is made now. */
  readonly now?: () => number
}

export interface NodeOptions extends RpcTimeouts {
  readonly rpcUrl: string
  /** Further nodes of the same chain. */
  readonly moreRpcUrls?: readonly string[]
  readonly dataDir: string
  /** The URL of a PostgreSQL database that holds the index instead. */
  readonly database?: string
  /** The index is written, but its pages are not served. */
  readonly isWriter?: true
  readonly abiDir?: string
  readonly fromBlock?: number
  /** Only what names these addresses is indexed; in lower case. */
  readonly only?: readonly string[]
  /** While the index is far behind, its newest blocks are served from an index of their own. */
  readonly newestFirst?: true
  /** Calls inside transactions are not indexed. */
  readonly withoutTraces?: true
}

export interface SharedOptions {
  readonly isShared: true
  readonly database: string
  readonly chainId?: string
}

/** How long an answer of the node is waited for. */
interface RpcTimeouts {
  readonly requestTimeoutMs?: number
  readonly methodTimeoutsMs?: Readonly<Record<string, number>>
}

/** Blocks are read for an index that another process writes. */
export interface WorkerOptions extends RpcTimeouts {
  readonly isWorker: true
  readonly rpcUrl: string
  readonly moreRpcUrls?: readonly string[]
  readonly database: string
}

/**
 * `all`: follows the node and serves, or stands by; `writer` does the same without serving pages. `worker` reads blocks for
 * whoever writes.
 */
const ROLES = ['all', 'writer', 'reader', 'worker'] as const
type Role = (typeof ROLES)[number]

const MAX_NODES = 16
const MAX_ADDRESSES = 1_000

/** The message is a sentence for the person who typed the option. */
export class InvalidOption extends Error {}

/** Options that hold secrets, and the variables that they are read from where they are not given. */
const VARIABLES = { rpc: 'CHAINGLASS_RPC', database: 'CHAINGLASS_DATABASE', key: 'CHAINGLASS_KEYS' } as const

/** The options, or 'help'. `env`: see VARIABLES. Throws InvalidOption. */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): CliOptions | 'help' {
  const given = parse(args).values
  try {
    return readOptions(withVariables(given, env))
  } catch (error) {
    throw error instanceof InvalidOption ? new InvalidOption(nameVariables(error.message, given, env)) : error
  }
}

function withVariables(given: Values, env: Readonly<Record<string, string | undefined>>): Values {
  const listOf = (text: string | undefined) => text?.split(/\s+/).filter((each) => each !== '') ?? []
  const [rpc, key] = [listOf(env[VARIABLES.rpc]), listOf(env[VARIABLES.key])]
  const database = env[VARIABLES.database]?.trim() ?? ''
  return {
    // One file of variables serves all processes, and a reader asks no node.
    ...(rpc.length > 0 && given.role !== 'reader' && { rpc }),
    ...(database !== '' && { database }),
    ...(key.length > 0 && { key }),
    ...given,
  }
}

/** A message names what was set, without its value. */
function nameVariables(
  message: string,
  given: Values,
  env: Readonly<Record<string, string | undefined>>,
): string {
  return Object.entries(VARIABLES).reduce(
    (text, [option, variable]) =>
      given[option as keyof typeof VARIABLES] === undefined && env[variable] !== undefined
        ? text.replace(new RegExp(`--${option}\\b`), variable)
        : text,
    message,
  )
}

function readOptions(values: Values): CliOptions | 'help' {
  if (values.help) return 'help'
  const dialect = values.dialect ?? DEFAULT_DIALECT
  if (!isDialect(dialect)) {
    throw new InvalidOption(`--dialect is one of ${DIALECTS.join(', ')}, not "${dialect}".`)
  }
  const rate = values.rate === undefined ? undefined : Number(values.rate)
  if (rate !== undefined && !(values.rate?.trim() !== '' && rate > 0 && rate <= 1_000_000)) {
    throw new InvalidOption(`--rate is a number of requests a second above 0, not "${values.rate ?? ''}".`)
  }
  if (values.key?.some((key) => !/^[\x21-\x7e]+$/.test(key))) {
    throw new InvalidOption('--key is a text of visible ASCII characters without blanks.')
  }
  const listen = readListen(values)
  if (values.seed === '') throw new InvalidOption('--seed is a number or a text, not an empty one.')
  if (values.log !== undefined && values.log !== 'json')
    throw new InvalidOption(`--log is json, not "${values.log}".`)
  return {
    port: wholeNumber('port', values.port, 0, 65_535) ?? 0,
    ...(listen && { listen }),
    dialect,
    ...(rate !== undefined && { requestsPerSecond: rate }),
    trustedProxies: readProxies(values),
    proKeys: values.key ?? [],
    corsOrigins: (values.cors ?? []).map(readOrigin),
    ...(values.log !== undefined && { logsJson: true as const }),
    ...(values.verify && { verify: true as const }),
    chain: chainOptions(values),
  }
}

type Values = ReturnType<typeof parse>['values']

const OF_INDEX = ['rpc-timeout', 'abi', 'from-block', 'only', 'newest-first', 'no-traces', 'verify'] as const
const OF_SAMPLE = ['seed', 'transactions', 'live', 'sample-at'] as const
const OF_SERVING = ['port', 'host', 'dialect', 'cors', 'rate', 'trust-proxy', 'key'] as const

function refuse(values: Values, names: readonly (keyof Values)[], because: string) {
  const given = names.find((name) => values[name] !== undefined)
  if (given !== undefined) throw new InvalidOption(`--${given} ${because}`)
}

function chainOptions(values: Values): ChainOptions {
  const role = readRole(values)
  if (role === 'reader') return readerOptions(values)
  if (values.chain !== undefined) throw new InvalidOption('--chain goes with --role reader.')
  if (role === 'worker') return workerOptions(values)
  return values.rpc === undefined ? sampleOptions(values) : nodeOptions(values.rpc, values, role)
}

function readRole(values: Values): Role {
  const { role = 'all', database } = values
  if (!isRole(role)) throw new InvalidOption(`--role is one of ${ROLES.join(', ')}, not "${role}".`)
  if (database === undefined) {
    if (values.role !== undefined) throw new InvalidOption('--role goes with --database.')
    return role
  }
  if (!isDatabaseUrl(database))
    throw new InvalidOption(
      '--database is a URL as postgres://USER:PASSWORD@HOST/NAME; in a password, signs other than letters and digits are written as %40 for @.',
    )
  if (values['data-dir'] !== undefined)
    throw new InvalidOption('--data-dir and --database are two places for one index: give one of them.')
  return role
}

/**
 * Not where a sign of the password was left as it is: `/`, `?` or `#` ends it early, and what is behind would be the name of
 * a database, which messages tell.
 */
function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { username, password, hostname, pathname, search, hash } = new URL(text)
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part)
  } catch {
    return false
  }
  return hash === '' && !`${pathname}${search}`.includes('@')
}

function readerOptions({ database = '', chain, ...values }: Values): SharedOptions {
  refuse(values, ['rpc', ...OF_INDEX, ...OF_SAMPLE], 'does not go with --role reader.')
  if (chain !== undefined && !/^\d{1,20}$/.test(chain))
    throw new InvalidOption(`--chain is the number of a chain, not "${chain}".`)
  return { isShared: true, database, ...(chain !== undefined && { chainId: chain }) }
}

/** A worker takes no options about the index or about serving: they belong to the writer. */
function workerOptions(values: Values): WorkerOptions {
  const { rpc, database = '' } = values
  if (rpc === undefined)
    throw new InvalidOption('--role worker goes with --rpc: the node that it reads from.')
  const notOfWorkers = OF_INDEX.filter((name) => name !== 'rpc-timeout')
  refuse(values, [...notOfWorkers, ...OF_SERVING], 'does not go with --role worker.')
  const { rpcUrl, moreRpcUrls } = nodeOptions(rpc, values, 'all')
  return {
    isWorker: true,
    rpcUrl,
    ...(moreRpcUrls && { moreRpcUrls }),
    ...readRpcTimeouts(values['rpc-timeout']),
    database,
  }
}

function sampleOptions(values: Values): SampleOptions {
  refuse(values, ['data-dir', 'database', ...OF_INDEX], 'goes with --rpc.')
  const at = readSampleTime(values)
  return {
    live: values.live ?? false,
    ...(at !== undefined && { now: () => at }),
    ...(values.seed !== undefined && { seed: values.seed }),
    ...withTransactions(wholeNumber('transactions', values.transactions, 1, 1_000_000_000)),
  }
}

function readSampleTime({ 'sample-at': text, live }: Values): number | undefined {
  if (text === undefined) return undefined
  if (live) throw new InvalidOption('--sample-at stops the time, with --live it goes on: give one of them.')
  const time = parseTime(text)
  if (time == null)
    throw new InvalidOption(`--sample-at is a time as 2026-01-31 or 2026-01-31T12:00Z, not "${text}".`)
  return time
}

function nodeOptions(
  [rpcUrl = '', ...moreRpcUrls]: readonly string[],
  values: Values,
  role: Exclude<Role, 'reader' | 'worker'>,
): NodeOptions {
  const { 'data-dir': dataDir = DATA_DIR, abi } = values
  refuse(values, OF_SAMPLE, 'is of the sample chain, not of a node.')
  const urls = [rpcUrl, ...moreRpcUrls]
  if (!urls.every((url) => URL.canParse(url) && /^(?:https?|wss?):$/.test(new URL(url).protocol))) {
    throw new InvalidOption('--rpc begins with http://, https://, ws:// or wss://.')
  }
  if (new Set(urls.map((url) => new URL(url).href)).size < urls.length)
    throw new InvalidOption('--rpc names a node twice.')
  if (urls.length > MAX_NODES) throw new InvalidOption(`--rpc names at most ${String(MAX_NODES)} nodes.`)
  if (dataDir === '' || abi === '') throw new InvalidOption('--data-dir and --abi are folders.')
  if (values['newest-first'] && values.verify)
    throw new InvalidOption('--verify compares the whole index: it does not go with --newest-first.')
  const fromBlock = wholeNumber('from-block', values['from-block'], 0, HIGHEST_BLOCK)
  return {
    rpcUrl,
    ...(moreRpcUrls.length > 0 && { moreRpcUrls }),
    ...readRpcTimeouts(values['rpc-timeout']),
    dataDir,
    ...(values.database !== undefined && { database: values.database }),
    ...(role === 'writer' && { isWriter: true as const }),
    ...(abi !== undefined && { abiDir: abi }),
    ...(fromBlock !== undefined && { fromBlock }),
    ...(values.only !== undefined && { only: readAddresses(values.only) }),
    ...(values['newest-first'] && { newestFirst: true as const }),
    ...(values['no-traces'] && { withoutTraces: true as const }),
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
        host: { type: 'string' },
        log: { type: 'string' },
        rpc: { type: 'string', multiple: true },
        'rpc-timeout': { type: 'string', multiple: true },
        'data-dir': { type: 'string' },
        database: { type: 'string' },
        role: { type: 'string' },
        chain: { type: 'string' },
        abi: { type: 'string' },
        'from-block': { type: 'string' },
        only: { type: 'string', multiple: true },
        seed: { type: 'string' },
        transactions: { type: 'string' },
        live: { type: 'boolean' },
        'sample-at': { type: 'string' },
        verify: { type: 'boolean' },
        'newest-first': { type: 'boolean' },
        'no-traces': { type: 'boolean' },
        dialect: { type: 'string' },
        rate: { type: 'string' },
        'trust-proxy': { type: 'string', multiple: true },
        key: { type: 'string', multiple: true },
        cors: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Not with the value: it may be a key, or a URL with one in it.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
      throw new InvalidOption('There is a value without an option before it.')
    // The first sentence of the parser's message names the option; the others explain how to write a positional.
    throw new InvalidOption(
      error instanceof Error ? `${error.message.split(/\.\s/, 1)[0] ?? ''}.` : 'Wrong options.',
    )
  }
}

/** Where others reach the service, it must have a key, and none that is found by trying. */
function readListen({ host, key }: Values): ListenAddress | undefined {
  if (host === undefined) return undefined
  const listen = readListenAddress(host)
  if (!listen)
    throw new InvalidOption(`--host is an IP address of this machine, as 0.0.0.0 or ::1, not "${host}".`)
  if (listen.isLoopback) return listen
  if (key === undefined)
    throw new InvalidOption(
      `--host ${host} lets others reach the service: give it a --key, which they need for each request.`,
    )
  if (key.some(({ length }) => length < MIN_KEY_LENGTH))
    throw new InvalidOption(
      `--host ${host} lets others try keys: a --key has at least ${String(MIN_KEY_LENGTH)} characters then, as from openssl rand -hex 32.`,
    )
  return listen
}

const MAX_RPC_TIMEOUT_S = 3_600

function readRpcTimeouts(texts: readonly string[] = []): RpcTimeouts {
  const byMethod: Record<string, number> = {}
  let ofAll: number | undefined
  for (const text of texts) {
    const [, method, seconds = ''] = /^(?:([a-z]\w*_\w+)=)?(\d{1,4}(?:\.\d{1,3})?)$/i.exec(text) ?? []
    const isTwice = method === undefined ? ofAll !== undefined : byMethod[method] !== undefined
    if (!(Number(seconds) > 0 && Number(seconds) <= MAX_RPC_TIMEOUT_S) || isTwice)
      throw new InvalidOption(
        `--rpc-timeout is seconds up to ${String(MAX_RPC_TIMEOUT_S)}, or METHOD=SECONDS as eth_call=30, once for each method, not "${text}".`,
      )
    if (method === undefined) ofAll = Number(seconds) * 1_000
    else byMethod[method] = Number(seconds) * 1_000
  }
  return {
    ...(ofAll !== undefined && { requestTimeoutMs: ofAll }),
    ...(Object.keys(byMethod).length > 0 && { methodTimeoutsMs: byMethod }),
  }
}

function readAddresses(texts: readonly string[]): readonly string[] {
  if (texts.length > MAX_ADDRESSES)
    throw new InvalidOption(`--only names at most ${MAX_ADDRESSES.toLocaleString('en')} addresses.`)
  const addresses = texts.map((text) => {
    const found = parseAddress(text)
    if (!found) throw new InvalidOption(`--only is an address, 0x and 40 hexadecimal digits, not "${text}".`)
    if (found.checksum === 'wrong')
      throw new InvalidOption(
        `--only ${text} is mistyped: its capitals are not those of this address. In small letters it is taken as it is.`,
      )
    return found.address.toLowerCase()
  })
  const twice = addresses.find((address, index) => addresses.indexOf(address) < index)
  if (twice !== undefined) throw new InvalidOption(`--only names the address ${twice} twice.`)
  return addresses
}

function readProxies({ rate, 'trust-proxy': proxies = [] }: Values): readonly string[] {
  if (proxies.length > 0 && rate === undefined) throw new InvalidOption('--trust-proxy goes with --rate.')
  const wrong = proxies.find((text) => !readNetwork(text))
  if (wrong !== undefined)
    throw new InvalidOption(
      `--trust-proxy is the IP address of a proxy, or a network as 10.0.0.0/8, not "${wrong}".`,
    )
  return proxies
}

function readOrigin(text: string): string {
  const origin = parseOrigin(text)
  if (origin !== undefined) return origin
  throw new InvalidOption(`--cors is one website as http://localhost:3000, without a path, not "${text}".`)
}

function wholeNumber(name: string, text: string | undefined, min: number, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (/^\d{1,15}$/.test(text) && value >= min && value <= max) return value
  throw new InvalidOption(`--${name} is a whole number from ${String(min)} to ${String(max)}, not "${text}".`)
}

const withTransactions = (transactions: number | undefined) =>
  transactions === undefined ? {} : { transactions }

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text)
const isDialect = (text: string): text is Dialect => (DIALECTS as readonly string[]).includes(text)
