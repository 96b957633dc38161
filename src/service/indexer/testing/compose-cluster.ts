/**
 * deploy/compose.yaml without containers: the same commands, variables, scripts and configuration, with hosts, ports and
 * folders of this machine in the place of those of the containers.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { ended, freePort } from './anvil.ts'
import { findPostgres, serverUser } from './postgres-server.ts'
import { until } from './until.ts'

export const ROOT = join(import.meta.dirname, '../../../..')
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

/** What containers have at these ports. */
const PORTS = {
  primary: 5432,
  replica: 5432,
  writer: 4000,
  'stand-by': 4000,
  'reader-1': 4000,
  'reader-2': 4000,
}
export type Name = keyof typeof PORTS | 'proxy'

export interface ComposeCluster {
  readonly ports: Readonly<Record<keyof typeof PORTS | 'http' | 'https', number>>
  readonly running: ReadonlyMap<Name, Running>
  readonly start: (name: Name) => Promise<void>
  readonly kill: (name: Name) => Promise<void>
  readonly stop: () => Promise<void>
}

/** `variables`: what `deploy/.env` would hold. */
export async function createComposeCluster(
  variables: Readonly<Record<string, string>>,
): Promise<ComposeCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'chainglass-compose-'))
  const user = serverUser()
  const ids = user ?? {}
  if (user) chownSync(folder, user.uid, user.gid)
  const names = [...Object.keys(PORTS), 'http', 'https'] as (keyof ComposeCluster['ports'])[]
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await freePort()] as const)),
  ) as ComposeCluster['ports']
  const { services } = parse(readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<Name, ComposeService>
  }
  const running = new Map<Name, Running>()

  const substitute = (text: string) =>
    Object.entries(PORTS).reduce(
      (all, [name, port]) =>
        all
          .replaceAll(
            new RegExp(`\\b${name}:${String(port)}\\b`, 'g'),
            `127.0.0.1:${String(ports[name as keyof typeof PORTS])}`,
          )
          .replace(
            `host=${name} port=${String(port)}`,
            `host=127.0.0.1 port=${String(ports[name as keyof typeof PORTS])}`,
          ),
      text.replaceAll(/\$\{(\w+):\?[^}]*\}/g, (_, name: string) => {
        if (variables[name] === undefined) throw new Error(`${name} is not in deploy/env.example`)
        return variables[name]
      }),
    )
  const environmentOf = (name: Name) =>
    Object.fromEntries(
      Object.entries(services[name].environment ?? {}).map(([key, value]) => [key, substitute(value)]),
    )

  function run(name: Name, [program = '', ...args]: readonly string[], env: object, owner: object = {}) {
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: `${findPostgres() ?? ''}${delimiter}${process.env.PATH ?? ''}`, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...owner,
    })
    const made: Running = { child, said: '' }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (made.said += part.toString()))
    running.set(name, made)
  }

  const image = buildImage(join(folder, 'image'))
  const dataOf = (name: Name) => join(folder, name)
  const postgresArgs = (name: 'primary' | 'replica') => [
    ...services[name].command,
    ...['-p', String(ports[name]), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
  ]

  /** What the image of PostgreSQL does before its first start. */
  function initialise() {
    const data = dataOf('primary')
    const env = {
      ...{ ...process.env, PATH: `${findPostgres() ?? ''}${delimiter}${process.env.PATH ?? ''}` },
      ...{ ...environmentOf('primary'), PGDATA: data, PGHOST: folder, PGPORT: String(ports.primary) },
    }
    const call = (program: string, ...args: string[]) =>
      execFileSync(program, args, { ...ids, env, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
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
    const options = `-p ${env.PGPORT} -k ${folder} -c listen_addresses= -c wal_level=replica`
    call('pg_ctl', '-D', data, '-o', options, '-l', join(folder, 'log'), '-w', 'start')
    call('sh', join(DEPLOY, 'postgres/primary.sh'))
    call('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
  }

  const starters: Readonly<Record<Name, () => void>> = {
    primary() {
      run('primary', postgresArgs('primary'), { ...environmentOf('primary'), PGDATA: dataOf('primary') }, ids)
    },
    replica() {
      const [shell = '', script = ''] = services.replica.entrypoint ?? []
      mkdirSync(dataOf('replica'), { recursive: true, mode: 0o700 })
      if (user) chownSync(dataOf('replica'), user.uid, user.gid)
      const command = [shell, join(DEPLOY, 'postgres', script), ...postgresArgs('replica')]
      run('replica', command, { ...environmentOf('replica'), PGDATA: dataOf('replica') }, ids)
    },
    writer: () => startService('writer'),
    'stand-by': () => startService('stand-by'),
    'reader-1': () => startService('reader-1'),
    'reader-2': () => startService('reader-2'),
    proxy() {
      const [program = '', ...args] = services.proxy.command
      run('proxy', [program, ...args.map((arg) => (arg.endsWith('.cfg') ? writeProxy() : arg))], {})
    },
  }

  function startService(name: keyof typeof PORTS) {
    const { command } = services[name]
    const args = command.map((arg) => (arg === '4000' ? String(ports[name]) : arg))
    run(name, [...image, ...args], environmentOf(name))
  }

  function writeProxy(): string {
    const tls = join(folder, 'tls')
    mkdirSync(tls, { recursive: true })
    const made = [
      '-subj',
      '/CN=localhost',
      '-keyout',
      join(tls, 'site.pem.key'),
      '-out',
      join(tls, 'site.pem'),
    ]
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...made], {
      stdio: 'ignore',
    })
    const file = join(folder, 'haproxy.cfg')
    const text = substitute(readFileSync(join(DEPLOY, 'haproxy.cfg'), 'utf8'))
      .replace('bind :80', `bind 127.0.0.1:${String(ports.http)}`)
      .replace('bind :443', `bind 127.0.0.1:${String(ports.https)}`)
      .replace('/etc/haproxy/tls/', `${tls}/`)
    writeFileSync(file, text)
    return file
  }

  initialise()
  return {
    ports,
    running,
    async start(name) {
      starters[name]()
      const made = running.get(name)
      await until(`${name} is ready`, () => isReady(name, made), { seen: () => made?.said.slice(-2_000) })
    },
    async kill(name) {
      const made = running.get(name)
      // Its workers hear of it.
      if (made) await ended(made.child, name === 'proxy' ? 'SIGTERM' : 'SIGKILL')
    },
    async stop() {
      for (const name of [...running.keys()].toReversed()) {
        const child = running.get(name)?.child
        // PostgreSQL ends its own processes so.
        if (child) await ended(child, name === 'primary' || name === 'replica' ? 'SIGQUIT' : 'SIGTERM')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

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
  execFileSync(join(ROOT, 'node_modules/.bin', build[0] ?? ''), [...build.slice(1), '--outDir', folder], {
    cwd: ROOT,
  })
  writeFileSync(
    join(folder, 'package.json'),
    present(/^RUN printf '(.*)\\n' > out\/node\/package\.json$/m.exec(text)),
  )
  const entry = JSON.parse(present(/^ENTRYPOINT (.*)$/m.exec(text))) as string[]
  const place = present(/^COPY --from=build \/src\/out\/node (\S+)$/m.exec(text))
  return entry.map((part) => (part === 'node' ? process.execPath : part.replace(place, folder)))
}

function present(found: RegExpExecArray | null): string {
  if (found?.[1] === undefined) throw new Error('deploy/Dockerfile is not as it is read here')
  return found[1]
}
