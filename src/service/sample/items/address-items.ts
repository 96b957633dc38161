import { getAddress } from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import { ADDRESSES, ROLE, type AddressProfile, type AddressKey, type Role } from '../config/addresses.ts'
import { itemAt } from '../lib/arrays.ts'
import { SCRIPT_TEXTS } from '../config/texts.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Participant } from '../chain/chain-model.ts'

/** An address as the API writes it inside other items. */
export function addressItem(snapshot: Snapshot, participant: Participant): WireItem {
  const hash = snapshot.model.address(participant)
  return snapshot.caches.items.getOrMake(`address ${hash}`, () =>
    createItem(snapshot, participant, getAddress(hash)),
  )
}

/** The address that has a role in a period. */
export const roleItem = (snapshot: Snapshot, role: Role, period: number): WireItem =>
  addressItem(snapshot, snapshot.model.participant(role, period))

export const optionalRoleItem = (snapshot: Snapshot, role: Role | null, period: number): WireItem | null =>
  role === null ? null : roleItem(snapshot, role, period)

/** The address with its checksum (EIP-55). */
export const checksummed = (snapshot: Snapshot, participant: Participant) =>
  String(addressItem(snapshot, participant).hash)

export const isContract = (snapshot: Snapshot, participant: Participant) =>
  addressItem(snapshot, participant).is_contract === true

function createItem(snapshot: Snapshot, participant: Participant, hash: string): WireItem {
  const profile = profileOf(snapshot, participant)
  const implementations = (profile.proxy?.implementations ?? []).map((key) => {
    const role = ROLE[key as AddressKey]
    const address = snapshot.model.address({ kind: 'fixed', role })
    return { address_hash: getAddress(address), name: itemAt(ADDRESSES, role).name }
  })
  return {
    hash,
    name: profile.name,
    is_contract: profile.contract,
    is_verified: profile.verified === undefined ? false : profile.verified,
    is_scam: profile.scam ?? false,
    ens_domain_name: profile.ens ?? null,
    implementations,
    proxy_type: profile.proxy?.type ?? null,
    reputation: profile.scam ? 'scam' : 'ok',
    metadata: profile.tags ? { tags: profile.tags } : null,
    private_tags: [],
    public_tags: (profile.publicTags ?? []).map((label) => ({
      address_hash: hash,
      display_name: label,
      label: label.toLowerCase(),
    })),
    watchlist_names: [],
  }
}

const WALLET_CLONE: AddressProfile = {
  name: null,
  contract: true,
  verified: false,
  proxy: { type: 'eip1167', implementations: ['walletCode'] },
}
const SAFE_CLONE: AddressProfile = {
  ...WALLET_CLONE,
  proxy: { type: 'eip1167', implementations: ['safeCode'] },
}
const PLAIN: AddressProfile = { name: null, contract: false }
const CONTRACT: AddressProfile = { ...PLAIN, contract: true }
const ENS_WORDS = ['otter', 'maple', 'ember', 'quartz', 'fjord', 'saffron', ...Object.values(SCRIPT_TEXTS)]

function profileOf(snapshot: Snapshot, participant: Participant): AddressProfile {
  if (participant.kind === 'fixed') return itemAt(ADDRESSES, participant.role)
  if (participant.kind === 'fresh')
    return [CONTRACT, WALLET_CLONE, SAFE_CLONE, CONTRACT][participant.index] ?? PLAIN
  const randomBits = snapshot.model.randomBits(participant.number, 0x656e73)
  if (randomBits % 6 !== 0) return PLAIN
  return {
    ...PLAIN,
    ens: `${ENS_WORDS[(randomBits >>> 8) % ENS_WORDS.length] ?? ''}-${String(participant.number)}.sample.eth`,
  }
}
