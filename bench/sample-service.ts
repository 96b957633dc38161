/** The sample chain's service in a thread: posts its URL. */
import { parentPort, workerData } from 'node:worker_threads'
import { createSampleChain } from '#service/sample/sample-chain.ts'
import { MAX_OWN_PAGE_SIZE } from '#shared/lists/filters.ts'
import { createService } from '#service/http/server.ts'

const reader = createSampleChain({ transactions: workerData as number })
const { url } = await createService({ reader, dialect: 'v12', maxPageSize: MAX_OWN_PAGE_SIZE })
parentPort?.postMessage({ url })
