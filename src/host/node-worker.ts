/** A followed node in a thread of its own: catching up is steady work that must not delay any page. */
import { parentPort, workerData } from 'node:worker_threads'
import { followChain, type FollowedChain } from '#service/indexer/follow-chain.ts'
import { IndexError } from '#service/indexer/model/index-error.ts'
import { createService } from '#service/http/server.ts'
import type { NodeStatus } from '#shared/node-status.ts'
import { nftMetadata } from './nft-metadata.ts'

export interface NodeWorkerData {
  readonly rpcUrl: string
  readonly dataDir: string
  readonly abiDir?: string | undefined
  /** Metadata of NFTs may be fetched from servers the chain names. */
  readonly fromElsewhere: boolean
}

export type FromNodeWorker =
  | { readonly kind: 'ready'; readonly url: string; readonly status: NodeStatus }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'status'; readonly status: NodeStatus }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'closed' }

export type ToNodeWorker =
  | { readonly kind: 'pause' | 'resume' | 'forget' | 'close' }
  | { readonly kind: 'from-elsewhere'; readonly allowed: boolean }

const { rpcUrl, dataDir, abiDir, ...given } = workerData as NodeWorkerData
let { fromElsewhere } = given
const fetchMetadata = nftMetadata()
const tell = (message: FromNodeWorker) => {
  parentPort?.postMessage(message)
}
const log = (line: string) => {
  tell({ kind: 'log', line })
}

let followed: FollowedChain
try {
  followed = await followChain({
    rpcUrl,
    dataDir,
    ...(abiDir === undefined ? {} : { abiDir }),
    fetchMetadata: (link) => (fromElsewhere ? fetchMetadata(link) : Promise.resolve(null)),
    log,
  })
} catch (error) {
  tell({
    kind: 'failed',
    code: error instanceof IndexError ? error.code : 'internal',
    message: error instanceof Error ? error.message : 'The node could not be followed.',
  })
  process.exit()
}
// v12: it has words (`meta`) for a list that waits for call frames or that this node can't give.
const service = await createService({ reader: followed.reader, dialect: 'v12', log })
followed.onStatus((status) => {
  tell({ kind: 'status', status })
})
parentPort?.on('message', (message: ToNodeWorker) => {
  if (message.kind === 'pause') followed.pause()
  else if (message.kind === 'resume') followed.resume()
  else if (message.kind === 'from-elsewhere') fromElsewhere = message.allowed
  else void end(message.kind === 'forget')
})
tell({ kind: 'ready', url: service.url, status: followed.status() })

async function end(forget: boolean) {
  await service.close()
  await (forget ? followed.forget() : followed.close())
  tell({ kind: 'closed' })
  process.exit()
}
