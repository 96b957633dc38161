import { tableOf } from '#platform/table.ts'
import type { RepairCount } from '#shared/node-status.ts'
import { AddressFilter } from '../decode/address-filter.ts'
import { AddressTable } from './address-table.ts'
import { BalanceTable } from './balance-table.ts'
import type { IndexDatabase } from './index-database.ts'
import { NameTable } from './name-table.ts'
import { RepairTable } from './repair-table.ts'
import { DEPOSIT, type DepositRow } from './table-rows.ts'
import { TokenTable } from './token-table.ts'
import { IndexError } from '../model/index-error.ts'
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

export interface IndexHead {
  readonly number: number
  readonly hash: string
  readonly timestamp: number
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
  /** The addresses that the index is kept for; null if it has the whole chain. */
  filter: AddressFilter | null
  /** The newest block that was left by each reorganisation since the index was opened. */
  readonly undone: number[] = []
  /** As the database has them: nobody else writes it, and to ask each time would be a round trip of every write. */
  #savedTotals: string | null = null
  #chainId: string | null = null
  #coinContract: string | null = null
  #isWriting = false
  #connections: number
  /** Number of changes of the database at the last refresh. */
  #changes: number | null = null
  /** Undefined where they have not been read since the last write. */
  #head: IndexHead | null | undefined
  #firstBlock: number | null | undefined

  constructor(database: IndexDatabase) {
    this.database = database
    this.addresses = new AddressTable(database)
    this.tokens = new TokenTable(database)
    this.balances = new BalanceTable(database, this.tokens, (token, holder) =>
      this.hasTransfers(token, holder),
    )
    this.deposits = new DepositTable(database)
    this.repairs = new RepairTable(database)
    this.names = new NameTable(database)
    this.totals = this.#readTotals()
    this.filter = readFilter(database)
    this.#connections = database.connections
  }

  /** Decimal; null in an index that no node has been connected to. */
  get chainId(): string | null {
    return (this.#chainId ??= this.database.meta('chain_id'))
  }

  /** The token that was found to be the coin, in lower case. */
  get coinContract(): string | null {
    return (this.#coinContract ??= this.database.meta('coin_contract'))
  }

  setCoinContract(token: string) {
    this.database.setMeta('coin_contract', token)
  }

  /** The newest block in the index, or null in an empty one. */
  head(): IndexHead | null {
    if (this.#isWriting) return this.#readHead()
    if (this.#head === undefined) this.#head = this.#readHead()
    return this.#head
  }

  #readHead(): IndexHead | null {
    const row = this.database.get<{ number: number; hash: Uint8Array; timestamp: number }>(
      'SELECT number, hash, timestamp FROM block ORDER BY number DESC LIMIT 1',
    )
    return row ? { ...row, hash: toHex(row.hash) } : null
  }

  firstBlock(): number | null {
    if (this.#isWriting) return this.#readFirstBlock()
    if (this.#firstBlock === undefined) this.#firstBlock = this.#readFirstBlock()
    return this.#firstBlock
  }

  #readFirstBlock(): number | null {
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

  /** Keeps an empty index for what names one of these addresses; for all of its chain without them. */
  setFilter(filter: AddressFilter | null) {
    this.database.setMeta('only', filter && JSON.stringify(filter.addresses))
    this.filter = filter
  }

  /** Call frames were read only of what the index has: calls in other transactions may name its addresses, too. */
  setTracesOfKept() {
    if (!this.hasTracesOfKept) this.database.setMeta('traces_of_kept', '1')
  }

  get hasTracesOfKept(): boolean {
    return this.database.meta('traces_of_kept') !== null
  }

  /** Whether the index keeps all that names this address. */
  keeps(address: number): boolean {
    return this.filter === null || this.filter.has(this.addresses.hashOf(address))
  }

  /** Whether it has all transfers of the token from and to the holder, from its first block on. */
  hasTransfers(token: number, holder: number): boolean {
    return this.filter === null || this.keeps(token) || this.keeps(holder)
  }

  /** Whether the index has every transfer of the token since its contract was created, of the holder if one is given. */
  isComplete(token: number, holder = token): boolean {
    return (
      this.hasTransfers(token, holder) &&
      (this.firstBlock() === 0 ||
        this.database.get('SELECT 1 FROM contract WHERE address = ?', token) !== undefined)
    )
  }

  hashAt(height: number): string | null {
    const row = this.database.get<{ hash: Uint8Array }>('SELECT hash FROM block WHERE number = ?', height)
    return row ? toHex(row.hash) : null
  }

  /** By height; none where the index has no block. */
  hashesAt(heights: readonly number[]): ReadonlyMap<number, string> {
    const rows = this.database.all<{ number: number; hash: Uint8Array }>(
      ({ inNumbers }) => `SELECT number, hash FROM block WHERE number IN ${inNumbers}`,
      JSON.stringify(heights),
    )
    return new Map(rows.map(({ number, hash }) => [number, toHex(hash)]))
  }

  /** Counts the data that the node refused for now. */
  repairCounts(): RepairCount[] {
    return [...this.repairs.counts()].map(([kind, rows]) => ({
      kind,
      // One row stands for all blocks before the first.
      count: kind === 'blocks' ? Math.max(1, (this.firstBlock() ?? 0) - this.repairs.firstOf(kind)) : rows,
    }))
  }

  /** Runs `work` in a database transaction. If it throws, neither the file nor the caches keep anything of it. */
  write<T>(work: () => T): T {
    const isPart = this.#isWriting
    this.#isWriting = true
    try {
      return this.database.transaction(() => {
        if (this.database.connections !== this.#connections) this.#startAnew()
        const result = work()
        this.addresses.flush()
        // Where nothing was counted and nothing else changed, nothing is written.
        const totals = JSON.stringify(this.totals)
        if (totals !== this.#savedTotals) this.database.setMeta('totals', totals)
        this.#savedTotals = totals
        return result
      })
    } catch (error) {
      this.#clearCaches()
      throw error
    } finally {
      this.#isWriting = isPart
      this.#forgetEnds()
    }
  }

  /** Somebody else may have written since: what is about to be written belongs to an index that was read before. */
  #startAnew(): never {
    this.#connections = this.database.connections
    throw new IndexError(
      'no_database',
      'The connection to the database was lost and is there again: what was not written yet is read once more.',
    )
  }

  /**
   * For an index that others write: forgets what may have changed. To be called within a snapshot, before it is read. Gives
   * the number of the database's changes.
   */
  refresh(): number {
    const { changes } = this.database
    if (changes === this.#changes) return changes
    // Asked before anything is forgotten, with all single values: the reading may end at a question.
    const { count, last } = readUndone(this.database)
    this.#clearCaches()
    this.#changes = changes
    this.#forgetEnds()
    // An undone block that is no longer listed may be as deep as the deepest one.
    while (this.undone.length < count)
      this.undone.push(last[last.length - (count - this.undone.length)] ?? -1)
    return changes
  }

  #forgetEnds() {
    this.#head = undefined
    this.#firstBlock = undefined
  }

  #clearCaches() {
    this.addresses.clear()
    this.tokens.clear()
    this.balances.clear()
    this.deposits.clear()
    this.repairs.clear()
    if (!this.database.isOpen) return
    this.totals = this.#readTotals()
    this.filter = readFilter(this.database)
  }

  #readTotals(): Totals {
    const saved = this.database.meta('totals')
    this.#savedTotals = saved
    return saved
      ? (JSON.parse(saved) as Totals)
      : { blocks: 0, transactions: 0, traced: 0, untraceable: 0, transfers: 0 }
  }
}

function readFilter(database: IndexDatabase): AddressFilter | null {
  const text = database.meta('only')
  return text === null ? null : new AddressFilter(JSON.parse(text) as string[])
}

const MAX_UNDONE = 100

/** How many reorganisations the index has seen, and the newest blocks that the last of them left. */
function readUndone(database: IndexDatabase): { readonly count: number; readonly last: readonly number[] } {
  const text = database.meta('undone')
  return text === null ? { count: 0, last: [] } : (JSON.parse(text) as { count: number; last: number[] })
}

/** For those who read the index that another process writes. Only within a database transaction. */
export function saveUndone(database: IndexDatabase, height: number) {
  const { count, last } = readUndone(database)
  const kept = [...last, height].slice(-MAX_UNDONE)
  database.setMeta('undone', JSON.stringify({ count: count + 1, last: kept }))
}

interface Depositary {
  readonly address: number
  readonly first_log: number
}
const DEPOSITARY = tableOf<Depositary>('depositary', ['address', 'first_log'])

const MAX_CACHED = 20_000

/** Contracts with deposits and withdrawals, and whether these mint and burn a token. */
class DepositTable {
  readonly #database: IndexDatabase
  readonly #known = new Map<number, boolean | null>()

  constructor(database: IndexDatabase) {
    this.#database = database
  }

  /** Null while it is not known, or the contract has none. */
  mints(depositary: number): boolean | null {
    const known = this.#known.get(depositary)
    if (known !== undefined) return known
    const row = this.#database.get<{ mints: number | null }>(
      'SELECT mints FROM depositary WHERE address = ?',
      depositary,
    )
    const mints = row?.mints == null ? null : row.mints === 1
    if (this.#known.size >= MAX_CACHED) this.#known.clear()
    this.#known.set(depositary, mints)
    return mints
  }

  /** Keeps deposits until it is known what they do. */
  hold(deposits: readonly DepositRow[]) {
    const depositaries = deposits.map(({ depositary, log }) => ({ address: depositary, first_log: log }))
    this.#database.insertRows(DEPOSITARY, depositaries, 'keep')
    this.#database.insertRows(DEPOSIT, deposits)
  }

  depositsOf(depositary: number): readonly DepositRow[] {
    return this.#database.all(
      'SELECT log, tx, depositary, sender, receiver, value FROM deposit WHERE depositary = ? ORDER BY log',
      depositary,
    )
  }

  /** Decides whether deposits mint; their rows are deleted. Only within a database transaction. */
  decide(depositary: number, mints: boolean) {
    this.#database.send('UPDATE depositary SET mints = ? WHERE address = ?', mints ? 1 : 0, depositary)
    this.#database.send('DELETE FROM deposit WHERE depositary = ?', depositary)
    this.#known.delete(depositary)
  }

  clear() {
    this.#known.clear()
  }
}
