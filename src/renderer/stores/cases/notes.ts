import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { $gettext } from '#shared/text/gettext.ts'
import { noteSubjectOfRow } from '#shared/note-subjects.ts'
import { listEndpoint, type ListId } from '#shared/lists/list-table.ts'
import type { NewNote, Note, NoteChange } from '#shared/rpc/contract/notes.ts'
import type { ChainglassError } from '#shared/errors/errors.ts'
import { useCore } from '#renderer/lib/use-core.ts'
import { useOpenCase } from './open-case.ts'
import { useSources } from '../sources.ts'
import { useToasts } from '../toasts.ts'

/** The person's own notes and those of the open case, from the core. Loaded after the first rows. */
export const useNotes = defineStore('notes', () => {
  const core = useCore()
  const sources = useSources()
  const toasts = useToasts()
  const openCase = useOpenCase()
  const all = shallowRef<ReadonlyMap<number, Note>>(new Map())

  function take(change: NoteChange) {
    if ('all' in change) {
      all.value = new Map(change.all.map((note) => [note.id, note]))
      return
    }
    const next = new Map(all.value)
    for (const id of change.removed) next.delete(id)
    for (const note of change.written) next.set(note.id, note)
    all.value = next
  }
  watch(
    () => openCase.id,
    (id, _before, onCleanup) => {
      onCleanup(core.subscribe('notes.changed', { case: id }, take))
    },
    { immediate: true, flush: 'sync' },
  )

  /** Notes by subject and chain; the note of the case comes first. */
  const bySubject = computed(() => {
    const found = new Map<string, readonly Note[]>()
    for (const note of all.value.values()) {
      const key = subjectKey(note.chain, note.about)
      const others = found.get(key) ?? []
      found.set(key, note.case === null ? [...others, note] : [note, ...others])
    }
    return found
  })
  const chainOf = (source: string) => sources.byId(source)?.chainId ?? source
  const about = (source: string, subject: string): readonly Note[] =>
    bySubject.value.get(subjectKey(chainOf(source), subject)) ?? []
  /** The note that a person edits: that of the open case, else the person's own. */
  const writable = (source: string, subject: string) =>
    about(source, subject).find(({ case: ofCase }) => ofCase === openCase.id)

  /** Saves a note. Returns the error, so that the caller can show it beside the field. */
  async function save(source: string, note: Omit<NewNote, 'chain'>): Promise<ChainglassError | undefined> {
    const response = await core.call('notes.save', {
      case: openCase.id,
      note: { ...note, chain: chainOf(source) },
    })
    return response.ok ? undefined : response.error
  }

  async function remove({ id, case: ofCase, madeAt, changedAt: _changedAt, ...note }: Note) {
    const response = await core.call('notes.remove', { id })
    if (!response.ok) {
      toasts.showError(response.error)
      return
    }
    toasts.show($gettext('The note is removed.'), async () => {
      const restored = await core.call('notes.save', { case: ofCase, note, madeAt })
      if (!restored.ok) toasts.showError(restored.error)
    })
  }

  return { all, about, writable, save, remove, finder: computed(() => finderOf(about, all.value)) }
})

const subjectKey = (chain: string, about: string) => `${chain} ${about}`

function finderOf(
  about: (source: string, subject: string) => readonly Note[],
  all: ReadonlyMap<number, Note>,
) {
  const hasRows = [...all.values()].some(({ about: subject }) => subject.includes(':'))
  const text = (source: string, subject: string) => {
    const notes = about(source, subject)
    return notes.length === 0 ? undefined : notes.map((note) => note.text).join('\n\n')
  }
  return { text, hasRows }
}

/** The subject of a note on a row; undefined for a transaction, whose note is about its hash. */
export function rowSubject(
  list: ListId,
  params: Readonly<Record<string, string>>,
  item: unknown,
): string | undefined {
  const endpoint = listEndpoint(list)
  if (endpoint.resource === 'transaction') return undefined
  return noteSubjectOfRow(list, params, endpoint.identity(item))
}
