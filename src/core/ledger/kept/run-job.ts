import type { Database } from '#platform/sqlite/database.ts'
import type { Job, JobResult, Removal } from './ledger-jobs.ts'
import { makeFromArchive, type MakeHooks } from './make-ledger.ts'
import type { MovementStore } from './movement-store.ts'

/** Runs one job. Jobs must not overlap. */
export async function runJob(
  store: MovementStore,
  archive: Database | undefined,
  job: Job,
  hooks: MakeHooks,
): Promise<JobResult> {
  if (job.verb === 'make' && archive) return makeFromArchive(store, archive, job, hooks)
  if (job.verb === 'remove') removeRows(store, job)
  if (job.verb === 'forget') {
    const { source, address } = job
    store.drop(
      store.ids(
        (ledger) =>
          (source === null || ledger.source === source) && (address === null || ledger.address === address),
      ),
    )
  }
  return null
}

function removeRows(store: MovementStore, { ledger, rows, bottom, top }: Removal) {
  store.database.transaction(() => {
    store.remove(ledger, new Set(rows), { bottom, top })
    const state = store.state(ledger)
    store.setState(ledger, { ...state, undone: [...new Set([...state.undone, ...rows])] })
  })
}
