/** Stores entries (movements entered by hand) by chain and address. */
import * as z from 'zod/mini'
import { createEmitter } from '#shared/emitter.ts'
import { MAX_LEDGER_ENTRIES, type LedgerEntry } from '#shared/rpc/contract/ledger-entries.ts'
import { invalidInput, notFound } from '#shared/errors/failure.ts'
import { parseJson } from '#platform/parse-json.ts'
import type { Database } from '#platform/sqlite/database.ts'

/** The address that an entry belongs to. */
export interface EntryOwner {
  /** Chain id; the id of the source if its chain is unknown. */
  readonly chain: string
  /** In lower case. */
  readonly address: string
}
export type OwnedEntry = EntryOwner & LedgerEntry

export interface LedgerEntries {
  /** Changes whenever an entry changes. */
  readonly revision: number
  of(owner: EntryOwner): readonly LedgerEntry[]
  all(): readonly OwnedEntry[]
  /** Saves an entry. Throws `ChainglassFailure` at the maximum number of entries, or if the entry to change is gone. */
  save(owner: EntryOwner, id: number | null, entry: Omit<LedgerEntry, 'id'>): LedgerEntry
  remove(id: number): void
  /** Call it after the table was changed elsewhere. */
  reload(): void
  onChange(listener: (revision: number) => void): () => void
}

interface Row extends Omit<OwnedEntry, 'asset'> {
  readonly asset: string
}

const ofToken = z.nullable(z.string().check(z.maxLength(2_000)))
const knownAsset = z.object({
  id: z.string().check(z.maxLength(200)),
  token: z.nullable(
    z.object({
      address_hash: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
      name: ofToken,
      symbol: ofToken,
      decimals: z.nullable(z.string().check(z.regex(/^\d{1,78}$/))),
      type: ofToken,
    }),
  ),
  tokenId: z.nullable(z.string().check(z.regex(/^\d{1,78}$/))),
})

export function createLedgerEntries(store: Database): LedgerEntries {
  const changes = createEmitter<number>()
  let revision = 0
  function reload() {
    revision += 1
    changes.emit(revision)
  }
  return {
    get revision() {
      return revision
    },
    of: ({ chain, address }) =>
      store
        .all<Row>('SELECT * FROM ledger_entries WHERE chain = ? AND address = ? ORDER BY id', chain, address)
        .flatMap(readRow),
    all: () => store.all<Row>('SELECT * FROM ledger_entries ORDER BY id').flatMap(readRow),
    save({ chain, address }, id, { asset, amount, block, time, note }) {
      const read = z.parse(knownAsset, {
        id: asset.id,
        token: asset.token && {
          address_hash: asset.token.address_hash,
          name: asset.token.name ?? null,
          symbol: asset.token.symbol ?? null,
          decimals: asset.token.decimals ?? null,
          type: asset.token.type ?? null,
        },
        tokenId: asset.tokenId,
      })
      const values = [JSON.stringify(read), amount, block, time, note] as const
      if (id !== null) {
        const changed = store.get(
          `UPDATE ledger_entries SET asset = ?, amount = ?, block = ?, time = ?, note = ?
           WHERE id = ? AND chain = ? AND address = ? RETURNING id`,
          ...values,
          id,
          chain,
          address,
        )
        if (!changed) throw gone()
        reload()
        return { id, asset: read, amount, block, time, note }
      }
      const { count = 0 } =
        store.get<{ count: number }>(
          'SELECT count(*) AS count FROM ledger_entries WHERE chain = ? AND address = ?',
          chain,
          address,
        ) ?? {}
      if (count >= MAX_LEDGER_ENTRIES)
        throw invalidInput('entry', { kind: 'too_many_entries', max: MAX_LEDGER_ENTRIES })
      const added = store.insert(
        'INSERT INTO ledger_entries (asset, amount, block, time, note, chain, address) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...values,
        chain,
        address,
      )
      reload()
      return { id: added, asset: read, amount, block, time, note }
    },
    remove(id) {
      if (!store.get('DELETE FROM ledger_entries WHERE id = ? RETURNING id', id)) throw gone()
      reload()
    },
    reload,
    onChange: (listener) => changes.on(listener),
  }
}

/** Returns an empty array for an entry whose asset can't be read. */
function readRow(row: Row): OwnedEntry[] {
  const asset = z.safeParse(knownAsset, parseJson(row.asset))
  return asset.success ? [{ ...row, asset: asset.data }] : []
}

const gone = () => notFound('entry_gone')
