/** The rows that came with cases: in a file of their own, so that nothing a stranger wrote is among what one's sources said. */
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
  /** Made where there is none. `readAt`: when what is written next was read. */
  begin(): { readonly archive: Archive; readonly readAt: (time: number) => void }
  erase(): void
  close(): void
}

/** It is as large as the files that were opened. */
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
    // They are few, and whoever opens a case asks for all of them.
    while (archive.takeOver());
    return archive
  }
  function readAt(next: number) {
    time = next
  }
  const has = (file: string) => folder !== ':memory:' && existsSync(join(folder, file))
  /** What an earlier version wrote is as good. */
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
