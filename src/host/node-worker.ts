/** Follows a node in a thread of its own: indexing is continuous work that must not delay any page. */
import { parentPort, workerData } from 'node:worker_threads'
import { followChain, type FollowedChain } from '#service/indexer/follow-chain.ts'
import { IndexError } from '#service/indexer/model/index-error.ts'
import { createService } from '#service/http/server.ts'
import { MAX_OWN_PAGE_SIZE } from '#shared/lists/filters.ts'
import type { NodeStatus } from '#shared/node-status.ts'
import { createNftMetadataFetcher } from './nft-metadata.ts'

export interface NodeWorkerData {
  readonly rpcUrl: string
  readonly dataDir: string
  readonly abiDir?: string | undefined
  /** Whether NFT metadata may be fetched from the servers that the chain names. */
  readonly mayDownload: boolean
}

export type FromNodeWorker =
  | { readonly kind: 'ready'; readonly url: string; readonly status: NodeStatus }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'status'; readonly status: NodeStatus }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'closed' }

export type ToNodeWorker =
  | { readonly kind: 'pause' | 'resume' | 'forget' | 'close' }
  | { readonly kind: 'allow-downloads'; readonly allowed: boolean }

const { rpcUrl, dataDir, abiDir, ...options } = workerData as NodeWorkerData
let { mayDownload } = options
const fetchMetadata = createNftMetadataFetcher()
const post = (message: FromNodeWorker) => {
  parentPort?.postMessage(message)
}
const log = (line: string) => {
  post({ kind: 'log', line })
}

let followed: FollowedChain
try {
  followed = await followChain({
    rpcUrl,
    dataDir,
    ...(abiDir === undefined ? {} : { abiDir }),
    fetchMetadata: (link) => (mayDownload ? fetchMetadata(link) : Promise.resolve(null)),
    log,
  })
} catch (error) {
  post({
    kind: 'failed',
    code: error instanceof IndexError ? error.code : 'internal',
    message: error instanceof Error ? error.message : 'The node could not be followed.',
  })
  process.exit()
}
// v12 has a notice (`meta`) for a list that waits for call frames, or that this node can't provide.
const service = await createService({
  reader: followed.reader,
  dialect: 'v12',
  maxPageSize: MAX_OWN_PAGE_SIZE,
  log,
})
followed.onStatus((status) => {
  post({ kind: 'status', status })
})
parentPort?.on('message', (message: ToNodeWorker) => {
  if (message.kind === 'pause') followed.pause()
  else if (message.kind === 'resume') followed.resume()
  else if (message.kind === 'allow-downloads') mayDownload = message.allowed
  else void stop(message.kind === 'forget')
})
post({ kind: 'ready', url: service.url, status: followed.status() })

async function stop(forget: boolean) {
  await service.close()
  await (forget ? followed.forget() : followed.close())
  post({ kind: 'closed' })
  process.exit()
}
