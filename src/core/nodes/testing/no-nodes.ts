import type { NodeService } from '../../core-ports.ts'

/** A host that follows no node, for tests that are about something else. */
export const noNodes: NodeService = {
  follow: () => Promise.reject(new Error('no node here')),
  status: () => undefined,
  onStatus: () => () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  allowDownloads: () => undefined,
  forget: () => Promise.resolve(),
}
