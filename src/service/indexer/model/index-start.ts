/** Why an index begins above block 0; `refused`: the node did not give what is before, and may later. */
export type StartReason = 'fork' | 'pruned' | 'asked' | 'refused'

/** The first block of an index that does not hold its chain from block 0 on. */
export interface IndexStart {
  readonly height: number
  /** `null` where an older version began the index. */
  readonly reason: StartReason | null
}

/** For whoever reads a list or a count that begins there. */
export const describeSince = ({ height }: IndexStart): string =>
  `Since block ${height.toLocaleString('en')}: what happened before is not in the index. Balances, code and what tokens say of themselves are asked of the node.`

/** For the person, in the node's status. */
export function describeStart({ height, reason }: IndexStart): string {
  const block = height.toLocaleString('en')
  if (reason === 'fork')
    return `This node is a fork of another chain: it is indexed from block ${block}, where the fork began.`
  if (reason === 'pruned')
    return `This node has pruned its blocks before ${block}; what came earlier can't be shown.`
  if (reason === 'refused')
    return `This node refuses its blocks before ${block} for now; they are indexed when it gives them.`
  return `This chain is indexed from block ${block} on.`
}
