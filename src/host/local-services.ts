/** Our own service on this machine, for the sample chain and for followed nodes. Each is started at first use. */
import { MAX_OWN_PAGE_SIZE } from '#shared/lists/filters.ts'
import type { Service } from '#service/http/server.ts'
import { createNodeThreads, type NodeThreads, type NodeThreadsOptions } from './node-threads.ts'

export interface LocalServices {
  /** The base URL of the sample chain. Rejects if no port is free. */
  sampleUrl(): Promise<string>
  readonly nodes: NodeThreads
  close(): Promise<void>
}

interface LocalServicesOptions extends NodeThreadsOptions {
  /** The time of the sample chain's newest block, in ms since 1970; now, and with new blocks, by default. */
  readonly sampleAt?: number | undefined
}

export function createLocalServices(options: LocalServicesOptions): LocalServices {
  let sample: Promise<Service> | undefined
  const nodes = createNodeThreads(options)

  return {
    nodes,
    async sampleUrl() {
      sample ??= startSample(options)
      return (await sample).url
    },
    async close() {
      await Promise.all([nodes.close(), sample?.then((service) => service.close())])
    },
  }
}

/** Loaded at first use: with a remote instance it is never needed. */
async function startSample({ sampleAt, log }: LocalServicesOptions): Promise<Service> {
  const [{ createService }, { createSampleChain }] = await Promise.all([
    import('#service/http/server.ts'),
    import('#service/sample/sample-chain.ts'),
  ])
  // v12 has the most features of all dialects: sorting, and a notice for a list that is not ready.
  return createService({
    reader: createSampleChain({ live: true, ...(sampleAt !== undefined && { now: () => sampleAt }) }),
    dialect: 'v12',
    maxPageSize: MAX_OWN_PAGE_SIZE,
    log,
  })
}
