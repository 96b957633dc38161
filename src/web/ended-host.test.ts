/**
 * Tests that the core ends with its host in any case, also a core that hears nothing because it is stopped or waits
 * for the disk.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtProgram } from '#platform/testing/built-program.ts'

let folder: string
let dataDir: string
let host: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chainglass-ended-'))
  dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  // A substitute for the built page.
  mkdirSync(join(folder, 'out', 'renderer'), { recursive: true })
  writeFileSync(join(folder, 'out', 'renderer', 'index.html'), '<!doctype html><title>Chainglass</title>')
  writeFileSync(join(folder, 'package.json'), '{"version":"0.0.0"}')
})
afterEach(() => {
  for (const pid of [...children(), host?.pid]) if (pid !== undefined) end(pid)
  rmSync(folder, { recursive: true })
})

function start() {
  host = spawn(process.execPath, [builtProgram('web'), '--no-open', '--data-dir', dataDir], {
    env: { ...process.env, CHAINGLASS_ROOT: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  host.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    host?.once('exit', (code) => {
      resolve({ code, said })
    })
  })
  return { ended }
}

/** The host's children; empty if it has ended. */
function children(): readonly number[] {
  const pid = String(host?.pid)
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function readCommandLine(pid: number | undefined): string {
  return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8')
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/** Whether a process runs; one that ended and was not reaped does not. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))
  } catch {
    return false
  }
}

const isLinux = process.platform === 'linux'

test.runIf(isLinux)('SIGTERM ends a host and its core, which hears nothing (needs /proc)', async () => {
  const { ended } = start()
  // Until a child runs its own program, its parent waits for it, and a stopped child never gets there.
  const started = () => children().filter((pid) => readCommandLine(pid) !== readCommandLine(host?.pid))
  await expect.poll(started, { interval: 5 }).toHaveLength(1)
  const [core = 0] = started()
  process.kill(core, 'SIGSTOP')
  host?.kill('SIGTERM')
  await ended
  expect(isRunning(core)).toBe(false)
})

test.runIf(isLinux).each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
])('%s in place of a file of the data folder is told, and ends both (needs mkfifo)', async (_what, make) => {
  for (const name of ['chainglass.sqlite', 'chainglass.sqlite-wal', 'chainglass.lock']) {
    const path = join(dataDir, name)
    make(path)
    const { ended } = start()
    expect(await ended).toEqual({
      code: 1,
      said: 'Where a file belongs there is something else.\n',
    })
    expect(children()).toEqual([])
    rmSync(dataDir, { recursive: true })
    mkdirSync(dataDir)
  }
})
