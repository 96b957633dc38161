import type { SuggestedAddress } from '../../chain-reader.ts'
import { ROLE, type AddressKey } from '../config/addresses.ts'
import { checksummed } from '../items/address-items.ts'
import { encodeHash } from '../lib/hash-codec.ts'
import type { Snapshot } from '../chain/snapshot.ts'

const SUGGESTED: readonly (readonly [AddressKey, string, string])[] = [
  ['hub', 'Harbour Exchange', 'the busiest address: every kind of transaction, some still pending'],
  ['whale', 'Whale', 'very large sums, and as much of a token as fits in 256 bits'],
  ['collector', 'NFT collector', 'ERC-721, ERC-1155 and broken pictures'],
  ['validatorNorth', 'Validator', 'blocks and withdrawals'],
  ['bridge', 'Bridge', 'a verified proxy with two implementations'],
  ['lending', 'Lending pool', 'reverted transactions, with reasons in every form'],
  ['smart', 'Delegated account', 'an account with code (EIP-7702) and nested calls'],
  ['factory', 'Clone factory', 'contracts created, cloned and destroyed'],
  ['prize', 'Scam token', 'sent to people who never asked for it'],
  ['board', 'Message board', 'hostile texts in names, inputs and tags'],
  ['portraits', 'Sample Portraits', 'an NFT collection that grows with the chain'],
  ['broken', 'Museum of Broken Pictures', 'NFTs with media that is missing, wrong or too much'],
  ['relics', 'Relics', 'an ERC-1155 with ids up to 2^256-1, moved in batches'],
  ['usd', 'Sample Dollar', 'the token that moves most'],
  ['poisoned', 'Poisoned account', 'imitations of those it pays stand among its transactions'],
]

/** Addresses to start exploring from. */
export const suggestedAddresses = (snapshot: Snapshot): readonly SuggestedAddress[] => [
  ...SUGGESTED.map(([key, name, description]) => ({
    address: checksummed(snapshot, { kind: 'fixed', role: ROLE[key] }),
    name,
    description,
  })),
  {
    address: encodeHash(snapshot.model.key, 'other', 0, 20),
    name: 'Nobody',
    description: 'an address nothing ever happened to',
  },
]
