/** Runs the service on its own (`npm run api`), for curl, for other programs and for tests. */
import { logToTerminal, terminalText, writeLine } from '#platform/log/terminal.ts'
import { replaceInvisible } from '#shared/text/hostile-text.ts'
import { HELP } from './cli-help.ts'
import { parseOptions, InvalidOption } from './cli-options.ts'
import { type ChainReader, type SuggestedAddress, NotServed } from './chain-reader.ts'
import { openChain, startWorker, verifyChain, type OpenOptions } from './open-chain.ts'
import type { ListenAddress } from './http/access/listen-address.ts'
import type { Answered } from './http/responder.ts'
import { createService, type Service } from './http/server.ts'

/** `fetchMetadata`: of a followed node's NFTs, where it lies elsewhere. `shared`: what `--database` needs. Gives the exit code; undefined while it serves. */
export async function runApi(
  args: readonly string[],
  given: Pick<OpenOptions, 'fetchMetadata' | 'shared'>,
): Promise<number | undefined> {
  let log: ServiceLog = TERMINAL_LOG
  try {
    const options = parseOptions(args, process.env)
    if (options === 'help') {
      writeLine(HELP)
      return 0
    }
    if (options.logsJson)
      log = createJsonLog((line) => {
        writeLine(line.trimEnd(), 'stderr')
      })
    if ('isWorker' in options.chain) {
      const worker = await startWorker(options.chain, { ...given, log: log.message })
      closeOnSignal(() => worker.close())
      return undefined
    }
    if (options.verify && 'rpcUrl' in options.chain) {
      const { lines, isWhole } = await verifyChain(options.chain, { ...given, log: logToTerminal })
      for (const line of lines) writeLine(line)
      return isWhole ? 0 : 1
    }
    const reader = await openChain(options.chain, { ...given, log: log.message })
    const service = await createService({
      reader: 'isWriter' in options.chain ? withoutPages(reader) : reader,
      port: options.port,
      ...(options.listen && { host: options.listen.address }),
      dialect: options.dialect,
      proKey: options.proKeys,
      trustedProxies: options.trustedProxies,
      corsOrigins: options.corsOrigins,
      log: log.message,
      ...(log.request && { onAnswered: log.request }),
      ...(options.requestsPerSecond !== undefined && { requestsPerSecond: options.requestsPerSecond }),
    })
    closeOnSignal(async () => {
      await service.close()
      await reader.close()
    })
    const isOpen = options.listen?.isLoopback === false
    if (options.listen && isOpen) log.message(warning(options.listen, service.port))
    const ready = `Chain Data Read API is ready: ${service.url}/api/v2 (dialect ${options.dialect})`
    if (options.logsJson) {
      log.message(ready)
      return undefined
    }
    writeLine(ready)
    writeLine(await welcome(service, reader, isOpen ? "-H 'x-api-key: KEY' " : ''))
    return undefined
  } catch (error) {
    const { message, code } = describeError(error)
    log.failure(message)
    return code
  }
}

const TERMINAL_LOG: ServiceLog = {
  message: logToTerminal,
  failure: (line) => {
    writeLine(line, 'stderr')
  },
}

/** The first signal closes; a terminal's Ctrl-C reaches this process twice, so a second one changes nothing. */
function closeOnSignal(end: () => Promise<void>) {
  let closing = false
  const close = async () => {
    if (closing) return
    closing = true
    await end()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close())
}

const warning = ({ address, isEvery }: ListenAddress, port: number) =>
  `Warning: whoever reaches ${isEvery ? 'any address of this machine' : address} at port ${String(port)} and has a key can read this, and keys and answers go over plain http, without TLS: put a proxy with TLS before it.`

/** A writer serves its health and figures only: what it does is not to wait for anybody's pages. */
function withoutPages(reader: ChainReader): ChainReader {
  const refuse = () => {
    throw new NotServed('This process writes the index. Ask one that reads it.')
  }
  return { ...reader, chain: reader.chain, suggestedAddresses: () => [], list: refuse, detail: refuse }
}

/** `header`: what a request in either form needs besides. */
async function welcome({ url }: Service, reader: ChainReader, header: string): Promise<string> {
  const { name, chainId } = reader.chain
  const suggestedAddresses = await reader.suggestedAddresses()
  const width = Math.max(0, ...suggestedAddresses.map((suggested) => suggested.name.length))
  const line = (suggested: SuggestedAddress) =>
    `  ${suggested.address}  ${terminalText(suggested.name).padEnd(width)}  ${terminalText(suggested.description)}`
  const [first] = suggestedAddresses
  const path = first === undefined ? 'transactions' : `addresses/${first.address}/transactions`
  return [
    '',
    `${terminalText(name)}, chain ${chainId}.${first === undefined ? '' : ' Worth looking at:'}`,
    ...suggestedAddresses.map(line),
    '',
    `  curl ${header}'${url}/api/v2/${path}'`,
    `  curl -H 'Authorization: Bearer KEY' '${url}/${chainId}/api/v2/${path}'`,
    '',
  ].join('\n')
}

/** The message to print, and the exit code. */
function describeError(error: unknown): { message: string; code: number } {
  if (error instanceof InvalidOption) return { message: `${error.message}\nTry --help.`, code: 2 }
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return { message: 'That port is in use: another --port, or none, will do.', code: 1 }
  if (code === 'EADDRNOTAVAIL') return { message: 'The address of --host is none of this machine.', code: 1 }
  if (code === 'EACCES') return { message: 'That port may not be used by this account.', code: 1 }
  return {
    message: `The service did not start: ${error instanceof Error ? error.message : String(error)}`,
    code: 1,
  }
}

interface ServiceLog {
  message(this: void, line: string): void
  /** Logs a failure that ends the process. */
  failure(this: void, line: string): void
  /** Absent where requests are not logged. */
  readonly request?: (this: void, answered: Answered) => void
}

/** The log as JSON Lines on stderr, for programs that collect it. */
function createJsonLog(write: (line: string) => void): ServiceLog {
  const log = (level: 'info' | 'error', event: string, fields: Readonly<Record<string, unknown>>) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`)
  }
  return {
    // The line may contain the words of nodes and servers.
    message: (line) => {
      log('info', 'message', { message: replaceInvisible(line.toWellFormed(), '\ufffd') })
    },
    failure: (line) => {
      log('error', 'failure', { message: replaceInvisible(line.toWellFormed(), '\ufffd') })
    },
    request: ({ route, method, path, status, ms, client, bytes, requestId }) => {
      log(status >= 500 ? 'error' : 'info', 'request', {
        route,
        method,
        path: replaceInvisible(path, '\ufffd'),
        status,
        client,
        bytes,
        request_id: requestId,
        ms: Math.round(ms * 100) / 100,
      })
    },
  }
}
