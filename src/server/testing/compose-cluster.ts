/**
 * deploy/compose.yaml without containers: the same commands, variables, scripts and configuration, with hosts, ports and
 * folders of this machine in the place of those of the containers.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { freePort } from '#platform/testing/free-port.ts'
import { ended } from '#service/indexer/testing/anvil.ts'
import { findPostgres, serverUser } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'

export const ROOT = join(import.meta.dirname, '../../..')
const DEPLOY = join(ROOT, 'deploy')

interface ComposeService {
  readonly command: readonly string[]
  readonly entrypoint?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export interface Running {
  readonly child: ChildProcess
  said: string
}

/** The services that containers have at these ports. */
const PORTS = {
  primary: 5432,
  replica: 5432,
  writer: 4000,
  'stand-by': 4000,
  'reader-1': 4000,
  'reader-2': 4000,
}
export type Name = keyof typeof PORTS | 'proxy'

type Ports = Readonly<Record<keyof typeof PORTS | 'http' | 'https', number>>

export class ComposeCluster {
  readonly ports: Ports
  readonly running = new Map<Name, Running>()
  readonly #folder = mkdtempSync(join(tmpdir(), 'chainglass-compose-'))
  readonly #variables: Readonly<Record<string, string>>
  readonly #services: Readonly<Record<Name, ComposeService>>
  readonly #image: readonly string[]
  /** PostgreSQL does not run as root. */
  readonly #user = serverUser()

  private constructor(variables: Readonly<Record<string, string>>, ports: Ports) {
    this.ports = ports
    this.#variables = variables
    const file = readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8')
    this.#services = (parse(file, { merge: true }) as { services: Record<Name, ComposeService> }).services
    this.#giveToServer(this.#folder)
    this.#image = buildImage(join(this.#folder, 'image'))
  }

  /** `variables`: what `deploy/.env` would hold. */
  static async create(variables: Readonly<Record<string, string>>): Promise<ComposeCluster> {
    const names = [...Object.keys(PORTS), 'http', 'https']
    const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const))
    const cluster = new ComposeCluster(variables, Object.fromEntries(ports) as Ports)
    cluster.#initialise()
    return cluster
  }

  async start(name: Name) {
    this.#run(name)
    const made = this.running.get(name)
    await until(`${name} is ready`, () => isReady(name, made), { seen: () => made?.said.slice(-2_000) })
  }

  async kill(name: Name) {
    const made = this.running.get(name)
    // The proxy passes SIGTERM on to its workers.
    if (made) await ended(made.child, name === 'proxy' ? 'SIGTERM' : 'SIGKILL')
  }

  async stop() {
    for (const [name, { child }] of [...this.running].toReversed())
      // PostgreSQL ends its own processes so.
      await ended(child, name === 'primary' || name === 'replica' ? 'SIGQUIT' : 'SIGTERM')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #run(name: Name) {
    const { command } = this.#services[name]
    if (name === 'primary') {
      this.#spawn(name, [...command, ...this.#place(name)], { PGDATA: this.#dataOf(name) }, this.#user)
    } else if (name === 'replica') {
      const [shell = '', script = ''] = this.#services[name].entrypoint ?? []
      mkdirSync(this.#dataOf(name), { recursive: true, mode: 0o700 })
      this.#giveToServer(this.#dataOf(name))
      const line = [shell, this.#copyScript(script), ...command, ...this.#place(name)]
      this.#spawn(name, line, { PGDATA: this.#dataOf(name) }, this.#user)
    } else if (name === 'proxy') {
      const file = this.#writeProxy()
      this.#spawn(
        name,
        command.map((arg) => (arg.endsWith('.cfg') ? file : arg)),
      )
    } else {
      const port = String(this.ports[name])
      const args = command.map((arg) => (arg === '4000' ? port : this.#substitute(arg)))
      this.#spawn(name, [...this.#image, ...args])
    }
  }

  #spawn(
    name: Name,
    [program = '', ...args]: readonly string[],
    more: Readonly<Record<string, string>> = {},
    user: ReturnType<typeof serverUser> = null,
  ) {
    const child = spawn(program, args, {
      ...user,
      cwd: this.#folder,
      env: { PATH, ...this.#environmentOf(name), ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const made: Running = { child, said: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (made.said += part.toString()))
    this.running.set(name, made)
  }

  /** Does what the image of PostgreSQL does before its first start. */
  #initialise() {
    const data = this.#dataOf('primary')
    const port = String(this.ports.primary)
    const env = {
      ...{ ...process.env, ...this.#environmentOf('primary') },
      ...{ PATH, PGDATA: data, PGHOST: this.#folder, PGPORT: port },
    }
    const call = (program: string, ...args: string[]) =>
      execFileSync(program, args, {
        ...{ ...this.#user, env, cwd: this.#folder },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    call(
      'initdb',
      '-D',
      data,
      '-U',
      'postgres',
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--no-sync',
    )
    const options = `-p ${port} -k ${this.#folder} -c listen_addresses= -c wal_level=replica`
    call('pg_ctl', '-D', data, '-o', options, '-l', join(this.#folder, 'log'), '-w', 'start')
    call('sh', this.#copyScript('primary.sh'))
    call('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
  }

  #writeProxy(): string {
    const tls = join(this.#folder, 'tls')
    mkdirSync(tls, { recursive: true })
    const made = ['-keyout', join(tls, 'site.pem.key'), '-out', join(tls, 'site.pem')]
    const certificate = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
    ]
    execFileSync('openssl', [...certificate, ...made], { stdio: 'ignore' })
    const file = join(this.#folder, 'haproxy.cfg')
    const text = this.#substitute(readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8'))
      .replace('bind :80', `bind 127.0.0.1:${String(this.ports.http)}`)
      .replace('bind :443', `bind 127.0.0.1:${String(this.ports.https)}`)
      .replace('/etc/haproxy/tls/', `${tls}/`)
    writeFileSync(file, text)
    return file
  }

  #environmentOf(name: Name): Record<string, string> {
    const given = Object.entries(this.#services[name].environment ?? {})
    return Object.fromEntries(given.map(([key, value]) => [key, this.#substitute(value)]))
  }

  /** Variables by their values, and hosts and ports of containers by those of this machine. */
  #substitute(text: string): string {
    const filled = text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
      const value = this.#variables[name]
      if (value === undefined) throw new Error(`${name} is not in deploy/env.example`)
      return value
    })
    return (Object.keys(PORTS) as (keyof typeof PORTS)[]).reduce((all, name) => {
      const [port, own] = [String(PORTS[name]), String(this.ports[name])]
      return all
        .replaceAll(new RegExp(`\\b${name}:${port}\\b`, 'g'), `127.0.0.1:${own}`)
        .replace(`host=${name} port=${port}`, `host=127.0.0.1 port=${own}`)
    }, filled)
  }

  #place(name: 'primary' | 'replica'): readonly string[] {
    return ['-p', String(this.ports[name]), '-k', this.#folder, '-c', 'listen_addresses=127.0.0.1']
  }

  /** The user of the server need not be able to read the checkout. */
  #copyScript(name: string): string {
    const copy = join(this.#folder, name)
    copyFileSync(join(DEPLOY, 'postgres', name), copy)
    this.#giveToServer(copy)
    return copy
  }

  #dataOf(name: Name): string {
    return join(this.#folder, name)
  }

  #giveToServer(path: string) {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid)
  }
}

const PATH = `${findPostgres() ?? ''}${delimiter}${process.env.PATH ?? ''}`

const READY: Readonly<Partial<Record<Name, RegExp>>> = {
  primary: /ready to accept connections/,
  replica: /ready to accept read-only connections/,
  proxy: /Loading success|Proxy web started|started/i,
}

function isReady(name: Name, made: Running | undefined): boolean {
  if (made === undefined) return false
  if (made.child.exitCode !== null) throw new Error(`${name} ended: ${made.said}`)
  return (READY[name] ?? /is ready: /).test(made.said)
}

/** Builds what deploy/Dockerfile puts into the image, as it does; gives its entry point. */
function buildImage(folder: string): readonly string[] {
  const text = readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')
  const build = present(/^RUN npx (vite build .*)$/m.exec(text)).split(' ')
  const [from, place] = present(/^COPY --from=build \/src\/(\S+ \S+)$/m.exec(text)).split(' ')
  execFileSync(
    join(ROOT, 'node_modules/.bin', build[0] ?? ''),
    [...build.slice(1), '--outDir', join(folder, 'dist')],
    { cwd: ROOT },
  )
  copyFileSync(join(ROOT, from ?? '', 'package.json'), join(folder, 'package.json'))
  const entry = JSON.parse(present(/^ENTRYPOINT (.*)$/m.exec(text))) as string[]
  return entry.map((part) => (part === 'node' ? process.execPath : part.replace(place ?? '', folder)))
}

function present(found: RegExpExecArray | null): string {
  if (found?.[1] === undefined) throw new Error('deploy/Dockerfile is not as it is read here')
  return found[1]
}
