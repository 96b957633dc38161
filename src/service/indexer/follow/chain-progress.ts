import type { NodeStatus } from '#shared/node-status.ts'
import type { ChainProgress } from '../../chain-reader.ts'

export const progressOf = ({ state, head, blocks, repairs }: NodeStatus): ChainProgress => ({
  state,
  head: head?.number ?? null,
  lag: blocks.of - blocks.done,
  repairs,
})
