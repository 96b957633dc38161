/** A link to a page about a thing, on the explorer a source belongs to. */
import type { Source } from './source.ts'

export type PageKind = 'address' | 'tx' | 'token' | 'block'

/** Undefined where the source has no pages of its own: our own service, the sample chain. */
export function explorerLink(source: Source, kind: PageKind, id: string): string | undefined {
  const form = source.explorer ?? (source.kind === 'instance' ? `${source.baseUrl}/{kind}/{id}` : undefined)
  return form?.replace('{kind}', kind).replace('{id}', encodeURIComponent(id))
}

/** What a person wrote as the form of a link, made whole: a bare site gets `/{kind}/{id}`. */
export function explorerForm(written: string): string {
  const text = written.trim()
  return text.includes('{id}') ? text : `${text.replace(/\/+$/, '')}/{kind}/{id}`
}
