/** The lists of an address that are not complete in the archive, by the core's answers to its steps. */
import type { FlowDirection, FlowList, FlowStep } from '#shared/rpc/contract/flow.ts'

/** The lists whose rows a graph is made of. */
export const KEPT_LISTS = [
  'address-transactions',
  'address-internal-transactions',
  'address-token-transfers',
] as const

export function missingLists(grown: Readonly<Partial<Record<FlowDirection, FlowStep>>>): readonly FlowList[] {
  const lists = (grown.out ?? grown.in)?.lists ?? []
  return lists.filter(({ state }) => state === 'incomplete' || state === 'absent')
}
