/** Our own service, started when it is first asked for: the sample chain now, local nodes as they are followed. */
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createService, type Service } from '#service/server.ts'

export interface LocalServices {
  /** The sample chain's base URL. Rejects where no port can be had. */
  sampleUrl(): Promise<string>
  close(): Promise<void>
}

export function localServices(options: {
  readonly dataDir: string
  readonly log: (line: string) => void
}): LocalServices {
  let sample: Promise<Service> | undefined

  return {
    async sampleUrl() {
      sample ??= createService({ reader: createSampleChain({ live: true }), log: options.log })
      return (await sample).url
    },
    async close() {
      await (await sample)?.close()
    },
  }
}
