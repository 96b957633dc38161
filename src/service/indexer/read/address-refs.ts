import { getAddress } from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import type { IndexStore } from '../store/index-store.ts'

/** What a person's own artifacts, or a token's own words, call a contract. */
export interface ContractNames {
  /** Name of the contract at a lower-case address and whether its code is that of an artifact. */
  nameOf(address: string): { readonly name: string; readonly verified: boolean } | null
}

const REMEMBERED = 20_000

/** Address references: the hash in its checksummed form, and what is known of it. */
export class AddressRefs {
  readonly #store: IndexStore
  readonly #names: ContractNames
  readonly #checksummed = new Map<number, string>()

  constructor(store: IndexStore, names: ContractNames) {
    this.#store = store
    this.#names = names
  }

  hash(id: number): string {
    const known = this.#checksummed.get(id)
    if (known !== undefined) return known
    const hash = getAddress(this.#store.addresses.hashOf(id))
    if (this.#checksummed.size >= REMEMBERED) this.#checksummed.clear()
    this.#checksummed.set(id, hash)
    return hash
  }

  of(id: number): WireItem {
    const hash = this.hash(id)
    const own = this.#names.nameOf(hash.toLowerCase())
    return {
      hash,
      name: own?.name ?? this.#tokenName(id),
      is_contract: this.isContract(id),
      is_verified: own?.verified ?? false,
      is_scam: false,
      ens_domain_name: null,
      implementations: [],
      proxy_type: null,
      reputation: 'ok',
      metadata: null,
      private_tags: [],
      public_tags: [],
      watchlist_names: [],
    }
  }

  optional(id: number | null): WireItem | null {
    return id === null ? null : this.of(id)
  }

  /** False as well where nobody has asked the node yet: see `kinds`. */
  isContract(id: number): boolean {
    const row = this.#store.database.row<{ is_contract: number | null }>(
      'SELECT is_contract FROM address WHERE id = ?',
      id,
    )
    return row?.is_contract === 1
  }

  #tokenName(id: number): string | null {
    return (
      this.#store.database.row<{ name: string | null }>('SELECT name FROM token WHERE address = ?', id)
        ?.name ?? null
    )
  }
}
