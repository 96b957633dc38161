/**
 * A machine of its own for a test, made of Linux's namespaces: its network, processes and folders of configuration are
 * apart, and end with it. What it has besides is that of the machine that runs the test, where Debian's packages are.
 */
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '#platform/testing/postgres-server.ts'
import { until } from '#service/indexer/testing/until.ts'

/** Their packages' files, which a machine begins without. */
const EMPTY = [
  ...['/etc/postgresql', '/var/lib/postgresql', '/var/log/postgresql', '/run', '/etc/systemd/system'],
  ...['/etc/haproxy', '/opt', '/etc/chainglass'],
]

/** As the package does it where it is installed. */
const APT_GET = `#!/bin/sh
case "$*" in *postgresql*) exec pg_createcluster --start VERSION main ;; esac
`

const NODE = '/opt/node'

/** Runs units as systemd does: with their variables, as nobody, started again when they end. */
const SYSTEMCTL = `#!/bin/sh
set -eu
for name in "$@"; do
  case "$name" in enable | restart | --now) continue ;; esac
  if [ "$name" = haproxy ]; then run='haproxy -W -db -f /etc/haproxy/haproxy.cfg'; as=''
  else
    case "$name" in *@*) unit="\${name%%@*}@.service" ;; *) unit="$name.service" ;; esac
    unit="/etc/systemd/system/$unit"
    run=$(sed -n 's/^ExecStart=//p' "$unit" | sed "s|/usr/bin/node|NODE|; s|%i|\${name##*@}|g")
    set -a; . "$(sed -n 's/^EnvironmentFile=//p' "$unit")"; set +a
    as='setpriv --reuid=65534 --regid=65534 --clear-groups'
  fi
  [ ! -e "/run/$name.pid" ] || kill -9 "-$(cat "/run/$name.pid")"
  setsid sh -c 'while :; do eval "$0 $1"; sleep 1; done' "$as" "$run" >"/var/log/postgresql/$name.log" 2>&1 </dev/null &
  echo $! >"/run/$name.pid"
done
`

/** Why there can be none on this machine; null if there can. */
export function whyNoMachine(): string | null {
  if (findPostgres() === null || !existsSync('/usr/bin/pg_createcluster')) return 'Debian’s PostgreSQL'
  for (const program of ['haproxy', 'ip', 'unshare', 'nsenter', 'curl', 'setpriv'])
    if (spawnSync(program, ['--version']).error) return program
  return spawnSync('unshare', ['--net', '--mount', '--pid', '--fork', 'true']).status === 0 ? null : 'root'
}

export class Machine {
  readonly pid: number
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(child: ChildProcess, pid: number, folder: string) {
    this.#child = child
    this.pid = pid
    this.#folder = folder
  }

  /** `folder`: what its commands begin in. */
  static async start(folder: string): Promise<Machine> {
    const version = findPostgres()?.split('/').at(-2) ?? ''
    const programs = join(folder, 'programs')
    mkdirSync(programs, { recursive: true })
    for (const [name, text] of Object.entries({ 'apt-get': APT_GET, systemctl: SYSTEMCTL })) {
      writeFileSync(join(programs, name), text.replace('VERSION', version).replace('NODE', NODE))
      chmodSync(join(programs, name), 0o755)
    }
    for (const path of EMPTY) mkdirSync(path, { recursive: true })
    const own = EMPTY.map((path) => `mount -t tmpfs tmpfs ${path}`)
    const owners = ['/var/lib/postgresql', '/var/log/postgresql', '/run/postgresql']
    const script = [
      ...['set -e', ...own, 'mkdir /run/postgresql', `chown postgres ${owners.join(' ')}`],
      // Whoever a unit runs as can read it there.
      ...['chmod 755 /opt /run', `touch ${NODE}`, `mount --bind ${process.execPath} ${NODE}`],
      ...['ip link set lo up', 'echo up', 'exec sleep infinity'],
    ].join('\n')
    const child = spawn(
      'unshare',
      ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child', 'sh', '-c', script],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (said += part.toString()))
    await until('the machine is up', () => said.includes('up\n'), { seen: () => said })
    const children = readFileSync(`/proc/${String(child.pid)}/task/${String(child.pid)}/children`, 'utf8')
    return new Machine(child, Number(children.trim()), folder)
  }

  /** Makes this one the switch of a network: the others are joined by it, each with its address, whichever ends. */
  connect(own: string, machines: readonly (readonly [Machine, string])[]): void {
    this.runNow('ip', 'link', 'add', 'switch', 'type', 'bridge')
    this.runNow('ip', 'address', 'add', `${own}/24`, 'dev', 'switch')
    this.runNow('ip', 'link', 'set', 'switch', 'up')
    for (const [at, [machine, address]] of machines.entries()) {
      const port = `port${String(at)}`
      execFileSync('ip', [
        ...['link', 'add', 'wire', 'netns', String(machine.pid), 'type', 'veth'],
        ...['peer', 'name', port, 'netns', String(this.pid)],
      ])
      this.runNow('ip', 'link', 'set', port, 'master', 'switch', 'up')
      machine.runNow('ip', 'address', 'add', `${address}/24`, 'dev', 'wire')
      machine.runNow('ip', 'link', 'set', 'wire', 'up')
    }
  }

  runNow(program: string, ...args: string[]): string {
    return execFileSync('nsenter', [...this.#entered(), program, ...args], { encoding: 'utf8' })
  }

  /** Runs a script as a person types it, with these variables; gives what it says on stdout. */
  async run(script: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const env = {
      ...process.env,
      ...variables,
      PATH: `${join(this.#folder, 'programs')}:${process.env.PATH ?? ''}`,
    }
    const { stdout } = await promisify(execFile)('nsenter', [...this.#entered(), 'sh', '-ec', script], {
      ...{ cwd: this.#folder, env, maxBuffer: 64 * 1024 * 1024 },
    })
    return stdout
  }

  /** Its program runs until the machine ends. */
  spawn(program: string, ...args: string[]): void {
    spawn('nsenter', [...this.#entered(), program, ...args], { stdio: 'ignore' })
  }

  /** Kills a unit, and does not start it again. */
  kill(unit: string): void {
    this.runNow('sh', '-c', `kill -9 "-$(cat /run/${unit}.pid)"`)
  }

  /** What its parts say. */
  logs(): Promise<string> {
    return this.run('tail --lines 3 /var/log/postgresql/*.log')
  }

  /** As a power cut does. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = new Promise((resolve) => this.#child.once('close', resolve))
    process.kill(this.pid, 'SIGKILL')
    await ended
  }

  #entered(): readonly string[] {
    return ['--target', String(this.pid), '--net', '--mount', '--pid', '--wd=.', '--']
  }
}
