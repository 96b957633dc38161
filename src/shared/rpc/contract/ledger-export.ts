/** The ledger of an address as a file that accounting programs import. */
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
  /** Where it is. */
  readonly file: string
  /** Under which the host gives it to a browser, once; null in a host that has no downloads. */
  readonly path: string | null
  /** How many are in it. */
  readonly movements: number
}

const time = z.nullable(z.number().check(z.gte(0), z.lte(8_640_000_000_000_000)))

export const ledgerExportCalls = {
  /**
   * `from` included, `to` not, in ms since 1970. Null where the person called the choice of a folder off. `not_found`:
   * the ledger is not whole.
   */
  'ledger.export': call<AccountingFile | null>().with(
    z.object({
      source: z.string().check(z.maxLength(200)),
      address,
      others: z.optional(z.array(address).check(z.maxLength(49))),
      from: time,
      to: time,
      /** As the statement counts it. */
      withSpam: z.optional(z.boolean()),
      withWithin: z.optional(z.boolean()),
      format: z.enum(ACCOUNTING_FORMATS),
    }),
  ),
} as const
