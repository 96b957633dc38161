/** Rows of the index that differed from what the node gives, and were written anew. */
export interface RepairedRows {
  blocks: number
  transactions: number
  logs: number
  transfers: number
  balances: number
  withdrawals: number
  /** Call frames, and what they tell of their transactions. */
  frames: number
  tokens: number
  contracts: number
  nfts: number
  authorizations: number
}

/** The result of a comparison of the index with the node: what was compared, and what was found. */
export interface VerifyReport {
  readonly compared: { blocks: number; transactions: number; logs: number; traced: number; tokens: number }
  readonly repaired: RepairedRows
  /** Tokens (their address ids) whose balances must be added up once more. */
  readonly tokensToAddUp: Set<number>
  /** Blocks whose call traces the node does not give now. */
  untraced: number
  /** From this block on the chain is indexed again: what is there was not written as it is now. */
  again: number | null
}

export const newReport = (): VerifyReport => ({
  compared: { blocks: 0, transactions: 0, logs: 0, traced: 0, tokens: 0 },
  repaired: {
    blocks: 0,
    transactions: 0,
    logs: 0,
    transfers: 0,
    balances: 0,
    withdrawals: 0,
    frames: 0,
    tokens: 0,
    contracts: 0,
    nfts: 0,
    authorizations: 0,
  },
  tokensToAddUp: new Set(),
  untraced: 0,
  again: null,
})

const NOUNS: Readonly<Record<keyof RepairedRows, readonly [one: string, many: string]>> = {
  blocks: ['block', 'blocks'],
  transactions: ['transaction', 'transactions'],
  logs: ['log', 'logs'],
  transfers: ['token transfer', 'token transfers'],
  balances: ['balance', 'balances'],
  withdrawals: ['withdrawal', 'withdrawals'],
  frames: ['call frame', 'call frames'],
  tokens: ['token', 'tokens'],
  contracts: ['contract', 'contracts'],
  nfts: ['NFT', 'NFTs'],
  authorizations: ['authorization', 'authorizations'],
}

const count = (value: number, [one, many]: readonly [string, string]) =>
  `${value.toLocaleString('en')} ${value === 1 ? one : many}`

/** In sentences, one a line. */
export function describeReport({ compared, repaired, untraced, again }: VerifyReport): string[] {
  const { blocks, transactions, logs, traced, tokens } = compared
  const found = (Object.keys(NOUNS) as (keyof RepairedRows)[])
    .filter((kind) => repaired[kind] > 0)
    .map((kind) => count(repaired[kind], NOUNS[kind]))
  return [
    `Compared with the node: ${[
      count(blocks, NOUNS.blocks),
      count(transactions, NOUNS.transactions),
      count(logs, NOUNS.logs),
      count(traced, ['block with its call traces', 'blocks with their call traces']),
      count(tokens, NOUNS.tokens),
    ].join(', ')}.`,
    found.length === 0 ? 'Nothing differed.' : `Differed and repaired: ${found.join(', ')}.`,
    ...(again === null
      ? []
      : [`Indexed again from block ${again.toLocaleString('en')} on: it was written by an older version.`]),
    ...(untraced === 0
      ? []
      : [`The node refused the call traces of ${count(untraced, NOUNS.blocks)}: not compared.`]),
  ]
}
