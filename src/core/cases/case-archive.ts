/**
 * The rows that came with cases, in a separate file: a stranger's rows must not mix with the data of the person's
 * sources.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from '#platform/private-files.ts'
import { ARCHIVE_FILE } from '../archive/archive-file.ts'
import { createArchive, type Archive } from '../archive/create-archive.ts'
import { EARLIER_FILE } from '../archive/earlier-archive.ts'

const CASE_FOLDER = 'cases'

export interface CaseArchive {
  /** Undefined while no case has brought rows. */
  open(): Archive | undefined
  /** Creates the file if there is none. `readAt` sets the read time of the next rows. */
  begin(): { readonly archive: Archive; readonly readAt: (time: number) => void }
  erase(): void
  close(): void
}

/** No limit: the archive of cases grows with the case files a person opens. */
const MAX_BYTES = Number.MAX_SAFE_INTEGER

export function createCaseArchive(dataDir: string): CaseArchive {
  const folder = dataDir === ':memory:' ? dataDir : join(dataDir, CASE_FOLDER)
  let archive: Archive | undefined
  let time = 0

  function create(): Archive {
    if (folder !== ':memory:') makePrivateFolder(folder)
    archive ??= createArchive({
      dataDir: folder,
      maxBytes: () => MAX_BYTES,
      isOn: () => true,
      now: () => time,
    })
    // A case has few rows, and opening it reads all of them.
    while (archive.takeOver());
    return archive
  }
  function readAt(next: number) {
    time = next
  }
  const has = (file: string) => folder !== ':memory:' && existsSync(join(folder, file))
  /** A file of an earlier version counts too. */
  const isThere = () => has(ARCHIVE_FILE) || has(EARLIER_FILE)

  return {
    open: () => archive ?? (isThere() ? create() : undefined),
    begin: () => ({ archive: create(), readAt }),
    erase() {
      if (archive || isThere()) create().erase()
    },
    close() {
      archive?.close()
    },
  }
}
