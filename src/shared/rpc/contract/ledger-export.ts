/** Exports the ledger of an address to a file that accounting programs import. */
import * as z from 'zod/mini'
import { call } from './definition.ts'
import { address } from './fields.ts'

const ACCOUNTING_FORMATS = [
  'koinly',
  'cointracking',
  'rotki-events',
  'rotki-trades',
  'hledger',
  'beancount',
] as const
export type AccountingFormat = (typeof ACCOUNTING_FORMATS)[number]

export interface AccountingFile {
  readonly file: string
  /** The path under which a browser downloads the file once; null in a host without downloads. */
  readonly path: string | null
  readonly movements: number
}

const time = z.nullable(z.number().check(z.gte(0), z.lte(8_640_000_000_000_000)))

export const ledgerExportCalls = {
  /**
   * `from` is included, `to` is not, in ms since 1970. Null if the person cancelled the choice of a folder.
   * `not_found`: the ledger is incomplete.
   */
  'ledger.export': call<AccountingFile | null>().with(
    z.object({
      source: z.string().check(z.maxLength(200)),
      address,
      others: z.optional(z.array(address).check(z.maxLength(49))),
      from: time,
      to: time,
      /** With the same meaning as in the statement. */
      withSpam: z.optional(z.boolean()),
      withWithin: z.optional(z.boolean()),
      format: z.enum(ACCOUNTING_FORMATS),
    }),
  ),
} as const
