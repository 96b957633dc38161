/** The calls `archive.*`. */
import type { archiveCalls } from '#shared/rpc/contract/archive.ts'
import type { Handlers } from '#shared/rpc/server.ts'
import type { Archive } from './create-archive.ts'

export const archiveHandlers = (archive: Archive): Pick<Handlers, keyof typeof archiveCalls> => ({
  'archive.status': () => archive.status(),
  'archive.forget': ({ source }) => {
    archive.forget(source)
    return null
  },
})
