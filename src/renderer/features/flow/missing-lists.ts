/** Which lists of an address are not whole on this machine, by what the core said of its steps. */
import type { FlowDirection, FlowList, FlowStep } from '#shared/rpc/contract/flow.ts'

/** What a graph is made of. */
export const KEPT_LISTS = [
  'address-transactions',
  'address-internal-transactions',
  'address-token-transfers',
] as const

export function missingLists(grown: Readonly<Partial<Record<FlowDirection, FlowStep>>>): readonly FlowList[] {
  const lists = (grown.out ?? grown.in)?.lists ?? []
  return lists.filter(({ state }) => state === 'incomplete' || state === 'absent')
}
