import { AddressBook } from './address-table.ts'
import { BalanceBook } from './balance-table.ts'
import type { IndexDatabase } from './index-database.ts'
import { TokenBook } from './token-table.ts'
import { hexText } from './amounts.ts'

/** Running counts over the whole chain, kept with each transaction so that nobody has to count. */
export interface Totals {
  blocks: number
  transactions: number
  /** Transactions whose call frames are known, and those whose frames this node can't give. */
  traced: number
  untraceable: number
  transfers: number
}

/** One chain's index: the file, and what is remembered of it. */
export class IndexStore {
  readonly database: IndexDatabase
  readonly addresses: AddressBook
  readonly tokens: TokenBook
  readonly balances: BalanceBook
  totals: Totals

  constructor(database: IndexDatabase) {
    this.database = database
    this.addresses = new AddressBook(database)
    this.tokens = new TokenBook(database)
    this.balances = new BalanceBook(database, this.tokens)
    this.totals = this.#readTotals()
  }

  /** The newest block in the index, or null in an empty one. */
  head(): { readonly number: number; readonly hash: string; readonly timestamp: number } | null {
    const row = this.database.get<{ number: number; hash: Uint8Array; timestamp: number }>(
      'SELECT number, hash, timestamp FROM block ORDER BY number DESC LIMIT 1',
    )
    return row ? { ...row, hash: hexText(row.hash) } : null
  }

  firstBlock(): number | null {
    return (
      this.database.get<{ number: number }>('SELECT number FROM block ORDER BY number LIMIT 1')?.number ??
      null
    )
  }

  hashAt(height: number): string | null {
    const row = this.database.get<{ hash: Uint8Array }>('SELECT hash FROM block WHERE number = ?', height)
    return row ? hexText(row.hash) : null
  }

  /** All of `work` or nothing of it, in the file and in memory alike. */
  write<T>(work: () => T): T {
    try {
      return this.database.transaction(() => {
        const result = work()
        this.database.setMeta('totals', JSON.stringify(this.totals))
        return result
      })
    } catch (error) {
      this.forgetMemory()
      throw error
    }
  }

  /** What is in memory may no longer be what is in the file. */
  forgetMemory() {
    this.addresses.clear()
    this.tokens.clear()
    this.balances.clear()
    if (this.database.isOpen) this.totals = this.#readTotals()
  }

  #readTotals(): Totals {
    const saved = this.database.meta('totals')
    return saved
      ? (JSON.parse(saved) as Totals)
      : { blocks: 0, transactions: 0, traced: 0, untraceable: 0, transfers: 0 }
  }
}
