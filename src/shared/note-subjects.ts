/** The subject of a note as one text: an address, a transaction, or a row of a list. */
import { isListId, listEndpoint, type ListId } from './lists/list-table.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/
const TRANSACTION = /^0x[0-9a-f]{64}$/
const MAX_SUBJECT_LENGTH = 400

export type NoteSubjectKind = 'address' | 'transaction' | 'row'

/** Kinds whose rows are the same in every list: their identity contains a transaction, or a number of the chain. */
const SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'transfer',
  'internal-transaction',
  'block',
  'withdrawal',
  'log',
])

/**
 * The subject of a note about a row, from the row's identity in its list (`keys` of a page). Undefined if the
 * identity is too long to store.
 */
export function noteSubjectOfRow(
  list: ListId,
  params: Readonly<Record<string, string>>,
  key: string,
): string | undefined {
  const { resource } = listEndpoint(list)
  const lower = key.toLowerCase()
  if (resource === 'transaction') return TRANSACTION.test(lower) ? lower : undefined
  const of = Object.values(params).join('/').toLowerCase()
  const subject = SAME_EVERYWHERE.has(resource) ? `${resource}:${lower}` : `${list}:${of}:${lower}`
  return isNoteSubject(subject) ? subject : undefined
}

export const noteSubjectKind = (subject: string): NoteSubjectKind =>
  ADDRESS.test(subject) ? 'address' : TRANSACTION.test(subject) ? 'transaction' : 'row'

/** Whether an external text is a valid subject. */
export function isNoteSubject(text: string): boolean {
  if (text.length > MAX_SUBJECT_LENGTH) return false
  if (ADDRESS.test(text) || TRANSACTION.test(text)) return true
  const [, kind = ''] = /^([a-z-]+):[!-~]+$/.exec(text) ?? []
  return SAME_EVERYWHERE.has(kind) || isListId(kind)
}
