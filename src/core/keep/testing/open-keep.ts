/** Keep jobs over real HTTP and real files, without the rest of the core, for tests. */
import { createApiClient } from '../../api-client/create-api-client.ts'
import { createArchive } from '../../archive/create-archive.ts'
import { createSources } from '../../sources/sources.ts'
import { createSpendingLedger } from '../../sources/spending.ts'
import { openStore } from '../../store/open-store.ts'
import { Keep } from '../keep.ts'
import type { KeepIntervals } from '../job-queue.ts'
import { createKeepBudgets } from '../keep-budgets.ts'
import { keptLists, readKeptJobs } from '../keep-rows.ts'
import { createListPager } from '../../read/list-pager.ts'

const FOLLOWED = { sample: 3_600_000, node: 3_600_000, instance: 3_600_000, pro: 3_600_000 }
/** The program's intervals, shortened. */
const SOON: KeepIntervals = { startDelay: 0, check: 20, backoff: 20, maxBackoff: 200, follow: FOLLOWED }

export interface OpenKeepOptions {
  readonly folder: string
  /** The URL of an instance, the only source. */
  readonly url: string
  readonly now?: () => number
  readonly maxBytes?: () => number
  readonly isOn?: () => boolean
  readonly intervals?: Partial<KeepIntervals>
}

export function openKeep({ folder, url, now = Date.now, ...options }: OpenKeepOptions) {
  const store = openStore({ dataDir: folder })
  const spending = createSpendingLedger(store, now)
  const sources = createSources({
    store,
    sampleUrl: () => Promise.reject(new Error('no sample here')),
    followNode: () => Promise.reject(new Error('no node here')),
    keyState: () => ({ state: 'none' }),
  })
  const client = createApiClient({
    userAgent: 'test',
    keyFor: () => Promise.resolve(undefined),
    log: (entry) => {
      if (entry.event === 'response') spending.count({ ...entry, holder: entry.source })
    },
  })
  const coin = { symbol: 'ETH', decimals: 18 }
  const source =
    sources.all().find((one) => one.kind === 'instance' && one.baseUrl === url)?.id ??
    sources.add({ kind: 'instance', name: 'Instance', baseUrl: url, auth: 'bearer', coin }).id
  const jobs = readKeptJobs(store, () => true)
  const archive = createArchive({
    dataDir: folder,
    maxBytes: options.maxBytes ?? (() => Infinity),
    isOn: options.isOn ?? (() => true),
    keptLists: () => keptLists(jobs),
  })
  const pager = createListPager({
    client,
    sources,
    archives: { archive, of: () => archive, throwAway: () => () => undefined },
  })
  const budgets = createKeepBudgets(store, sources, spending)
  const intervals = { ...SOON, ...options.intervals }
  const log = (line: string) => process.stderr.write(`${line}\n`)
  const keep = new Keep({ store, archive, sources, pager, budgets, jobs, intervals, now, log })
  return {
    keep,
    store,
    pager,
    archive,
    budgets,
    sources,
    source,
    close() {
      keep.close()
      client.close()
      sources.close()
      archive.close()
      spending.flush()
      store.close()
    },
  }
}
