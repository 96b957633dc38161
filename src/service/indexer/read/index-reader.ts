import type { DetailId, ListId } from '#shared/endpoints.ts'
import type { ChainInfo, Landmark, ListAnswer, ListRequest, WireItem } from '../../chain-reader.ts'
import type { MethodNames } from '../decode/method-names.ts'
import type { IndexStore } from '../store/index-store.ts'
import { AddressRefs } from './address-refs.ts'
import type { ContractNames } from './address-refs.ts'
import { blocksOfMiner } from './block-list.ts'
import { instancesOfToken, nftsOfAddress, tokensOfAddress } from './holding-lists.ts'
import { internalTransactionsOfAddress } from './internal-lists.ts'
import { Reading } from './reading.ts'
import { transactionsOfAddress } from './transaction-lists.ts'
import { latestTransfers, transfersOfToken } from './transfer-lists.ts'
import { withdrawalsOfAddress } from './withdrawal-list.ts'

type ListReader = (reading: Reading, request: ListRequest) => ListAnswer | null

const LIST_READERS: Partial<Record<ListId, ListReader>> = {
  'token-transfers': latestTransfers,
  'token-transfers-of-token': transfersOfToken,
  'address-transactions': transactionsOfAddress,
  'address-internal-transactions': internalTransactionsOfAddress,
  'address-tokens': tokensOfAddress,
  'address-nfts': nftsOfAddress,
  'token-instances': instancesOfToken,
  'address-blocks-validated': blocksOfMiner,
  'address-withdrawals': withdrawalsOfAddress,
}

/** Reads the lists of the API out of one chain's index. */
export class IndexReader {
  readonly chain: ChainInfo
  readonly #store: IndexStore
  readonly #refs: AddressRefs
  readonly #methods: MethodNames

  constructor(
    store: IndexStore,
    chain: ChainInfo,
    names: { contracts: ContractNames; methods: MethodNames },
  ) {
    this.#store = store
    this.chain = chain
    this.#refs = new AddressRefs(store, names.contracts)
    this.#methods = names.methods
  }

  list(id: ListId, request: ListRequest): ListAnswer | null {
    return LIST_READERS[id]?.(this.#reading(), request) ?? null
  }

  detail(_id: DetailId, _params: Readonly<Record<string, string>>): WireItem | null {
    return null
  }

  landmarks(): readonly Landmark[] {
    return []
  }

  #reading(): Reading {
    return new Reading(this.#store, this.#refs, this.#methods)
  }
}
