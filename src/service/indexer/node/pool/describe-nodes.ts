import type { NodeText } from '#shared/node-texts.ts'
import type { PoolNode, NodeFault } from './pool-node.ts'

const FAULT_TEXTS = {
  silent: 'node_silent',
  wrong_blocks: 'node_wrong_blocks',
  other_blocks: 'node_other_blocks',
  other_chain: 'node_other_chain',
} as const satisfies Readonly<Record<NodeFault, NodeText['id']>>

/** A text for each fault that any of the nodes has. */
export function describeNodes(nodes: readonly PoolNode[]): readonly NodeText[] {
  return (Object.keys(FAULT_TEXTS) as NodeFault[]).flatMap((fault) => {
    const found = nodes.filter((node) => node.fault === fault)
    if (found.length === 0) return []
    const hosts = found.map(({ host }) => host).join(', ')
    return [{ id: FAULT_TEXTS[fault], values: { count: found.length, all: nodes.length, hosts } }]
  })
}
