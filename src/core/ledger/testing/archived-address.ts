/** An archive on disk with the lists of one address, filled from a model of a chain. */
import { join } from 'node:path'
import { coinFactsOf } from '#shared/coin-facts.ts'
import type { Cursor } from '#shared/lists/page.ts'
import { createArchive, type Archive } from '../../archive/create-archive.ts'
import { createChainModel, type ChainModel, type ModelRow } from '../../archive/testing/chain-model.ts'
import type { LedgerListId } from '../collect-rows.ts'
import { createKeptLedgers } from '../kept/kept-ledgers.ts'
import { makeFromArchive } from '../kept/make-ledger.ts'
import { MovementStore } from '../kept/movement-store.ts'
import { ALL } from '../movements.ts'
import { openLedgerFile } from '../kept/ledger-file.ts'
import { openDatabase } from '#platform/sqlite/database.ts'

export const OWN = `0x${'0a'.repeat(20)}`
const OTHER = { hash: `0x${'0b'.repeat(20)}` }
export const LISTS: readonly LedgerListId[] = [
  'address-transactions',
  'address-internal-transactions',
  'address-coin-balances',
]
const PAGE = 7
const ALWAYS = { signal: new AbortController().signal, onRows: () => undefined }

/** The amount of a row, derived from its hash. */
const numberOf = ({ hash }: ModelRow) => BigInt(hash) * 1_000_003n

interface Row {
  readonly height: number
  readonly index: number
  readonly key: string
  readonly item: unknown
}

/** The rows of the lists, newest first. Each second row of a block is a call, and the history is wrong for some blocks. */
function rowsOf(chain: ChainModel): Record<(typeof LISTS)[number], Row[]> {
  const rows = { 'address-transactions': [] as Row[], 'address-internal-transactions': [] as Row[] }
  const history: Row[] = []
  let held = 0n
  for (const row of chain.rows().toReversed()) {
    const { hash, block_number: number, position: index, timestamp } = row
    // Block 0 is reserved for the genesis.
    const height = number + 1
    const value = String(numberOf(row))
    const at = { block_number: height, timestamp, value }
    if (index % 2 === 0)
      rows['address-transactions'].unshift({
        height,
        index,
        key: hash,
        item: { ...at, hash, position: index, status: 'ok', from: OTHER, to: { hash: OWN } },
      })
    else
      rows['address-internal-transactions'].unshift({
        height,
        index,
        key: `${hash}:1`,
        item: {
          ...at,
          transaction_hash: hash,
          index: 1,
          type: 'call',
          success: true,
          from: OTHER,
          to: { hash: OWN },
        },
      })
    held += numberOf(row)
    if (history[0]?.height === height) history.shift()
    const said = held + (height % 5 === 3 ? 7n : 0n)
    const item = {
      block_number: height,
      block_timestamp: timestamp,
      value: String(said),
      delta: String(said),
    }
    history.unshift({ height, index: 0, key: String(height), item })
  }
  return { ...rows, 'address-coin-balances': history } as Record<(typeof LISTS)[number], Row[]>
}

/** Reads the list of a source down to the rows already archived. */
function bringUpToDate(
  archive: Archive,
  source: string,
  list: LedgerListId,
  rows: readonly Row[],
  size: number,
) {
  const held = archive.list({ source, list, params: { address_hash: OWN }, filters: {} })
  let cursor: Cursor | null = null
  for (let at = 0; ; at += size) {
    const part = rows.slice(at, at + size)
    const last = part.at(-1)
    const next: Cursor | null =
      last && at + size < rows.length ? { block_number: last.height, index: last.index } : null
    const page = { items: part.map(({ item }) => item), keys: part.map(({ key }) => key), unread: [], next }
    const meets = last !== undefined && held?.meets(page) === true
    held?.writeNow(cursor, page)
    if (next === null || meets) return
    cursor = next
  }
}

export function openArchivedAddress(folder: string) {
  let isOn = true
  const archive = createArchive({ dataDir: folder, maxBytes: () => Infinity, isOn: () => isOn })
  let chain = createChainModel()
  let lists = LISTS
  const job = (source: string) =>
    ({ verb: 'make', source, address: OWN, coin: coinFactsOf('1'), lists }) as const
  let kept = createKeptLedgers(archive.reading)
  return {
    archive,
    get chain() {
      return chain
    },
    /** Starts another chain, optionally without a balance history. */
    beginChain(hasHistory: boolean) {
      chain = createChainModel()
      lists = hasHistory ? LISTS : LISTS.filter((list) => list !== 'address-coin-balances')
    },
    file: join(folder, 'chainglass.ledgers.sqlite'),
    get kept() {
      return kept
    },
    /** Reopens the ledgers, as after a restart; with `isKept` false, the person keeps nothing of what is read any more. */
    reopen(isKept = true) {
      isOn = isKept
      kept.close()
      kept = createKeptLedgers(archive.reading)
    },
    read(source = 'one', size = PAGE) {
      const rows = rowsOf(chain)
      for (const list of LISTS) bringUpToDate(archive, source, list, rows[list], size)
      archive.flush()
    },
    async make(source = 'one', options = ALWAYS) {
      const place = kept.archived()
      const made = await place?.run(job(source), options)
      if (!place || !made) throw new Error('Nothing was made.')
      return { ...made, ...contentOf(place.store(), made.ledger) }
    },
    /** Makes the ledger of the same archive in memory. */
    async makeAnew(source = 'one') {
      const store = new MovementStore(openLedgerFile(':memory:'))
      const database = openDatabase(archive.reading.target() as string, { readOnly: true })
      const made = await makeFromArchive(store, database, job(source), {
        onRows: () => undefined,
        yieldIfDue: () => undefined,
      })
      database.close()
      return { ...made, ...contentOf(store, made.ledger) }
    },
    close() {
      kept.close()
      archive.close()
    },
  }
}

function contentOf(store: MovementStore, ledger: number) {
  const reader = store.reader(ledger)
  return {
    movements: reader.read(reader.span(ALL), {}, { order: 'ASC', limit: reader.count }),
    sums: [...reader.sums(ALL, {})],
    state: store.state(ledger),
  }
}
