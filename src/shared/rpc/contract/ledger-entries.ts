/** Movements that a person entered by hand because no list has them. */
import * as z from 'zod/mini'
import type { LedgerAsset } from './ledger.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'

/** The maximal number of entries of one address. */
export const MAX_LEDGER_ENTRIES = 1_000
export const MAX_ENTRY_NOTE_LENGTH = 500

const id = z.int().check(z.positive())
const ledger = { source: z.string().check(z.maxLength(200)), address }

export const newEntry = z
  .object({
    /** The id of a `LedgerAsset`. */
    asset: z.string().check(z.maxLength(200)),
    /** Signed, in the asset's smallest unit. */
    amount: z.string().check(z.regex(/^-?[1-9]\d{0,77}$/)),
    /**
     * The entry follows all movements of this block; or, if `block` is null, all movements up to `time` (ms since
     * 1970).
     */
    block: z.nullable(z.int().check(z.gte(0))),
    time: z.nullable(z.number().check(z.gte(0), z.lte(8_640_000_000_000_000))),
    note: z.string().check(z.maxLength(MAX_ENTRY_NOTE_LENGTH)),
  })
  .check(z.refine(({ block, time }) => block !== null || time !== null))
export type NewLedgerEntry = z.infer<typeof newEntry>

export interface LedgerEntry extends Omit<NewLedgerEntry, 'asset'> {
  readonly id: number
  readonly asset: LedgerAsset
}

export const ledgerEntryCalls = {
  /** In the order of the ledger. Entries belong to the address on its chain, whichever source is used. */
  'ledger.entries': call<readonly LedgerEntry[]>().with(z.object(ledger)),
  /** `id` changes an existing entry. `not_found`: the ledger is incomplete, or has no such asset. */
  'ledger.saveEntry': call<LedgerEntry>().with(z.object({ ...ledger, id: z.nullable(id), entry: newEntry })),
  /** Removes an entry that the person made. */
  'ledger.removeEntry': call<null>().with(z.object({ id })),
} as const
