import { $gettext } from '#shared/text/gettext.ts'
import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { SourceNote, SourceView } from '#shared/rpc/contract/sources.ts'
import type { Source } from '#shared/source.ts'
import type { Spending } from '#shared/spending.ts'
import { describeError } from '#renderer/lib/format-error.ts'
import { describeQuota } from '#renderer/entities/source/describe-quota.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

/** The state of a source, from its last response: `182 ms · v12 · 4 of 5 requests left`. */
export function describeSourceState(source: SourceView): string {
  if (source.last && !source.last.ok) return describeError(source.last.error).title
  const words = [
    source.last ? `${String(Math.round(source.last.ms))} ms` : undefined,
    source.dialect,
    describeQuota(source.limits),
  ].filter((word) => word !== undefined)
  if (words.length > 0) return words.join(' · ')
  return source.kind === 'sample' ? $gettext('always there, offline') : $gettext('not used yet')
}

/** Texts for the removal of a source and its undo. Undo does not restore the key, because no copy is kept. */
export const describeRemoval = (name: string, keyGone: boolean): string =>
  keyGone
    ? $gettext('%{name} is removed, its key is forgotten.', { name })
    : $gettext('%{name} is removed.', { name })
export const describeReturn = (name: string, keyGone: boolean): string =>
  keyGone
    ? $gettext('%{name} is back; its key has to be set again.', { name })
    : $gettext('%{name} is back.', { name })

/** `96,300 credits left · today about 3,700: 2,400 looking, 1,300 polling · polling takes about 540 an hour`. */
export function describeSpending(spending: Spending | undefined, credits: number | undefined): string {
  const left =
    credits === undefined ? [] : [$gettext('%{credits} credits left', { credits: formatCount(credits) })]
  if (!spending) return left.join('')
  const { looking, polling, keeping } = spending.today
  const parts = [
    looking.credits > 0
      ? $gettext('%{credits} looking', { credits: formatCount(looking.credits) })
      : undefined,
    polling.credits > 0
      ? $gettext('%{credits} polling', { credits: formatCount(polling.credits) })
      : undefined,
    keeping.credits > 0
      ? $gettext('%{credits} keeping', { credits: formatCount(keeping.credits) })
      : undefined,
  ].filter((part) => part !== undefined)
  const total = formatCount(looking.credits + polling.credits + keeping.credits)
  return [
    ...left,
    parts.length === 0
      ? $gettext('none spent today')
      : $gettext('today about %{total}: %{parts}', { total, parts: parts.join(', ') }),
    ...(spending.pollingPerHour === undefined
      ? []
      : [
          $gettext('polling takes about %{credits} an hour', {
            credits: formatCount(spending.pollingPerHour),
          }),
        ]),
  ].join(' · ')
}

export function describeKind(source: Source): string {
  switch (source.kind) {
    case 'sample':
      return $gettext('Offline')
    case 'instance':
      return source.ownService === true ? $gettext('Own service') : $gettext('Instance')
    case 'pro':
      return $gettext('Pro')
    case 'node':
      return $gettext('Indexed here')
    case 'case':
      return $gettext('Of a case')
  }
}

/** A notice to show before a source is added. */
export function describeNote(note: SourceNote): string {
  if (note === 'key_needed') return $gettext('It requires a key.')
  if (note === 'key_left_out')
    return $gettext('The key in the link was left out and not kept: set it as the key of the source.')
  return note.kind === 'international_host'
    ? $gettext(
        'The true name of this host is %{host}. Letters of other alphabets can look like Latin ones.',
        { host: note.host },
      )
    : $gettext('The path was left out: the API is at %{origin}.', { origin: note.origin })
}

/** `Key set, ends 4f2a`. */
export const describeKey = (key: KeyState): string =>
  key.state !== 'set'
    ? $gettext('No key')
    : key.ends === ''
      ? $gettext('Key set')
      : $gettext('Key set, ends %{ends}', { ends: key.ends })
