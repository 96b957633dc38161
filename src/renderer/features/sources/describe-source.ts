import type { KeyState } from '#shared/rpc/contract/key-state.ts'
import type { SourceView } from '#shared/rpc/contract/sources.ts'
import { describeError } from '#renderer/lib/format-error.ts'
import { formatCount } from '#renderer/lib/format-number.ts'

/** How a source is, from its last answer: `182 ms · v12 · 4 of 5 requests left`. */
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
  return source.kind === 'sample' ? 'always there, offline' : 'not asked yet'
}

/** What kind of source it is. */
export const kindWords = (source: Pick<SourceView, 'kind' | 'rpcUrl'>): string =>
  source.rpcUrl === undefined
    ? { sample: 'Offline', instance: 'Instance', pro: 'Pro', local: 'Own service' }[source.kind]
    : 'Indexed here'

/** `Key set, ends 4f2a`. */
export const describeKey = (key: KeyState): string =>
  key.state === 'set' ? `Key set${key.ends === '' ? '' : `, ends ${key.ends}`}` : 'No key'
