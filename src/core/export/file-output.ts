/** Writes a file from its beginning, or from a given offset. */
import type { FileHandle } from 'node:fs/promises'
import { openForWriting } from '#platform/private-files.ts'

export interface FileOutput {
  /** The length of the file in bytes: what was there when it was opened, and all that was given to `write`. */
  readonly offset: number
  write(this: void, part: string | Uint8Array): Promise<void>
  /** Makes everything that was written reach the disk. */
  flush(this: void): Promise<void>
  /** Closes the file. Unflushed data may be lost. */
  close(this: void): Promise<void>
}

/** Data is collected up to this size before it is written. */
const BUFFER_BYTES = 256 * 1024

/** The file is shorter than expected: a power failure lost its end. */
export class ShortFileError extends Error {}

/** `offset`: bytes after it are removed; 0 begins the file. */
export async function openOutput(path: string, offset: number): Promise<FileOutput> {
  const file = await openForWriting(path, offset === 0 ? 'new' : 'existing')
  try {
    if ((await file.stat()).size < offset) throw new ShortFileError('The file is shorter than it was.')
    await file.truncate(offset)
  } catch (error) {
    await file.close()
    throw error
  }
  return outputOver(file, offset)
}

function outputOver(file: FileHandle, start: number): FileOutput {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  let written = start

  async function drain() {
    const all = Buffer.concat(waiting, waitingBytes)
    waiting = []
    waitingBytes = 0
    // A write may take only a part of the data, for example on a nearly full disk.
    for (let from = 0; from < all.length;) {
      const { bytesWritten } = await file.write(all, from, all.length - from, written)
      from += bytesWritten
      written += bytesWritten
    }
  }

  return {
    get offset() {
      return written + waitingBytes
    },
    async write(part) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part
      waiting.push(bytes)
      waitingBytes += bytes.length
      if (waitingBytes >= BUFFER_BYTES) await drain()
    },
    async flush() {
      await drain()
      await file.datasync()
    },
    close: () => file.close(),
  }
}
