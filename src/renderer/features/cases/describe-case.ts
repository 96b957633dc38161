/** Cases in words. */
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
    pluralize(places, { one: 'place', many: 'places' }),
    pluralize(notes, { one: 'note', many: 'notes' }),
    ...(rows > 0 ? [`${pluralize(rows, { one: 'row', many: 'rows' })} of its own`] : []),
  ].join(' · ')
}

/** What a note is about, with whole hashes. */
export function describeSubject({ about }: Pick<Note, 'about'>): string {
  const kind = noteSubjectKind(about)
  if (kind === 'address') return `Address ${parseAddress(about)?.address ?? about}`
  if (kind === 'transaction') return `Transaction ${about}`
  const [list = '', ...rest] = about.split(':')
  return `${list.charAt(0).toUpperCase()}${list.slice(1).replaceAll('-', ' ')} ${rest.join(':').replace(/:+$/, '')}`
}

const THINGS: Readonly<Record<string, string>> = {
  address: 'Address',
  token: 'Token',
  tx: 'Transaction',
  block: 'Block',
}

/** A place as its view called it; one that was opened but never seen has no title, and is told by its path. */
export function describePlace({ path, title }: Pick<WorkspaceTab, 'path' | 'title'>): string {
  if (title !== '') return title
  const [, kind = '', hash = ''] = /^\/s\/[^/?#]+\/([a-z]+)\/([^/?#]+)/.exec(path) ?? []
  const thing = THINGS[kind]
  return thing === undefined ? pathOnSource(path) : `${thing} ${hash}`
}

/** Without the name that its source has in this window: that says nothing to a reader. */
export const pathOnSource = (path: string): string => path.replace(/^\/s\/[^/?#]+(?=\/)/, '')

export const describeChain = (chain: string): string => (/^\d+$/.test(chain) ? chainName(chain) : chain)

export const describeTime = (ms: number, zone: Zone): string =>
  formatFullTime(new Date(ms).toISOString(), zone)
