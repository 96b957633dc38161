/** The indexer's threads, one per followed node. */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { NodeService } from '#core/core-ports.ts'
import type { StorageKind } from '#shared/errors/error-reasons.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import { splitSecretUrl } from '#platform/http/secret-url.ts'
import { removeSecrets } from '#platform/log/remove-secrets.ts'
import { createEmitter } from '#shared/emitter.ts'
import type { NodeStatus } from '#shared/node-status.ts'
import type { FromNodeWorker, NodeWorkerData, ToNodeWorker } from './node-worker.ts'

interface Thread {
  readonly url: Promise<string>
  readonly ended: Promise<void>
  status: NodeStatus | undefined
  post(message: ToNodeWorker): void
}

export interface NodeThreads extends NodeService {
  close(): Promise<void>
}

export interface NodeThreadsOptions {
  readonly dataDir: string
  /** The file of node-worker, built or source. */
  readonly worker: URL
  readonly log: (line: string) => void
}

/**
 * Objects read from a node are used once and dropped. By default V8 keeps up to 128 MB for them, which saves no time.
 * `npm run api` and the benchmark set the same limit with --max-semi-space-size, which is a third of this.
 */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 24 }

export function createNodeThreads(options: NodeThreadsOptions): NodeThreads {
  const threads = new Map<string, Thread>()
  const statuses = createEmitter<{ readonly rpcUrl: string; readonly status: NodeStatus }>()
  let mayDownload = true

  function start(node: { readonly rpcUrl: string; readonly abiDir?: string | undefined }): Thread {
    const workerData: NodeWorkerData = { ...node, dataDir: join(options.dataDir, 'nodes'), mayDownload }
    const worker = new Worker(options.worker, { workerData, resourceLimits: RESOURCE_LIMITS })
    const ready = Promise.withResolvers<string>()
    const ended = Promise.withResolvers<undefined>()
    ready.promise.catch(() => undefined)
    /** A node may repeat its URL's secrets in any text. */
    const { secrets } = splitSecretUrl(node.rpcUrl)
    const clean = (text: string) => removeSecrets(text, secrets)
    const thread: Thread = {
      url: ready.promise,
      ended: ended.promise,
      status: undefined,
      post: (message) => {
        worker.postMessage(message)
      },
    }
    const report = (reported: NodeStatus) => {
      const status = secrets.length === 0 ? reported : cleanStatus(reported, clean)
      thread.status = status
      statuses.emit({ rpcUrl: node.rpcUrl, status })
    }
    worker.on('message', (message: FromNodeWorker) => {
      if (message.kind === 'status') report(message.status)
      else if (message.kind === 'log') options.log(clean(message.line))
      else if (message.kind === 'ready') {
        report(message.status)
        ready.resolve(message.url)
      } else if (message.kind === 'failed') {
        options.log(`The node ${new URL(node.rpcUrl).host} can't be followed: ${clean(message.message)}`)
        ready.reject(new ChainglassFailure(asError(message.code, clean(message.message), node.rpcUrl)))
      }
    })
    worker.on('error', (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      options.log(`The indexer of ${new URL(node.rpcUrl).host} ended: ${clean(reason)}`)
    })
    worker.once('exit', () => {
      if (threads.get(node.rpcUrl) === thread) threads.delete(node.rpcUrl)
      ready.reject(new ChainglassFailure({ code: 'offline', reason: 'indexer_ended' }))
      ended.resolve(undefined)
    })
    return thread
  }

  return {
    async follow(node) {
      const thread = threads.get(node.rpcUrl) ?? start(node)
      threads.set(node.rpcUrl, thread)
      return await thread.url
    },
    status: (rpcUrl) => threads.get(rpcUrl)?.status,
    onStatus: (listener) =>
      statuses.on(({ rpcUrl, status }) => {
        listener(rpcUrl, status)
      }),
    pause: (rpcUrl) => threads.get(rpcUrl)?.post({ kind: 'pause' }),
    resume: (rpcUrl) => threads.get(rpcUrl)?.post({ kind: 'resume' }),
    allowDownloads(allowed) {
      mayDownload = allowed
      for (const thread of threads.values()) thread.post({ kind: 'allow-downloads', allowed })
    },
    async forget(rpcUrl) {
      const thread = threads.get(rpcUrl)
      thread?.post({ kind: 'forget' })
      await thread?.ended
    },
    async close() {
      const all = [...threads.values()]
      for (const thread of all) thread.post({ kind: 'close' })
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

/** Removes secrets from the texts of a status. Numbers and hashes are the chain's and stay unchanged. */
const cleanStatus = (status: NodeStatus, clean: (text: string) => string): NodeStatus => ({
  ...status,
  message: clean(status.message),
  texts: status.texts.map(({ id, values = {} }) => ({
    id,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
    ),
  })),
  node: status.node && { ...status.node, client: clean(status.node.client) },
})

const STORAGE: Readonly<Record<string, StorageKind>> = {
  newer_database: 'newer',
  locked_database: 'in_use',
  damaged_database: 'damaged',
  disk_full: 'full',
}

function asError(code: string, message: string, rpcUrl: string): ChainglassError {
  const { host } = new URL(rpcUrl)
  if (code === 'bad_url') return { code: 'invalid_input', field: 'rpcUrl', reason: 'bad_node_url' }
  if (code === 'no_node') return { code: 'offline', reason: 'node_unreachable', host }
  if (code === 'not_ethereum')
    return { code: 'bad_response', kind: 'not_a_page', reason: 'not_ethereum', host }
  const kind = STORAGE[code]
  return kind ? { code: 'storage', kind, target: 'node_index' } : { code: 'internal', reference: message }
}
