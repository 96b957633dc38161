/** The calls and events `export.*`. */
import type { AppInfo } from '#shared/rpc/contract/app.ts'
import type { exportCalls, exportEvents } from '#shared/rpc/contract/export.ts'
import { notFound } from '#shared/errors/failure.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Exports } from './create-exports.ts'

export interface ExportHost {
  readonly host: AppInfo['host']
  /** The core's own folder of exports, which it creates if it is missing. Throws `storage`. */
  readonly exportFolder: () => string
  /** Opens the system's dialog; null if the person cancelled. */
  readonly chooseFolder: () => Promise<unknown>
  /** Offers a file for download and returns its path on the host, which works once. */
  readonly offerFile: (file: string) => Promise<unknown>
}

export const exportHandlers = (
  exports: Exports,
  { host, exportFolder, chooseFolder, offerFile }: ExportHost,
): Pick<Handlers, keyof typeof exportCalls> => ({
  'export.start': async (request) => {
    // A page can't name a folder to write to.
    if (host !== 'electron') return { id: exports.start(request, exportFolder) }
    const folder = await chooseFolder()
    return typeof folder === 'string' ? { id: exports.start(request, () => folder) } : null
  },
  'export.pause': ({ id }) => (exports.pause(id), null),
  'export.resume': ({ id }) => (exports.resume(id), null),
  'export.remove': ({ id }) => (exports.remove(id), null),
  'export.download': async ({ id }) => {
    const file = exports.fileOf(id)
    const path = host === 'loopback' ? await offerFile(file) : undefined
    if (typeof path !== 'string') throw notFound('no_downloads')
    return { path }
  },
})

export const exportStreams = (exports: Exports): Pick<Streams, keyof typeof exportEvents> => ({
  'export.jobs': (_, emit) => {
    const stop = exports.onChange(emit)
    emit(exports.jobs())
    return stop
  },
})
