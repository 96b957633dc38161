import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const MEMORY_FOLDER = '/dev/shm'
const PREFIX = 'chainglass-tests-'
/** What tests write at once is below 1 GB. */
const MIN_FREE_BYTES = 6 * 1024 ** 3

/**
 * Has this process, and those that it starts, put temporary files into memory where there is room for them, unless `TMPDIR`
 * says another place. Databases wait for the disk at each commit, thousands of times in all tests.
 */
export function useMemoryForTempFiles() {
  if (process.env.TMPDIR !== undefined || !hasRoomInMemory()) return
  removeLeft()
  const folder = mkdtempSync(join(MEMORY_FOLDER, `${PREFIX}${process.pid}-`))
  // As /tmp: PostgreSQL runs as another user where tests run as root.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

/** A run that was killed leaves its folder, which takes memory. */
function removeLeft() {
  for (const name of readdirSync(MEMORY_FOLDER).filter((name) => name.startsWith(PREFIX)))
    if (!existsSync(join('/proc', name.slice(PREFIX.length).split('-')[0] ?? '')))
      rmSync(join(MEMORY_FOLDER, name), { recursive: true, force: true })
}

function hasRoomInMemory() {
  if (process.platform !== 'linux' || !existsSync(MEMORY_FOLDER)) return false
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === MEMORY_FOLDER)
  // Programs that tests make are started there.
  if (!mount || mount[3]?.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES
}
