import type { CallNode, CallTree } from './call-tree.ts'

/** Names used to search calls: of the function, and of addresses. */
export interface CallTexts {
  readonly functionName: (node: CallNode) => string | undefined
  readonly addressName: (hash: string) => string | undefined
}

/** The searchable text of each call in lower case: addresses and their names, function, kind and error. */
export function textsOfCalls(
  { nodes }: CallTree,
  { functionName, addressName }: CallTexts,
): readonly string[] {
  const parties = new Map<string | null, string>([[null, '']])
  const party = (hash: string | null): string => {
    const known = parties.get(hash)
    if (known !== undefined) return known
    const text = hash === null ? '' : `${hash} ${addressName(hash) ?? ''}`.toLowerCase()
    parties.set(hash, text)
    return text
  }
  return nodes.map((node) => {
    const { kind, from, to, created, error, input } = node.frame
    const line = `${kind} ${error ?? ''} ${input?.slice(0, 10) ?? ''} ${functionName(node) ?? ''}`
    return `${line.toLowerCase()} ${party(from)} ${party(to)} ${party(created)}`
  })
}

/** The calls whose text contains the query. */
export function findCalls({ nodes }: CallTree, texts: readonly string[], query: string): readonly CallNode[] {
  const wanted = query.trim().toLowerCase()
  return wanted === '' ? [] : nodes.filter((_, at) => texts[at]?.includes(wanted))
}
