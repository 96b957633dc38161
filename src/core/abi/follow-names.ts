/** Gives stored rows the names that become known later, with the lowest priority. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CallsOf } from '../archive/calls-of-lists.ts'
import type { Archive } from '../archive/create-archive.ts'
import type { NameRow } from './call-names.ts'

interface FollowNamesDeps {
  readonly nameRow: NameRow
  readonly archives: () => readonly Archive[]
  /** Calls back when names are learnt: with the contract, or for all contracts. */
  readonly onLearnt: (listener: (of: CallsOf) => void) => () => void
  /** Called when rows of a list have new names. */
  readonly onRenamed: () => void
}

export function followNames({ nameRow, archives, onLearnt, onRenamed }: FollowNamesDeps): {
  readonly close: () => void
} {
  const waiting = new Map<string, CallsOf>()
  let running: Promise<void> | undefined
  let isClosed = false

  async function rename(of: CallsOf) {
    for (const archive of archives())
      for (const list of archive.calls(of)) {
        let isAnother = false
        for (const body of list.bodies()) {
          await nextTurn()
          if (isClosed) return
          isAnother = list.renew(body, (item) => nameRow(list.source, item)) || isAnother
        }
        if (isAnother) onRenamed()
      }
  }
  async function run() {
    try {
      for (const [key, of] of waiting) {
        waiting.delete(key)
        await rename(of)
      }
    } finally {
      running = undefined
    }
  }
  const stop = onLearnt((of) => {
    waiting.set(`${of.source ?? ''} ${of.address ?? ''}`, of)
    running ??= run()
  })
  return {
    close() {
      isClosed = true
      stop()
      waiting.clear()
    },
  }
}
