/** Our own service, started when it is first asked for: the sample chain now, local nodes as they are followed. */
import type { Service } from '#service/http/server.ts'
import { nodeThreads, type NodeThreads, type NodeThreadsOptions } from './node-threads.ts'

export interface LocalServices {
  /** The sample chain's base URL. Rejects where no port can be had. */
  sampleUrl(): Promise<string>
  readonly nodes: NodeThreads
  close(): Promise<void>
}

export function localServices(options: NodeThreadsOptions): LocalServices {
  let sample: Promise<Service> | undefined
  const nodes = nodeThreads(options)

  return {
    nodes,
    async sampleUrl() {
      sample ??= startSample(options.log)
      return (await sample).url
    },
    async close() {
      await Promise.all([nodes.close(), sample?.then((service) => service.close())])
    },
  }
}

/** Loaded when first asked for: one who reads a remote instance never pays for it. */
async function startSample(log: (line: string) => void): Promise<Service> {
  const [{ createService }, { createSampleChain }] = await Promise.all([
    import('#service/http/server.ts'),
    import('#service/sample/sample-chain.ts'),
  ])
  // v12 is the richest of the dialects: sorting, and words for a list that is not ready.
  return createService({ reader: createSampleChain({ live: true }), dialect: 'v12', log })
}
