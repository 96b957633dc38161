/** The calls `archive.*`. */
import type { archiveCalls } from '#shared/rpc/contract/archive.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import type { Archive } from './create-archive.ts'

/** `beforeForget` stops everything that would read the data again. */
export const archiveHandlers = (
  archive: Archive,
  beforeForget: (source: string | null, address: string | undefined) => Promise<void>,
  /** Throws if the person has not chosen this folder. */
  checkChosen: (folder: string) => void,
): Pick<Handlers, keyof typeof archiveCalls> => ({
  'archive.status': () => archive.status(),
  'archive.forget': async ({ source, address }) => {
    await beforeForget(source, address)
    archive.forget(source, address)
    return null
  },
  'archive.move': async ({ folder }) => {
    if (folder !== null) checkChosen(folder)
    await archive.move(folder)
    return null
  },
})
