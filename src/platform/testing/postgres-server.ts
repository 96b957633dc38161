/**
 * Starts a PostgreSQL server for a test, from the system's packages: in a temporary folder, with its own socket and
 * port.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** `postgres://chainglass@127.0.0.1:PORT/postgres`. */
  readonly url: string
  /** The data directory. */
  readonly folder: string
  /** Ends the server as a power cut would. */
  readonly kill: () => void
  readonly start: () => void
  readonly stop: () => void
  /** Like `stop`, but keeps its files and its replicas. */
  readonly stopOne: () => void
  /** Freezes all its processes until `resume`: connections are accepted, but nothing is answered. */
  readonly pause: () => void
  readonly resume: () => void
  /** Puts this line of `pg_hba.conf` before the others, from the next start on. */
  readonly setAccess: (line: string) => void
  /** Adds a replica that follows the server and stops with it. */
  readonly addReplica: () => Promise<PostgresServer>
}

const ROOT = '/usr/lib/postgresql'

/** The folder with the programs of the newest version; null if there is none. */
export function findPostgres(): string | null {
  if (!existsSync(ROOT)) return null
  const versions = readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))
  return (
    versions.map((version) => join(ROOT, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ??
    null
  )
}

/**
 * `isDurable`: commits reach the disk, as in production. `within`: the parent of the server's folder. `settings`:
 * further options of the server.
 */
export async function startPostgres({
  isDurable = false,
  within = tmpdir(),
  settings = [],
}: { isDurable?: boolean; within?: string; settings?: readonly string[] } = {}): Promise<PostgresServer> {
  const bin = findPostgres()
  if (bin === null) throw new Error('PostgreSQL is not installed.')
  const root = mkdtempSync(join(within, 'chainglass-postgres-'))
  const user = serverUser()
  if (user) chownSync(root, user.uid, user.gid)
  const servers: { readonly stop: () => void }[] = []
  const stopAll = () => {
    for (const each of servers.toReversed()) each.stop()
    rmSync(root, { recursive: true, force: true })
  }

  function run(program: string, args: readonly string[]) {
    const { status, stderr, stdout } = spawnSync(join(bin ?? '', program), args, {
      encoding: 'utf8',
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: root,
      env: { ...process.env, PGUSER: 'chainglass' },
    })
    if (status !== 0) throw new Error(`${program}: ${stderr}${stdout}`)
  }

  async function serve(folder: string, prepare: (port: number) => void): Promise<PostgresServer> {
    const port = await freePort()
    prepare(port)
    const start = () => {
      // Tests kill a process, not a machine, so nothing has to reach the disk.
      const fsync = isDurable ? 'on' : 'off'
      const options = `-p ${String(port)} -k ${root} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=${fsync} ${settings.join(' ')}`
      run('pg_ctl', ['-D', folder, '-o', options, '-l', join(root, 'log'), '-w', 'start'])
    }
    const stopWith = (mode: 'fast' | 'immediate') => () => {
      signal(folder, 'SIGCONT')()
      if (existsSync(join(folder, 'postmaster.pid'))) run('pg_ctl', ['-D', folder, '-m', mode, '-w', 'stop'])
    }
    start()
    const stop = stopWith('immediate')
    servers.push({ stop })
    return {
      url: `postgres://chainglass@127.0.0.1:${String(port)}/postgres`,
      folder,
      kill: stop,
      start,
      stop,
      stopOne: stop,
      pause: signal(folder, 'SIGSTOP'),
      resume: signal(folder, 'SIGCONT'),
      setAccess(line) {
        const file = join(folder, 'pg_hba.conf')
        writeFileSync(file, `${line}\n${readFileSync(file, 'utf8')}`)
      },
      addReplica: () =>
        serve(join(root, `replica-${String(servers.length)}`), () => {
          const to = join(root, `replica-${String(servers.length)}`)
          const from = ['-h', '127.0.0.1', '-p', String(port)]
          run('pg_basebackup', [...from, '-D', to, '-R', '-X', 'stream', '-c', 'fast'])
        }),
    }
  }

  const folder = join(root, 'main')
  const server = await serve(folder, () => {
    mkdirSync(folder, { mode: 0o700 })
    if (user) chownSync(folder, user.uid, user.gid)
    run('initdb', ['-D', folder, '-A', 'trust', '-U', 'chainglass', '--no-sync', '-E', 'UTF8'])
  })
  return { ...server, stop: stopAll }
}

const signal = (folder: string, name: 'SIGSTOP' | 'SIGCONT') => () => {
  for (const pid of processesOf(folder)) {
    try {
      process.kill(pid, name)
    } catch (error) {
      // Those that serve a connection end with it, at any time.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** The main process of a data directory's server and its children; empty if it does not run. */
function processesOf(folder: string): number[] {
  const file = join(folder, 'postmaster.pid')
  const first = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
  if (first === 0 || !existsSync(`/proc/${String(first)}`)) return []
  const children = readFileSync(`/proc/${String(first)}/task/${String(first)}/children`, 'utf8')
  return [first, ...children.split(' ').filter(Boolean).map(Number)]
}

/** PostgreSQL does not run as root: then it gets an account of its own. Null for other users. */
export function serverUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
