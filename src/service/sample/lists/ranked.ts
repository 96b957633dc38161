/** Accounts and contracts of the whole chain, ranked. */
import { MAX_RANKED, type WireItem } from '../../chain-reader.ts'
import { isZeroAddress } from '../chain/balance-history.ts'
import type { Participant } from '../chain/chain-model.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { ADDRESSES } from '../config/addresses.ts'
import { COIN } from '../config/tokens.ts'
import { addressItem, checksummed } from '../items/address-items.ts'

const FIXED: readonly Participant[] = ADDRESSES.map((_, role) => ({ kind: 'fixed', role }))

/** The largest accounts among the participants with a role: there are too many customers to rank. */
export const largestAccounts = (snapshot: Snapshot): WireItem => ({
  items: FIXED.filter((participant) => !isZeroAddress(participant))
    .map((participant) => ({
      participant,
      coins: snapshot.balances(participant).balance(COIN, snapshot.now),
    }))
    .filter(({ coins }) => coins > 0n)
    .sort((one, other) => (one.coins < other.coins ? 1 : one.coins > other.coins ? -1 : 0))
    .slice(0, MAX_RANKED)
    .map(({ participant }) => checksummed(snapshot, participant)),
})

/** The deployer creates them in the order of their roles. How many contracts there are nobody counts. */
export const knownContracts = (snapshot: Snapshot): WireItem => ({
  items: FIXED.filter((participant) => {
    const { is_contract: isContract, is_verified: isVerified } = addressItem(snapshot, participant)
    return isContract === true && isVerified === true
  })
    .reverse()
    .slice(0, MAX_RANKED)
    .map((participant) => checksummed(snapshot, participant)),
  contracts_count: null,
})
