import type { SourceView } from '#shared/rpc/contract/sources.ts'

/** Where the instance's own web pages show this, for those sources that have such pages; undefined for others. */
export function explorerLink(
  source: SourceView | undefined,
  thing: { readonly kind: 'address' | 'transaction'; readonly hash: string },
): string | undefined {
  if (source?.kind !== 'instance' || !source.baseUrl.startsWith('https://')) return undefined
  return `${source.baseUrl}/${thing.kind === 'address' ? 'address' : 'tx'}/${thing.hash}`
}
