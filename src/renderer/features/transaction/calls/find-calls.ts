import type { CallNode, CallTree } from './call-tree.ts'

/** What of a call is looked through besides its hashes: names and labels, as they are known now. */
export type CallText = (node: CallNode) => readonly (string | undefined)[]

/** The calls that have these words anywhere: in addresses and their names, the function, the kind, the error. */
export function findCalls(tree: CallTree, words: string, textOf: CallText): readonly CallNode[] {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return []
  const has = (text: string | null | undefined) => text?.toLowerCase().includes(wanted) === true
  return tree.nodes.filter(
    (node) =>
      [node.frame.kind, node.frame.from, node.frame.to, node.frame.created, node.frame.error].some(has) ||
      has(node.frame.input?.slice(0, 10)) ||
      textOf(node).some(has),
  )
}
