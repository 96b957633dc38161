/** Makes links to the pages of a source's explorer. */
import type { InstanceSource, Source } from '../source.ts'

export type PageKind = 'address' | 'tx' | 'token' | 'block'

/**
 * Undefined if the source has no pages (our own service, the sample chain), or none over https: no other link is
 * opened outside the app.
 */
export function explorerUrl(source: Source, kind: PageKind, id: string): string | undefined {
  const template = source.explorer ?? (hasPages(source) ? `${source.baseUrl}/{kind}/{id}` : undefined)
  if (template?.startsWith('https://') !== true) return undefined
  return template.replace('{kind}', kind).replace('{id}', encodeURIComponent(id))
}

const hasPages = (source: Source): source is InstanceSource =>
  source.kind === 'instance' && source.ownService !== true

/** Completes the template of an explorer's links that a person typed; a site alone gets `/{kind}/{id}`. */
export function completeExplorerTemplate(written: string): string {
  const text = written.trim()
  return text.includes('{id}') ? text : `${text.replace(/\/+$/, '')}/{kind}/{id}`
}
