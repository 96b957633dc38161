import { createExports, type ExportDeps } from './create-exports.ts'
import { exportHandlers, exportStreams, type ExportHost } from './export-handlers.ts'

export function exportDomain(deps: ExportDeps, host: ExportHost) {
  const exports = createExports(deps)
  return {
    exports,
    handlers: exportHandlers(exports, host),
    streams: exportStreams(exports),
    close: () => {
      exports.close()
    },
  }
}
