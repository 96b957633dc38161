import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { NodeSource, ReadySource, Source } from '#shared/source.ts'

export interface ServiceStarters {
  /** Starts the sample chain's service; resolves to its base URL. */
  readonly sampleUrl: () => Promise<string>
  /** Follows a node, unless it is followed already; resolves to the base URL of the API over its index. */
  readonly followNode: (node: Pick<NodeSource, 'rpcUrl' | 'abiDir'>) => Promise<string>
}

interface StarterDeps extends ServiceStarters {
  /** The whole URL of a source whose URL contains a secret. Rejects if the secret is gone. */
  readonly secretUrl: (id: string) => Promise<string>
}

/** Makes a source ready for requests: starts its service at first use, if it is ours. */
export function createSourceStarter({ sampleUrl, followNode, secretUrl }: StarterDeps) {
  let startedSample: Promise<string> | undefined

  async function startSample(): Promise<string> {
    startedSample ??= sampleUrl()
    try {
      return await startedSample
    } catch (error) {
      startedSample = undefined
      throw error
    }
  }

  return async (source: Source): Promise<ReadySource> => {
    if (source.kind === 'case') throw new ChainglassFailure({ code: 'offline', reason: 'source_of_case' })
    if (source.kind === 'sample') return { ...source, baseUrl: await startSample() }
    const url = source.hasSecretUrl === true ? await secretUrl(source.id) : undefined
    if (source.kind === 'node')
      return { ...source, baseUrl: await followNode({ rpcUrl: url ?? source.rpcUrl, abiDir: source.abiDir }) }
    return url === undefined ? source : { ...source, secretBaseUrl: url }
  }
}
