/** Texts for the parts of a case: subjects of notes, places, chains, times. */
import { $gettext, $msgid, $nmsgid } from '#shared/text/gettext.ts'
import { HIDDEN, replaceInvisible } from '#shared/text/hostile-text.ts'
import type { CaseView } from '#shared/rpc/contract/cases.ts'
import type { Note } from '#shared/rpc/contract/notes.ts'
import { noteSubjectKind } from '#shared/note-subjects.ts'
import { chainName } from '#shared/chains.ts'
import type { WorkspaceTab } from '#shared/workspace/workspace.ts'
import { parseAddress } from '#shared/targets/parse-address.ts'
import { formatFullTime, type Zone } from '#renderer/lib/format-time.ts'
import { pluralize } from '#renderer/lib/format-number.ts'

export const describeCase = ({ places, notes, sources }: CaseView): string => {
  const rows = sources.reduce((sum, source) => sum + source.rows, 0)
  return [
    pluralize(places, $nmsgid('place', 'places')),
    pluralize(notes, $nmsgid('note', 'notes')),
    ...(rows > 0 ? [$gettext('%{rows} of its own', { rows: pluralize(rows, $nmsgid('row', 'rows')) })] : []),
  ].join(' · ')
}

/** Names of rows that are the same in every list of their kind. */
const ROWS = new Map([
  ['transfer', $msgid('Transfer %{row}')],
  ['internal-transaction', $msgid('Internal transaction %{row}')],
  ['block', $msgid('Block %{row}')],
  ['withdrawal', $msgid('Withdrawal %{row}')],
  ['log', $msgid('Log %{row}')],
])

/** The subject of a note, with full hashes. */
export function describeSubject({ about }: Pick<Note, 'about'>): string {
  const kind = noteSubjectKind(about)
  if (kind === 'address') return $gettext('Address %{hash}', { hash: parseAddress(about)?.address ?? about })
  if (kind === 'transaction') return $gettext('Transaction %{hash}', { hash: about })
  const [list = '', ...rest] = about.split(':')
  const row = rest.join(':').replace(/:+$/, '')
  const named = ROWS.get(list)
  if (named !== undefined) return $gettext(named, { row })
  return `${list.charAt(0).toUpperCase()}${list.slice(1).replaceAll('-', ' ')} ${row}`
}

const THINGS = new Map([
  ['address', $msgid('Address %{hash}')],
  ['token', $msgid('Token %{hash}')],
  ['tx', $msgid('Transaction %{hash}')],
  ['block', $msgid('Block %{hash}')],
])

/**
 * The title of a place, which may be that of a case from elsewhere: without invisible characters. A place that was never
 * shown has none and is described by its path.
 */
export function describePlace({ path, title }: Pick<WorkspaceTab, 'path' | 'title'>): string {
  if (title !== '') return replaceInvisible(title, HIDDEN)
  const [, kind = '', hash = ''] = /^\/s\/[^/?#]+\/([a-z]+)\/([^/?#]+)/.exec(path) ?? []
  const thing = THINGS.get(kind)
  return thing === undefined ? pathOnSource(path) : $gettext(thing, { hash })
}

/** A path without its source: the id of a source in this window means nothing to a reader of the report. */
export const pathOnSource = (path: string): string => path.replace(/^\/s\/[^/?#]+(?=\/)/, '')

export const describeChain = (chain: string): string => (/^\d+$/.test(chain) ? chainName(chain) : chain)

export const describeTime = (ms: number, zone: Zone): string =>
  formatFullTime(new Date(ms).toISOString(), zone)
