/** Makes the columns of chunks that were written before there were any: one at a time, behind everything else. */
import type { Database } from '#platform/sqlite/database.ts'
import type { ChunkStore } from './chunk-store.ts'
import type { FileHolder } from './file-holder.ts'

/** Nothing was read or written for so long. */
const QUIET_MS = 500
/** Between two chunks, of which each takes a millisecond or two. */
const PAUSE_MS = 20

/** Returns whether there may be more. The queue is in the file: after a restart it goes on where it was. */
export function fillNext(database: Database, chunks: ChunkStore): boolean {
  const next = database.get<{ id: number }>('SELECT chunk_id AS id FROM chunks_without_columns LIMIT 1')
  if (!next) return false
  database.transaction(() => {
    chunks.addColumns(next.id)
    database.run('DELETE FROM chunks_without_columns WHERE chunk_id = ?', next.id)
  })
  return true
}

export function createColumnFiller(file: FileHolder, isOn: () => boolean) {
  let isDone = false
  let timer: NodeJS.Timeout | undefined
  const stopListening = file.onReplace(() => {
    isDone = false
  })

  function wait(ms: number) {
    clearTimeout(timer)
    timer = setTimeout(step, ms).unref()
  }
  function step() {
    const goesOn = isOn() ? file.use(({ lists }) => lists.workOn?.() ?? false) : undefined
    if (goesOn === true) wait(PAUSE_MS)
    else isDone = goesOn === false
  }
  return {
    /** Somebody uses the file: this waits until nobody does. */
    postpone() {
      if (!isDone) wait(QUIET_MS)
    },
    end() {
      isDone = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
