/** A file that is written from its beginning on, or on from where it was left. */
import type { FileHandle } from 'node:fs/promises'
import { openForWriting } from '#platform/private-files.ts'

export interface FileOutput {
  /** Bytes that were given to it. */
  readonly offset: number
  write(this: void, part: string | Uint8Array): Promise<void>
  /** Everything that was given is on the disk then. */
  flush(this: void): Promise<void>
  /** What was not flushed may be lost. */
  close(this: void): Promise<void>
}

/** So much is put together before it is written. */
const BUFFER_BYTES = 256 * 1024

/** The file was not as long as it should be: what is missing was lost with the machine's power. */
export class ShortFileError extends Error {}

/** `offset`: what comes behind it goes; 0 begins the file. */
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
    // A write may take less than it was given: a disk that is nearly full does.
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
