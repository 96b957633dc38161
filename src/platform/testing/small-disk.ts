/** A real file system of 5 MB (or another size) that a test can fill, if this user may mount one (root on Linux). */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly path: string
  /** Fills the disk except for `room` bytes, in whole pages of 4 kB. */
  fill(room?: number): void
  /** Makes room again; other files stay. */
  free(): void
  clear(): void
  unmount(): void
}

export const PAGE = 4_096
const FILLER = 'filler'

export interface DiskOptions {
  readonly megabytes?: number
  /** The owner; root by default. */
  readonly owner?: string
}

function mountSmallDisk({ megabytes = 5, owner = 'root' }: DiskOptions = {}): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const path = mkdtempSync(join(tmpdir(), 'chainglass-disk-'))
  const { status } = spawnSync('mount', [
    ...['-t', 'tmpfs', '-o', `size=${String(megabytes)}m,uid=${owner}`, 'tmpfs', path],
  ])
  if (status !== 0) {
    rmdirSync(path)
    return undefined
  }
  const stopWatching = unmountWhenEnded(path)
  const filler = join(path, FILLER)
  const free = () => {
    rmSync(filler, { force: true })
  }
  return {
    path,
    fill(room = 0) {
      free()
      const reserved = join(path, `${FILLER}-room`)
      if (room > 0) write(reserved, room)
      write(filler, Infinity)
      rmSync(reserved, { force: true })
    },
    free,
    clear() {
      for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true })
    },
    unmount() {
      spawnSync('umount', ['--lazy', path])
      rmdirSync(path)
      stopWatching()
    },
  }
}

/** Unmounts the disk after a test that was killed: a separate process waits for the end of the pipe between them. */
function unmountWhenEnded(path: string): () => void {
  const script = 'cat >/dev/null; umount --lazy "$1" && rmdir "$1"'
  const watching = spawn('sh', ['-c', script, 'sh', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  watching.unref()
  ;(watching.stdin as Socket).unref()
  return () => watching.stdin.end()
}

/** Writes up to `bytes`, or until the disk is full. */
function write(path: string, bytes: number) {
  const file = openSync(path, 'w', 0o600)
  const page = Buffer.alloc(PAGE, 0x2e)
  try {
    for (let written = 0; written < bytes;) written += writeSync(file, page)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

const probed = mountSmallDisk()
probed?.unmount()
export const canMount = probed !== undefined

/** Mounts a disk. Call it only if `canMount` is true. */
export function openSmallDisk(options?: DiskOptions): SmallDisk {
  const disk = mountSmallDisk(options)
  if (!disk) throw new Error('No file system could be mounted.')
  return disk
}

/**
 * Runs `attempt` with increasing room, page by page, until it succeeds, so that the disk is full once at each of its
 * writes. The disk is empty before each attempt and has room again after it. Returns the number of failures.
 */
export async function fillAtEachWrite(
  disk: SmallDisk,
  steps: {
    readonly prepare: () => unknown
    /** Returns whether it succeeded. */
    readonly attempt: () => boolean | Promise<boolean>
    /** Called when there is room again. */
    readonly check: (succeeded: boolean) => unknown
  },
): Promise<number> {
  for (let failures = 0; ; failures += 1) {
    disk.clear()
    await steps.prepare()
    disk.fill(failures * PAGE)
    const succeeded = await steps.attempt()
    disk.free()
    await steps.check(succeeded)
    if (succeeded) return failures
  }
}
