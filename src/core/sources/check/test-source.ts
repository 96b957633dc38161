/** Tests a source by one request with its key. */
import type { SourceTest } from '#shared/rpc/contract/sources.ts'
import { ChainglassFailure } from '#shared/errors/failure.ts'
import type { ReadySource, Source } from '#shared/source.ts'
import type { Sources } from '../sources.ts'

/** The part of the API client that a test needs: one cheap request, with only the given key. */
export interface SourceProbe {
  probe(
    source: ReadySource & { readonly key?: string | undefined },
    options: { readonly signal: AbortSignal },
  ): Promise<SourceTest>
}

export interface SourceTestDeps {
  readonly sources: Sources
  readonly client: SourceProbe
  readonly keys: { readonly keyFor: (source: Source) => Promise<string | undefined> }
}

/** Throws the source's own failure. In either case the result becomes the source's last response. */
export async function testSource(deps: SourceTestDeps, id: string, signal: AbortSignal): Promise<SourceTest> {
  const { sources, client, keys } = deps
  const source = await sources.ready(id)
  try {
    const key = await keys.keyFor(source)
    const { ms, dialect, limits } = await client.probe({ ...source, key }, { signal })
    const seen = dialect ? { dialect } : {}
    sources.report(id, { last: { ok: true, ms }, limits, ...seen })
    return { ms, limits, ...seen }
  } catch (error) {
    if (error instanceof ChainglassFailure && error.error.code !== 'cancelled') {
      sources.report(id, { last: { ok: false, error: error.error } })
    }
    throw error
  }
}
