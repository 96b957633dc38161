/** One process for a data folder. Electron's call is synchronous, so this is made of files: a lock, and a letter box. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Lock {
  release(): void
}

/** Undefined where another process has it: that one gets our arguments. */
export function takeLock(folder: string, onSecond: (argv: string[], cwd: string) => void): Lock | undefined {
  const box = join(folder, 'stand-in-instance')
  mkdirSync(box, { recursive: true })
  const lock = join(box, 'pid')
  const owner = Number(read(lock))
  if (owner > 0 && owner !== process.pid && isAlive(owner)) {
    // Whole before it has its name: the owner opens a letter as soon as it sees one.
    const letter = join(box, String(process.pid))
    writeFileSync(letter, JSON.stringify([process.argv, process.cwd()]))
    renameSync(letter, `${letter}.letter`)
    return undefined
  }
  writeFileSync(lock, String(process.pid))
  const open = () => {
    for (const name of readdirSync(box).filter((name) => name.endsWith('.letter'))) {
      const text = read(join(box, name))
      rmSync(join(box, name), { force: true })
      onSecond(...(JSON.parse(text) as [string[], string]))
    }
  }
  const watcher = watch(box, open)
  watcher.unref()
  return {
    release() {
      watcher.close()
      rmSync(box, { recursive: true, force: true })
    },
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
