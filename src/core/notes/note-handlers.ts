/** The calls and events `notes.*`. */
import type { noteCalls, noteEvents } from '#shared/rpc/contract/notes.ts'
import type { Handlers, Streams } from '#shared/rpc/server.ts'
import type { Notes } from './notes.ts'

/** `checkCase` throws if the case is gone or read-only. */
export const noteHandlers = (
  notes: Notes,
  checkCase: (id: number) => void,
): Pick<Handlers, keyof typeof noteCalls> => ({
  'notes.save': ({ case: ofCase, note, madeAt }) => {
    if (ofCase !== null) checkCase(ofCase)
    return notes.save(ofCase, note, madeAt)
  },
  'notes.remove': ({ id }) => {
    const { case: ofCase } = notes.get(id)
    if (ofCase !== null) checkCase(ofCase)
    notes.remove(id)
    return null
  },
})

export const noteStreams = (notes: Notes): Pick<Streams, keyof typeof noteEvents> => ({
  'notes.changed': ({ case: ofCase }, emit) => {
    const isMeant = (of: number | null) => of === null || of === ofCase
    const all = () => {
      emit({ all: [...notes.list(null), ...(ofCase === null ? [] : notes.list(ofCase))] })
    }
    all()
    return notes.onChange((change) => {
      if ('reset' in change) all()
      else if ('written' in change) {
        if (isMeant(change.written.case)) emit({ written: [change.written], removed: [] })
      } else if (isMeant(change.removed.case)) emit({ written: [], removed: [change.removed.id] })
    })
  },
})
