import type { ChainTransaction } from '../model/chain-block.ts'
import { addressOfWord } from '../model/hex.ts'
import { readTokenTransfers } from '#shared/chain/token-events.ts'

/** Events with fewer topics may name the parties of a transfer in their data. */
const TOPICS_WITH_PARTIES = 3

/** The addresses that an index is kept for: a transaction that names none of them is not written to it. */
export class AddressFilter {
  /** In lower case and in order. */
  readonly addresses: readonly string[]
  readonly #addresses: ReadonlySet<string>

  constructor(addresses: readonly string[]) {
    this.#addresses = new Set(addresses.map((address) => address.toLowerCase()))
    this.addresses = [...this.#addresses].sort()
  }

  /** `address`: in lower case. */
  has(address: string | null | undefined): boolean {
    return address != null && this.#addresses.has(address)
  }

  /** Whether it names one of them, its call frames aside: as a party, in its logs, or as an account that delegates. */
  isNamedIn({ from, to, created, authorizations = [], logs }: ChainTransaction): boolean {
    return (
      this.has(from) ||
      this.has(to) ||
      this.has(created) ||
      authorizations.some(({ authority }) => this.has(authority)) ||
      logs.some(
        (log) =>
          this.has(log.address) ||
          log.topics.some((topic, index) => index > 0 && this.has(addressOfWord(topic))) ||
          (log.topics.length < TOPICS_WITH_PARTIES &&
            readTokenTransfers(log).some((transfer) => this.has(transfer.from) || this.has(transfer.to))),
      )
    )
  }

  isSame(other: AddressFilter): boolean {
    return this.addresses.join() === other.addresses.join()
  }
}
