import type { NodeText } from '#shared/node-texts.ts'

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
export const startText = ({ height, reason }: IndexStart): NodeText => ({
  id: START_TEXTS[reason ?? 'asked'],
  values: { block: height },
})
const START_TEXTS = {
  fork: 'from_fork',
  pruned: 'from_pruned',
  refused: 'from_refused',
  asked: 'from_block',
} as const
