import { getAddress } from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import { ADDRESSES, ROLE, type AddressProfile, type AddressKey, type Role } from '../config/addresses.ts'
import { itemAt } from '../lib/item-at.ts'
import { SCRIPT_TEXTS } from '../config/texts.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Participant } from '../chain/chain-model.ts'

/** An address reference, as it stands wherever the API says "address". */
export function addressItem(snapshot: Snapshot, participant: Participant): WireItem {
  const hash = snapshot.model.address(participant)
  return snapshot.caches.items.get(`address ${hash}`, () => describe(snapshot, participant, getAddress(hash)))
}

/** Who plays this role in this period. */
export const roleItem = (snapshot: Snapshot, role: Role, period: number): WireItem =>
  addressItem(snapshot, snapshot.model.participant(role, period))

export const optionalRoleItem = (snapshot: Snapshot, role: Role | null, period: number): WireItem | null =>
  role === null ? null : roleItem(snapshot, role, period)

/** With the checksum that tells a mistyped address. */
export const checksummed = (snapshot: Snapshot, participant: Participant) =>
  String(addressItem(snapshot, participant).hash)

export const isContract = (snapshot: Snapshot, participant: Participant) =>
  addressItem(snapshot, participant).is_contract === true

function describe(snapshot: Snapshot, participant: Participant, hash: string): WireItem {
  const actor = actorOf(snapshot, participant)
  const implementations = (actor.proxy?.implementations ?? []).map((key) => {
    const role = ROLE[key as AddressKey]
    const address = snapshot.model.address({ kind: 'fixed', role })
    return { address_hash: getAddress(address), name: itemAt(ADDRESSES, role).name }
  })
  return {
    hash,
    name: actor.name,
    is_contract: actor.contract,
    is_verified: actor.verified === undefined ? false : actor.verified,
    is_scam: actor.scam ?? false,
    ens_domain_name: actor.ens ?? null,
    implementations,
    proxy_type: actor.proxy?.type ?? null,
    reputation: actor.scam ? 'scam' : 'ok',
    metadata: actor.tags ? { tags: actor.tags } : null,
    private_tags: [],
    public_tags: (actor.publicTags ?? []).map((label) => ({
      address_hash: hash,
      display_name: label,
      label: label.toLowerCase(),
    })),
    watchlist_names: [],
  }
}

const CLONE_OF_WALLET: AddressProfile = {
  name: null,
  contract: true,
  verified: false,
  proxy: { type: 'eip1167', implementations: ['walletCode'] },
}
const CLONE_OF_SAFE: AddressProfile = {
  ...CLONE_OF_WALLET,
  proxy: { type: 'eip1167', implementations: ['safeCode'] },
}
const PLAIN: AddressProfile = { name: null, contract: false }
const ENS_WORDS = ['otter', 'maple', 'ember', 'quartz', 'fjord', 'saffron', ...Object.values(SCRIPT_TEXTS)]

function actorOf(snapshot: Snapshot, participant: Participant): AddressProfile {
  if (participant.kind === 'fixed') return itemAt(ADDRESSES, participant.role)
  if (participant.kind === 'fresh')
    return [{ ...PLAIN, contract: true }, CLONE_OF_WALLET, CLONE_OF_SAFE][participant.index] ?? PLAIN
  const randomBits = snapshot.model.randomBits(participant.number, 0x656e73)
  if (randomBits % 6 !== 0) return PLAIN
  return {
    ...PLAIN,
    ens: `${ENS_WORDS[(randomBits >>> 8) % ENS_WORDS.length] ?? ''}-${String(participant.number)}.sample.eth`,
  }
}
