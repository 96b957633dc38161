import { EventEmitter } from 'node:events'
import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { ForkOptions } from 'electron'
import { app } from './app.ts'

export class UtilityProcess extends EventEmitter {
  private readonly child: ChildProcess

  constructor(entry: string, args: readonly string[], options: ForkOptions) {
    super()
    this.child = fork(entry, [...args], {
      execArgv: [
        ...['--import', join(import.meta.dirname, 'utility-shim.mjs')],
        ...(entry.includes('.asar') ? ['--import', join(import.meta.dirname, 'asar.mjs')] : []),
      ],
      serialization: 'advanced',
      env: { ...(options.env ?? process.env) },
      stdio: [
        'ignore',
        ...(options.stdio === 'pipe' ? ['pipe', 'pipe'] : ['inherit', 'inherit']),
        'ipc',
      ] as never,
    })
    this.child.on('spawn', () => this.emit('spawn'))
    this.child.on('message', (message) => this.emit('message', message))
    this.child.on('exit', (code) => this.emit('exit', code ?? 1))
  }
  get pid() {
    return this.child.pid
  }
  get stdout() {
    return this.child.stdout
  }
  get stderr() {
    return this.child.stderr
  }
  postMessage(message: unknown) {
    if (this.child.connected) this.child.send({ data: message, ports: [] })
  }
  kill() {
    return this.child.kill('SIGKILL')
  }
}

export const utilityProcess = {
  fork(entry: string, args: readonly string[] = [], options: ForkOptions = {}) {
    if (!app.isReady()) throw new Error('utilityProcess cannot be created before app is ready.')
    return new UtilityProcess(entry, args, options)
  },
}
