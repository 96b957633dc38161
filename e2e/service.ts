/** Our own service over a sample chain of a given length, in the test's process, on a real HTTP port. */
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { createService } from '../src/service/http/server.ts'
import type { Dialect } from '../src/shared/lists/dialects.ts'

/** The id of the source that the app adds for this URL: host and port, with dashes. */
export const sourceIdOf = (url: string) => new URL(url).host.replace(/[^a-z0-9]+/g, '-')

export interface StartedService {
  readonly url: string
  /** The id a source gets when the app is started on this URL. */
  readonly sourceId: string
  readonly busiest: string
  readonly suggestedAddresses: readonly {
    readonly address: string
    readonly name: string
    readonly description: string
  }[]
  close(): Promise<void>
}

export async function startService(
  options: {
    transactions?: number
    dialect?: Dialect
    requestsPerSecond?: number
    port?: number
    live?: boolean
    /** The chain's clock, in ms since 1970. A spec that sets it forward makes blocks. */
    now?: () => number
  } = {},
): Promise<StartedService> {
  const reader = createSampleChain({
    seed: 1,
    transactions: options.transactions ?? 1_234,
    live: options.live ?? false,
    ...(options.now ? { now: options.now } : {}),
  })
  const service = await createService({
    reader,
    dialect: options.dialect ?? 'v12',
    ...(options.port === undefined ? {} : { port: options.port }),
    ...(options.requestsPerSecond === undefined ? {} : { requestsPerSecond: options.requestsPerSecond }),
  })
  const suggestedAddresses = reader.suggestedAddresses()
  return {
    url: service.url,
    sourceId: sourceIdOf(service.url),
    busiest: suggestedAddresses[0]!.address,
    suggestedAddresses,
    close: () => service.close(),
  }
}

/** An address of the sample chain, by the name it is suggested under. Throws where there is none. */
export function suggestedAddress(
  of: Pick<StartedService, 'suggestedAddresses'>,
  name: string,
): { readonly address: string } {
  const found = of.suggestedAddresses.find((one) => one.name === name)
  if (!found)
    throw new Error(
      `The sample chain has no ${name}: ${of.suggestedAddresses.map((one) => one.name).join(', ')}`,
    )
  return found
}
