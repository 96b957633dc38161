import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { SourceNote, SourceView } from '#shared/rpc/contract/sources.ts'
import type { Source } from '#shared/source.ts'
import type { Spending } from '#shared/spending.ts'
import { describeError } from '#renderer/lib/format-error.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

/** The state of a source, from its last response: `182 ms · v12 · 4 of 5 requests left`. */
export function describeSourceState(source: SourceView): string {
  if (source.last && !source.last.ok) return describeError(source.last.error).title
  const { limit, remaining, credits } = source.limits
  const words = [
    source.last ? `${String(Math.round(source.last.ms))} ms` : undefined,
    source.dialect,
    remaining !== undefined && remaining >= 0
      ? `${formatCount(remaining)}${limit !== undefined && limit >= 0 ? ` of ${formatCount(limit)}` : ''} requests left`
      : undefined,
    credits === undefined ? undefined : `${formatCount(credits)} credits left`,
  ].filter((word) => word !== undefined)
  if (words.length > 0) return words.join(' · ')
  return source.kind === 'sample' ? 'always there, offline' : 'not used yet'
}

/** `96,300 credits left · today about 3,700: 2,400 looking, 1,300 polling · polling takes about 540 an hour`. */
export function describeSpending(spending: Spending | undefined, credits: number | undefined): string {
  const left = credits === undefined ? [] : [`${formatCount(credits)} credits left`]
  if (!spending) return left.join('')
  const { looking, polling, keeping } = spending.today
  const parts = [
    looking.credits > 0 ? `${formatCount(looking.credits)} looking` : undefined,
    polling.credits > 0 ? `${formatCount(polling.credits)} polling` : undefined,
    keeping.credits > 0 ? `${formatCount(keeping.credits)} keeping` : undefined,
  ].filter((part) => part !== undefined)
  const total = formatCount(looking.credits + polling.credits + keeping.credits)
  return [
    ...left,
    parts.length === 0 ? 'none spent today' : `today about ${total}: ${parts.join(', ')}`,
    ...(spending.pollingPerHour === undefined
      ? []
      : [`polling takes about ${formatCount(spending.pollingPerHour)} an hour`]),
  ].join(' · ')
}

export function describeKind(source: Source): string {
  switch (source.kind) {
    case 'sample':
      return 'Offline'
    case 'instance':
      return source.ownService === true ? 'Own service' : 'Instance'
    case 'pro':
      return 'Pro'
    case 'node':
      return 'Indexed here'
    case 'case':
      return 'Of a case'
  }
}

/** Something to know before a source is added. */
export function describeNote(note: SourceNote): string {
  if (note === 'key_needed') return 'It requires a key.'
  if (note === 'key_left_out')
    return 'The key in the link was left out and not kept: set it as the key of the source.'
  return note.kind === 'international_host'
    ? `The true name of this host is ${note.host}. Letters of other alphabets can look like Latin ones.`
    : `The path was left out: the API is at ${note.origin}.`
}

/** `Key set, ends 4f2a`. */
export const describeKey = (key: KeyState): string =>
  key.state === 'set' ? `Key set${key.ends === '' ? '' : `, ends ${key.ends}`}` : 'No key'
