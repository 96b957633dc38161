/** Movements that a person entered by hand, since no list has them. */
import * as z from 'zod/mini'
import type { LedgerAsset } from './ledger.ts'
import { call } from './definition.ts'
import { address } from './fields.ts'

/** Of one address. */
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
    /** It stands after all movements of this block; or, where none is named, after all up to this time (ms since 1970). */
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
  /** In the order in which they stand. They belong to the address on its chain, whichever source tells of it. */
  'ledger.entries': call<readonly LedgerEntry[]>().with(z.object(ledger)),
  /** `id`: changes that one. `not_found`: the ledger is not whole, or has no such asset. */
  'ledger.saveEntry': call<LedgerEntry>().with(z.object({ ...ledger, id: z.nullable(id), entry: newEntry })),
  'ledger.removeEntry': call<null>().with(z.object({ id })),
} as const
