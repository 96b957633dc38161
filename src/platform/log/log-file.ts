/**
 * A log file for problem reports, in the system's folder for logs, without keys and limited in size. On a full disk
 * only lines of the log are lost.
 */
import { lstatSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { appendPrivateFile, closeToOthers, makePrivateFolder } from '#platform/private-files.ts'
import { redact } from '#platform/log/redact.ts'

export interface LogFile {
  readonly path: string
  write(line: string): void
}

const MAX_BYTES = 1024 * 1024
const OLD_FILES = 3
const MAX_LINE_LENGTH = 2_000
const MAX_PER_SECOND = 100

export function createLogFile(folder: string, now: () => Date = () => new Date()): LogFile {
  const path = join(folder, 'chainglass.log')
  let bytes = sizeOf(path)
  closeOldFiles(path)
  let second = 0
  let inSecond = 0
  let lost = 0

  function append(line: string) {
    const text = `${now().toISOString()} ${line}\n`
    if (bytes + text.length > MAX_BYTES) {
      rotate(path)
      bytes = 0
    }
    makePrivateFolder(folder)
    appendPrivateFile(path, text)
    bytes += Buffer.byteLength(text)
  }

  return {
    path,
    write(line) {
      const current = Math.floor(now().getTime() / 1_000)
      if (current !== second) {
        second = current
        inSecond = 0
      }
      inSecond += 1
      if (inSecond > MAX_PER_SECOND) {
        lost += 1
        return
      }
      try {
        if (lost > 0) append(`${String(lost)} lines were not kept: too many at once, or no room for them.`)
        lost = 0
        append(redact(line, MAX_LINE_LENGTH))
      } catch {
        lost += 1
      }
    },
  }
}

/** `chainglass.log` becomes `chainglass.log.1`, and so on; the oldest is deleted. */
function rotate(path: string) {
  for (let n = OLD_FILES; n > 0; n--) {
    const from = n === 1 ? path : `${path}.${String(n - 1)}`
    try {
      renameSync(from, `${path}.${String(n)}`)
    } catch {
      // There is no such file yet.
    }
  }
}

/** Restricts the rights of log files of older versions, which did not. */
function closeOldFiles(path: string) {
  for (const end of ['', ...Array.from({ length: OLD_FILES }, (_, at) => `.${String(at + 1)}`)])
    try {
      closeToOthers(path + end)
    } catch {
      // The file is a link: nothing is written through it.
    }
}

function sizeOf(path: string): number {
  try {
    return lstatSync(path).size
  } catch {
    return 0
  }
}
