/** What each field of a log, and of the token transfers it stands for, follows from. */
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
import { ZERO_ADDRESS } from '#shared/chain/words.ts'
import type { Basis, BlockEvidence } from './block-evidence.ts'

export interface LogEvidence {
  readonly block: BlockEvidence
  readonly transactionHash: string
  readonly raw: Json
  /** It counts the logs of the block before it. */
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
  // Whom the transaction called: a field of that.
  smart_contract: { cannot: 'own' },
  block_timestamp: timeOfBlock,
  topics: said(({ raw }) => JSON.stringify(topicsOf(raw))),
  data: said(({ raw }) => hexOf(raw.data)),
  decoded: { cannot: 'name' },
}

/** Throws a `NodeFailure` where they are none. */
const topicsOf = ({ topics }: Json): string[] =>
  list(topics, 'the topics of a log').map((topic) => data(topic, 'a topic of a log'))

export interface TransferEvidence extends LogEvidence {
  readonly moved: Moved
}

/** What a log moved. `isCertain`: whoever lists transfers lists it. */
export function movedBy(raw: Json): { readonly moved: readonly Moved[]; readonly isCertain: boolean } {
  const log = { topics: topicsOf(raw), data: hexOf(raw.data) ?? '0x' }
  const moved = readTokenTransfers(log)
  if (moved.length > 0) return { moved, isCertain: log.topics.length >= 3 && COMMON.has(log.topics[0] ?? '') }
  const deposit = readDeposit(log)
  return { moved: deposit ? [deposit] : [], isCertain: false }
}

/** Of ERC-20, ERC-721 and ERC-1155: other events mean a transfer to some sources only. */
const COMMON: ReadonlySet<string> = new Set([TRANSFER, TRANSFER_SINGLE, TRANSFER_BATCH])

/** Which way it went, in a source's words; a mint of an NFT has two of them. */
function directionOf({ moved: { from, to } }: TransferEvidence, source: string | null) {
  if (from === ZERO_ADDRESS && to === ZERO_ADDRESS) return undefined
  if (from === ZERO_ADDRESS) return source === 'token_spawning' ? source : 'token_minting'
  return to === ZERO_ADDRESS ? 'token_burning' : 'token_transfer'
}

/** The fields of a transfer with those of its token and of what was moved beside them. */
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
  // Early contracts log the same for an amount and for an NFT, and those of ERC-404 are both.
  token_type: said(({ moved, raw }, source) =>
    topicsOf(raw).length < 3 || source === 'ERC-404' ? undefined : moved.type,
  ),
  'total.value': said(({ moved }, source) => {
    if (moved.value !== null) return decimalOf(moved.value)
    // Of one NFT some say nothing, some 1, and early tokens an amount where others have an id.
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

/** A row for each amount or NFT that it names: a batch may be one row or several. */
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

/** As a value of a finding: for a row that only the node has. */
export const describeMoved = ({ from, to, tokenId, value }: Moved, { address }: Json): string =>
  JSON.stringify({
    token: hexOf(address),
    from,
    to,
    ...(value !== null && { value: String(bigOf(value)) }),
    ...(tokenId !== null && { token_id: String(bigOf(tokenId)) }),
  })
