import { MAX_APPROVALS } from '#shared/rpc/contract/approvals.ts'
import type { KnownPair } from './approval-events.ts'

/**
 * At most `MAX_APPROVALS` of these, in turns over their tokens, the newest of each first: a token that emits thousands
 * of events by itself hides no other.
 */
export function limitApprovals<Of>(all: readonly Of[], pairOf: (one: Of) => KnownPair): readonly Of[] {
  if (all.length <= MAX_APPROVALS) return all
  const newest = all.toSorted((one, other) => pairOf(other).set.block - pairOf(one).set.block)
  const byToken = Map.groupBy(newest, (one) => pairOf(one).token)
  const chosen: Of[] = []
  for (let turn = 0; chosen.length < MAX_APPROVALS; turn += 1)
    for (const ofToken of byToken.values()) {
      const one = ofToken[turn]
      if (one !== undefined && chosen.length < MAX_APPROVALS) chosen.push(one)
    }
  return chosen
}
