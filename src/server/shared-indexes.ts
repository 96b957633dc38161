/** The implementation of `--database`: an index in PostgreSQL that any number of processes share. Loaded on demand. */
import type { SharedIndexes } from '#service/open-chain.ts'

export const sharedIndexes: SharedIndexes = {
  async read(options) {
    const { openSharedChain } = await import('./cluster/shared-chain.ts')
    return openSharedChain(options)
  },
  async followOrStandBy(options) {
    const { followOrStandBy } = await import('./cluster/stand-by.ts')
    return followOrStandBy(options)
  },
  async work(options) {
    const { BackfillWorker } = await import('./cluster/backfill-worker.ts')
    const worker = new BackfillWorker(options)
    await worker.start()
    return worker
  },
  async storage(database, log) {
    const { createPostgresStorage } = await import('./store/postgres-storage.ts')
    return createPostgresStorage(database, log)
  },
}
