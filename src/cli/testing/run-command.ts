/** Runs a command in this process, and returns its output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { run } from '../run.ts'
import { builtProgram } from '#platform/testing/built-program.ts'

export interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface CommandOptions {
  /** The width of a terminal; by default a program reads the output. */
  readonly columns?: number
  /** Without colour by default. */
  readonly env?: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  /** None by default: stderr is then the same however slow the machine is. */
  readonly progressIntervalMs?: number
  readonly onStdout?: (text: string) => void
  readonly onStderr?: (text: string) => void
}

export async function runCommand(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  const [out, err] = [collect(options.onStdout), collect(options.onStderr)]
  const { columns } = options
  const code = await run(args, {
    version: '0.0.0',
    env: options.env ?? { NO_COLOR: '1' },
    signal: options.signal ?? new AbortController().signal,
    nodeWorker: pathToFileURL(builtProgram('node-worker')),
    stdin: Readable.from([]),
    stdout: columns === undefined ? out.stream : Object.assign(out.stream, { isTTY: true, columns }),
    stderr: columns === undefined ? err.stream : Object.assign(err.stream, { isTTY: true }),
    progressIntervalMs: options.progressIntervalMs ?? Infinity,
  })
  return { code, stdout: out.text(), stderr: err.text() }
}

/** Runs the built program as a separate process. `stdout`: a file for its output. */
export async function runProgram(args: readonly string[], stdout?: number): Promise<CommandResult> {
  const child = spawn(process.execPath, [builtProgram('cli'), ...args], {
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
    // Ends a process that hangs.
    timeout: 240_000,
    killSignal: 'SIGKILL',
  })
  const [out, err] = [collect(), collect()]
  child.stdout?.pipe(out.stream)
  child.stderr?.pipe(err.stream)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? -1, stdout: out.text(), stderr: withoutProgress(err.text()) }
}

/** A program on a slow machine prints progress on stderr. */
export const withoutProgress = (stderr: string) => stderr.replaceAll(/^So far: .*\n/gm, '')

function collect(onText?: (text: string) => void) {
  const stream = new PassThrough()
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (part: string) => {
    text += part
    onText?.(part)
  })
  return {
    stream,
    text: () => text + ((stream.read() as string | null) ?? ''),
  }
}
