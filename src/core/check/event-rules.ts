/** The rules for the fields of a log, and of the token transfers that it means. */
import { bigOf, decimalOf, hexOf, timeOf, type FieldsOf, type Rule } from './compare-fields.ts'
import { data, list, type Json } from '#platform/json-rpc/wire.ts'
import type { Log } from '#shared/chain/log.ts'
import type { TokenTransfer } from '#shared/chain/token.ts'
import {
  readDeposit,
  readTokenTransfers,
  TRANSFER,
  TRANSFER_BATCH,
  TRANSFER_SINGLE,
  type TokenTransfer as Moved,
} from '#shared/chain/token-events.ts'
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import type { Basis, BlockEvidence } from './block-evidence.ts'

export interface LogEvidence {
  readonly block: BlockEvidence
  readonly transactionHash: string
  readonly raw: Json
  /** Index of the log in the block. */
  readonly index: number
}

const OF_BLOCK: readonly Basis[] = ['header', 'place', 'receipt']
const said = <E extends LogEvidence>(
  says: Extract<Rule<E>, { readonly by: unknown }>['says'],
  as?: 'time',
): Rule<E> => ({ says, by: OF_BLOCK, ...(as && { as }) })

const ofBlock = {
  transaction_hash: said(({ transactionHash }) => transactionHash),
  block_hash: said(({ block }) => block.hash),
  block_number: said(({ block }) => String(block.height)),
} satisfies Record<string, Rule<LogEvidence>>
const timeOfBlock = said(({ block }) => timeOf(block.header.timestamp), 'time')

export const LOG_RULES: Readonly<Record<FieldsOf<Log>, Rule<LogEvidence>>> = {
  ...ofBlock,
  index: { apart: true },
  address: said(({ raw }) => hexOf(raw.address)),
  // The contract that the transaction called, which is another item's field.
  smart_contract: { cannot: 'own' },
  block_timestamp: timeOfBlock,
  topics: said(({ raw }) => JSON.stringify(topicsOf(raw))),
  data: said(({ raw }) => hexOf(raw.data)),
  decoded: { cannot: 'name' },
}

/** Throws a `NodeFailure` if they are invalid. */
const topicsOf = ({ topics }: Json): string[] =>
  list(topics, 'the topics of a log').map((topic) => data(topic, 'a topic of a log'))

export interface TransferEvidence extends LogEvidence {
  readonly moved: Moved
}

/** The transfers in a log. `isCertain`: every source lists them as transfers. */
export function movedBy(raw: Json): { readonly moved: readonly Moved[]; readonly isCertain: boolean } {
  const log = { topics: topicsOf(raw), data: hexOf(raw.data) ?? '0x' }
  const moved = readTokenTransfers(log)
  if (moved.length > 0) return { moved, isCertain: log.topics.length >= 3 && COMMON.has(log.topics[0] ?? '') }
  const deposit = readDeposit(log)
  return { moved: deposit ? [deposit] : [], isCertain: false }
}

/** Events of ERC-20, ERC-721 and ERC-1155: only some sources list transfers of other events. */
const COMMON: ReadonlySet<string> = new Set([TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH])

/** The direction in a source's words; a mint of an NFT has two possible ones. */
function directionOf({ moved: { from, to } }: TransferEvidence, source: string | null) {
  if (from === ZERO_ADDRESS && to === ZERO_ADDRESS) return undefined
  if (from === ZERO_ADDRESS) return source === 'token_spawning' ? source : 'token_minting'
  return to === ZERO_ADDRESS ? 'token_burning' : 'token_transfer'
}

/** The fields of a transfer, together with those of its token and its total. */
type TransferField =
  | Exclude<FieldsOf<TokenTransfer>, 'total'>
  | 'token.name'
  | 'total.value'
  | 'total.token_id'
  | 'total.decimals'
  | 'total.token_instance'

export const TRANSFER_RULES: Readonly<Record<TransferField, Rule<TransferEvidence>>> = {
  ...ofBlock,
  log_index: { apart: true },
  from: said(({ moved }) => moved.from),
  to: said(({ moved }) => moved.to),
  token: said(({ raw }) => hexOf(raw.address)),
  'token.name': { cannot: 'name' },
  // Early contracts emit the same log for an amount and an NFT, and ERC-404 contracts are both.
  token_type: said(({ moved, raw }, source) =>
    topicsOf(raw).length < 3 || source === 'ERC-404' ? undefined : moved.type,
  ),
  'total.value': said(({ moved }, source) => {
    if (moved.value !== null) return decimalOf(moved.value)
    // For one NFT, some sources give no amount, some 1, and for early tokens an amount in place of the id.
    return source === '1' ? source : decimalOf(moved.tokenId)
  }),
  'total.token_id': said(({ moved }, source) =>
    moved.tokenId === null ? (source === '0' ? source : undefined) : decimalOf(moved.tokenId),
  ),
  'total.decimals': { cannot: 'name' },
  'total.token_instance': { cannot: 'name' },
  type: said(directionOf),
  method: { cannot: 'name' },
  timestamp: timeOfBlock,
}

/** One row per amount or NFT: a batch may be one row or several. */
export function flatTransfers({ total, token, ...item }: TokenTransfer): Readonly<Record<string, unknown>>[] {
  const totals = total.length > 0 ? total : [{}]
  return totals.map((one) => ({
    ...item,
    token: token?.address_hash,
    'token.name': token?.symbol ?? token?.name,
    'total.value': one.value,
    'total.token_id': one.token_id,
    'total.decimals': one.decimals,
    'total.token_instance': one.token_instance,
  }))
}

/** The transfer as a finding's value, for a row that only the node has. */
export const describeMoved = ({ from, to, tokenId, value }: Moved, { address }: Json): string =>
  JSON.stringify({
    token: hexOf(address),
    from,
    to,
    ...(value !== null && { value: String(bigOf(value)) }),
    ...(tokenId !== null && { token_id: String(bigOf(tokenId)) }),
  })
