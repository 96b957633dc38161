import { getAddress } from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import { ACTORS, ROLE, type Actor, type ActorKey, type Role } from '../config/addresses.ts'
import { nth } from '../lib/item-at.ts'
import { SCRIPTS } from '../config/texts.ts'
import type { View } from '../chain/snapshot.ts'
import type { Account } from '../chain/chain-model.ts'

/** An address reference, as it stands wherever the API says "address". */
export function addressItem(view: View, account: Account): WireItem {
  const hash = view.world.address(account)
  return view.memory.items.get(`address ${hash}`, () => describe(view, account, getAddress(hash)))
}

/** Who plays this role in this period. */
export const roleItem = (view: View, role: Role, period: number): WireItem =>
  addressItem(view, view.world.account(role, period))

export const roleOrNull = (view: View, role: Role | null, period: number): WireItem | null =>
  role === null ? null : roleItem(view, role, period)

/** With the checksum that tells a mistyped address. */
export const checksummed = (view: View, account: Account) => String(addressItem(view, account).hash)

export const isContract = (view: View, account: Account) => addressItem(view, account).is_contract === true

function describe(view: View, account: Account, hash: string): WireItem {
  const actor = actorOf(view, account)
  const implementations = (actor.proxy?.implementations ?? []).map((key) => {
    const role = ROLE[key as ActorKey]
    const address = view.world.address({ kind: 'fixed', role })
    return { address_hash: getAddress(address), name: nth(ACTORS, role).name }
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

const CLONE_OF_WALLET: Actor = {
  name: null,
  contract: true,
  verified: false,
  proxy: { type: 'eip1167', implementations: ['walletCode'] },
}
const CLONE_OF_SAFE: Actor = { ...CLONE_OF_WALLET, proxy: { type: 'eip1167', implementations: ['safeCode'] } }
const PLAIN: Actor = { name: null, contract: false }
const ENS_WORDS = ['otter', 'maple', 'ember', 'quartz', 'fjord', 'saffron', ...Object.values(SCRIPTS)]

function actorOf(view: View, account: Account): Actor {
  if (account.kind === 'fixed') return nth(ACTORS, account.role)
  if (account.kind === 'fresh')
    return [{ ...PLAIN, contract: true }, CLONE_OF_WALLET, CLONE_OF_SAFE][account.nth] ?? PLAIN
  const flavour = view.world.flavour(account.number, 0x656e73)
  if (flavour % 6 !== 0) return PLAIN
  return {
    ...PLAIN,
    ens: `${ENS_WORDS[(flavour >>> 8) % ENS_WORDS.length] ?? ''}-${String(account.number)}.sample.eth`,
  }
}
