import { getAddress } from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import type { AbiBook } from '../decode/abi-registry.ts'
import type { Missing } from '../model/missing-data.ts'
import type { IndexStore } from '../store/index-store.ts'

const REMEMBERED = 20_000

/** Address references: the hash in its checksummed form, and what is known of it. What is not known yet is noted as missing. */
export class AddressRefs {
  readonly #store: IndexStore
  readonly #abis: AbiBook
  readonly #missing: Missing
  readonly #checksummed: Map<number, string>
  readonly #made = new Map<number, WireItem>()

  /** `checksummed` is kept from page to page: a checksum costs a hash. */
  constructor(store: IndexStore, abis: AbiBook, missing: Missing, checksummed: Map<number, string>) {
    this.#store = store
    this.#abis = abis
    this.#missing = missing
    this.#checksummed = checksummed
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
    let made = this.#made.get(id)
    if (!made) this.#made.set(id, (made = this.#make(id)))
    return made
  }

  #make(id: number): WireItem {
    const isContract = this.isContract(id)
    const own = isContract ? this.#nameOf(id) : null
    const behind = isContract ? this.#abis.behind(this.#store.addresses.hashOf(id)) : null
    return {
      hash: this.hash(id),
      name: own?.name ?? (isContract ? this.#tokenName(id) : null),
      is_contract: isContract,
      is_verified: own?.verified ?? false,
      is_scam: false,
      ens_domain_name: null,
      implementations: behind
        ? [
            {
              address_hash: getAddress(behind.address),
              name: this.#abis.nameOf(behind.address)?.name ?? null,
            },
          ]
        : [],
      proxy_type: behind?.type ?? null,
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

  isContract(id: number): boolean {
    const row = this.#store.database.get<{ is_contract: number | null }>(
      'SELECT is_contract FROM address WHERE id = ?',
      id,
    )
    if (row?.is_contract === null) this.#missing.kinds.add(id)
    return row?.is_contract === 1
  }

  #nameOf(id: number) {
    const address = this.#store.addresses.hashOf(id)
    if (!this.#abis.hasSeen(address)) this.#missing.codes.add(id)
    return this.#abis.nameOf(address)
  }

  #tokenName(id: number): string | null {
    return (
      this.#store.database.get<{ name: string | null }>('SELECT name FROM token WHERE address = ?', id)
        ?.name ?? null
    )
  }
}
