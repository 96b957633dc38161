import type { NodeSource, ReadySource, Source } from '#shared/source.ts'

export interface ServiceStarters {
  /** Starts the sample chain's service; resolves to its base URL. */
  readonly sampleUrl: () => Promise<string>
  /** Follows a node, if that is not done yet; resolves to the base URL of the API over its index. */
  readonly followNode: (node: Pick<NodeSource, 'rpcUrl' | 'abiDir'>) => Promise<string>
}

/** Makes a source ready for requests: starts its service where it is ours, at first need. */
export function createSourceStarter({ sampleUrl, followNode }: ServiceStarters) {
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
    if (source.kind === 'sample') return { ...source, baseUrl: await startSample() }
    if (source.kind === 'node')
      return { ...source, baseUrl: await followNode({ rpcUrl: source.rpcUrl, abiDir: source.abiDir }) }
    return source
  }
}
