/** A walker over real HTTP and a real file, without the rest of the core. */
import { createApiClient } from '../../api-client/create-api-client.ts'
import { createArchive } from '../../archive/create-archive.ts'
import { createSources } from '../../sources/sources.ts'
import { openStore } from '../../store/open-store.ts'
import { createListWalker } from '../list-walker.ts'

/** `url`: of an instance, its only source. */
export function openWalker(folder: string, url: string) {
  const store = openStore({ dataDir: ':memory:' })
  const client = createApiClient({ userAgent: 'test', keyFor: () => Promise.resolve(undefined) })
  const archive = createArchive({ dataDir: folder, maxBytes: () => Infinity, isOn: () => true })
  const sources = createSources({
    store,
    sampleUrl: () => Promise.reject(new Error('no sample here')),
    followNode: () => Promise.reject(new Error('no node here')),
    keyState: () => ({ state: 'none' }),
  })
  const { id } = sources.add({
    kind: 'instance',
    name: 'Instance',
    baseUrl: url,
    auth: 'bearer',
    coin: { symbol: 'ETH', decimals: 18 },
  })
  return {
    walker: createListWalker({ client, sources, archive }),
    archive,
    source: id,
    close() {
      client.close()
      sources.close()
      archive.close()
      store.close()
    },
  }
}
