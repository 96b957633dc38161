import type { Queried } from '#shared/query/row-fields.ts'

/** For those whose rows are of no token. */
const EXAMPLES: Readonly<Partial<Record<Queried, string>>> = {
  transaction: 'value>1',
  'internal-transaction': 'value>1',
  withdrawal: 'amount>1',
  'coin-balance': 'value>1',
  holder: 'amount>1',
  block: 'fee>0.1',
  log: 'method:transfer',
  'search-result': 'type:token',
}

/** A filter that rows of this kind can be asked, as it is typed; of any kind where it is undefined. */
export const exampleOf = (kind: Queried | undefined): string => (kind && EXAMPLES[kind]) ?? 'token:USDC'
