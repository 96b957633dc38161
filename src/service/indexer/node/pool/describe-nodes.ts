import type { PoolNode, NodeFault } from './pool-node.ts'

const SENTENCES: Readonly<Record<NodeFault, readonly [one: string, several: string]>> = {
  silent: ['does not respond', 'do not respond'],
  wrong_blocks: [
    'gives blocks that are not what their hashes say, and is left out',
    'give blocks that are not what their hashes say, and are left out',
  ],
  other_blocks: [
    'gives other blocks than the longest chain, and is left out',
    'give other blocks than the longest chain, and are left out',
  ],
  other_chain: ['is of another chain, and is left out', 'are of another chain, and are left out'],
}

/** `One of 3 nodes does not respond: 127.0.0.1:8546.`, a sentence for each fault; null where all nodes are well. */
export function describeNodes(nodes: readonly PoolNode[]): string | null {
  const sentences = (Object.keys(SENTENCES) as NodeFault[]).flatMap((fault) => {
    const found = nodes.filter((node) => node.fault === fault)
    if (found.length === 0) return []
    const [one, several] = SENTENCES[fault]
    const count = found.length === 1 ? 'One' : String(found.length)
    const hosts = found.map(({ host }) => host).join(', ')
    return `${count} of ${String(nodes.length)} nodes ${found.length === 1 ? one : several}: ${hosts}.`
  })
  return sentences.length === 0 ? null : sentences.join(' ')
}
