import { getAddress } from 'viem/utils'
import type { WireItem } from '../../chain-reader.ts'
import type { AbiRegistry } from '../decode/abi-registry.ts'
import type { MissingData } from '../model/missing-data.ts'
import type { IndexStore } from '../store/index-store.ts'
import type { AddressRow, PageCaches } from './page-caches.ts'

const MAX_CACHED = 20_000

/** Addresses as the API writes them: with checksum, name, proxy target. What the index lacks goes to `missing`. */
export class AddressItems {
  readonly #store: IndexStore
  readonly #abis: AbiRegistry
  readonly #missing: MissingData
  readonly #caches: PageCaches
  readonly #items = new Map<number, WireItem>()
  readonly #contracts = new Map<number, boolean>()
  readonly #tokenNames = new Map<number, string | null>()

  constructor(store: IndexStore, abis: AbiRegistry, missing: MissingData, caches: PageCaches) {
    this.#store = store
    this.#abis = abis
    this.#missing = missing
    this.#caches = caches
  }

  /** Loads the addresses of a page together: one statement instead of three for each. */
  load(ids: readonly number[]) {
    const { database, addresses } = this.#store
    const unknown = ids.filter((id) => !this.#contracts.has(id))
    const rows = this.#caches.addresses.getAll(unknown, (missing) =>
      database.all<AddressRow>(
        ({
          inNumbers,
        }) => `SELECT a.id, '0x' || lower(hex(a.hash)) AS hash, a.is_contract, t.name AS token_name
         FROM address a LEFT JOIN token t ON t.address = a.id WHERE a.id IN ${inNumbers}`,
        JSON.stringify(missing),
      ),
    )
    for (const row of rows) {
      addresses.remember(row.id, row.hash)
      this.#tokenNames.set(row.id, row.token_name)
      this.#setContract(row.id, row.is_contract)
    }
  }

  hash(id: number): string {
    const { checksummed } = this.#caches
    const known = checksummed.get(id)
    if (known !== undefined) return known
    const hash = getAddress(this.#store.addresses.hashOf(id))
    if (checksummed.size >= MAX_CACHED) checksummed.clear()
    checksummed.set(id, hash)
    return hash
  }

  item(id: number): WireItem {
    let item = this.#items.get(id)
    if (!item) this.#items.set(id, (item = this.#createItem(id)))
    return item
  }

  #createItem(id: number): WireItem {
    const isContract = this.isContract(id)
    const own = isContract ? this.#nameOf(id) : null
    const target = isContract ? this.#abis.proxyTarget(this.#store.addresses.hashOf(id)) : null
    return {
      ...NOTHING_KNOWN,
      hash: this.hash(id),
      name: own?.name ?? (isContract ? this.#tokenName(id) : null),
      is_contract: isContract,
      is_verified: own?.verified ?? false,
      implementations: (target?.addresses ?? []).map((address) => ({
        address_hash: getAddress(address),
        name: this.#abis.nameOf(address)?.name ?? null,
      })),
      proxy_type: target?.type ?? null,
    }
  }

  optionalItem(id: number | null): WireItem | null {
    return id === null ? null : this.item(id)
  }

  isContract(id: number): boolean {
    const known = this.#contracts.get(id)
    if (known !== undefined) return known
    const row = this.#store.database.get<{ is_contract: number | null }>(
      'SELECT is_contract FROM address WHERE id = ?',
      id,
    )
    return this.#setContract(id, row?.is_contract)
  }

  /** `flag`: null where the node has not been asked, undefined where there is no such address. */
  #setContract(id: number, flag: number | null | undefined): boolean {
    if (flag === null) this.#missing.contractFlags.add(id)
    this.#contracts.set(id, flag === 1)
    return flag === 1
  }

  #nameOf(id: number) {
    const address = this.#store.addresses.hashOf(id)
    if (!this.#abis.isIdentified(address)) this.#missing.codes.add(id)
    return this.#abis.nameOf(address)
  }

  #tokenName(id: number): string | null {
    const known = this.#tokenNames.get(id)
    if (known !== undefined) return known
    const sql = 'SELECT name FROM token WHERE address = ?'
    return this.#store.database.get<{ name: string | null }>(sql, id)?.name ?? null
  }
}

/** An address of which the index knows nothing. */
export const unknownAddress = (hash: string): WireItem => ({
  hash: getAddress(hash),
  ...NOTHING_KNOWN,
})

const NOTHING_KNOWN: WireItem = {
  name: null,
  is_contract: false,
  is_verified: false,
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
