/** What a note is about, as one text: an address, a transaction, or a row of a list. */
import { isListId, listEndpoint, type ListId } from './lists/list-table.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/
const TRANSACTION = /^0x[0-9a-f]{64}$/
const MAX_SUBJECT_LENGTH = 400

export type NoteSubjectKind = 'address' | 'transaction' | 'row'

/** Rows that are the same row in every list of their kind: what identifies them holds a transaction, or a number of the chain. */
const SAME_EVERYWHERE: ReadonlySet<string> = new Set([
  'transfer',
  'internal-transaction',
  'block',
  'withdrawal',
  'log',
])

/** Of a row, by what identifies it in its list (`keys` of a page). Undefined where that is too long to be kept. */
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

/** Whether a text from outside is one. */
export function isNoteSubject(text: string): boolean {
  if (text.length > MAX_SUBJECT_LENGTH) return false
  if (ADDRESS.test(text) || TRANSACTION.test(text)) return true
  const [, kind = ''] = /^([a-z-]+):[!-~]+$/.exec(text) ?? []
  return SAME_EVERYWHERE.has(kind) || isListId(kind)
}
