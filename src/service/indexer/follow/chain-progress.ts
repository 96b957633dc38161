import type { NodeStatus } from '#shared/node-status.ts'
import type { ChainProgress } from '../../chain-reader.ts'

export const progressOf = ({
  state,
  head,
  blocks,
  repairs,
  whole,
  prepared,
  backfill,
}: NodeStatus): ChainProgress => ({
  state,
  head: head?.number ?? null,
  lag: blocks.of - blocks.done,
  repairs,
  ...(whole && { whole }),
  ...(prepared && { prepared }),
  ...(backfill && { backfill }),
})
