import type { Queried } from '#shared/query/row-fields.ts'

/** Examples for kinds of rows without a token. */
const EXAMPLES: Readonly<Partial<Record<Queried, string>>> = {
  transaction: 'value>1',
  'internal-transaction': 'value>1',
  withdrawal: 'amount>1',
  'coin-balance': 'value>1',
  holder: 'amount>1',
  block: 'fee>0.1',
  log: 'method:transfer',
  'user-operation': 'fee>0.01',
  authorization: 'failed',
  'search-result': 'type:token',
}

/** An example filter for rows of this kind, or for any rows where `kind` is undefined. */
export const exampleOf = (kind: Queried | undefined): string => (kind && EXAMPLES[kind]) ?? 'token:USDC'
