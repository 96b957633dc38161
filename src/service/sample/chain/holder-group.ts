import type { Asset } from '../config/tokens.ts'
import type { Participant } from './chain-model.ts'

/** Participants with the same balance of one asset. */
export interface HolderGroup {
  readonly asset: Asset
  /** Balance of each of them in smallest units; above zero. */
  readonly value: bigint
  readonly count: number
  at(index: number): Participant
  /** -1 if the participant is not in the group. */
  indexOf(participant: Participant): number
}
