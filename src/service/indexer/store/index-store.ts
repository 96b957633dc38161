import type { RepairCount } from '#shared/node-status.ts'
import { AddressTable } from './address-table.ts'
import { BalanceTable } from './balance-table.ts'
import { DepositTable } from './deposit-table.ts'
import type { IndexDatabase } from './index-database.ts'
import { NameTable } from './name-table.ts'
import { RepairTable } from './repair-table.ts'
import { TokenTable } from './token-table.ts'
import { toHex } from '../model/hex.ts'
import type { IndexStart, StartReason } from '../model/index-start.ts'

/** Counts over the complete chain, stored with every write. */
export interface Totals {
  blocks: number
  transactions: number
  /** Transactions whose call frames are in the index. */
  traced: number
  /** Transactions whose call frames the node can't give. */
  untraceable: number
  transfers: number
}

/** The index of one chain: the database, its tables with their caches, and the totals. */
export class IndexStore {
  readonly database: IndexDatabase
  readonly addresses: AddressTable
  readonly tokens: TokenTable
  readonly balances: BalanceTable
  readonly deposits: DepositTable
  readonly repairs: RepairTable
  readonly names: NameTable
  totals: Totals
  /** The newest block that was left by each reorganisation since the index was opened. */
  readonly undone: number[] = []

  constructor(database: IndexDatabase) {
    this.database = database
    this.addresses = new AddressTable(database)
    this.tokens = new TokenTable(database)
    this.balances = new BalanceTable(database, this.tokens)
    this.deposits = new DepositTable(database)
    this.repairs = new RepairTable(database)
    this.names = new NameTable(database)
    this.totals = this.#readTotals()
  }

  /** The newest block in the index, or null in an empty one. */
  head(): { readonly number: number; readonly hash: string; readonly timestamp: number } | null {
    const row = this.database.get<{ number: number; hash: Uint8Array; timestamp: number }>(
      'SELECT number, hash, timestamp FROM block ORDER BY number DESC LIMIT 1',
    )
    return row ? { ...row, hash: toHex(row.hash) } : null
  }

  firstBlock(): number | null {
    return (
      this.database.get<{ number: number }>('SELECT number FROM block ORDER BY number LIMIT 1')?.number ??
      null
    )
  }

  /** `null` where the index has its chain from block 0 on, or nothing yet. */
  start(): IndexStart | null {
    const height = this.firstBlock()
    return height === null || height === 0
      ? null
      : { height, reason: this.database.meta('start_reason') as StartReason | null }
  }

  /** Whether the index has every transaction since the contract was created. */
  isComplete(contract: number): boolean {
    return (
      this.firstBlock() === 0 ||
      this.database.get('SELECT 1 FROM contract WHERE address = ?', contract) !== undefined
    )
  }

  hashAt(height: number): string | null {
    const row = this.database.get<{ hash: Uint8Array }>('SELECT hash FROM block WHERE number = ?', height)
    return row ? toHex(row.hash) : null
  }

  /** What the node refused for now. */
  repairCounts(): RepairCount[] {
    return [...this.repairs.counts()].map(([kind, rows]) => ({
      kind,
      // One row stands for all blocks before the first.
      count: kind === 'blocks' ? Math.max(1, (this.firstBlock() ?? 0) - this.repairs.firstOf(kind)) : rows,
    }))
  }

  /** Runs `work` in a database transaction. If it throws, neither the file nor the caches keep anything of it. */
  write<T>(work: () => T): T {
    try {
      return this.database.transaction(() => {
        const result = work()
        // Where nothing was counted and nothing else changed, nothing is written.
        const totals = JSON.stringify(this.totals)
        if (totals !== this.database.meta('totals')) this.database.setMeta('totals', totals)
        return result
      })
    } catch (error) {
      this.#clearCaches()
      throw error
    }
  }

  #clearCaches() {
    this.addresses.clear()
    this.tokens.clear()
    this.balances.clear()
    this.deposits.clear()
    this.repairs.clear()
    if (this.database.isOpen) this.totals = this.#readTotals()
  }

  #readTotals(): Totals {
    const saved = this.database.meta('totals')
    return saved
      ? (JSON.parse(saved) as Totals)
      : { blocks: 0, transactions: 0, traced: 0, untraceable: 0, transfers: 0 }
  }
}
