/** The rules for the fields of a transaction. */
import { getContractAddress } from 'viem/utils'
import { parityOf, type Authority } from '#platform/json-rpc/proof/recover-authorities.ts'
import { numberOf, type Json } from '#platform/json-rpc/wire.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Basis, BlockEvidence } from './block-evidence.ts'
import { objects } from '#platform/json-rpc/proof/write-transaction.ts'
import {
  bigOf,
  decimalOf,
  hexOf,
  timeOf,
  type FieldsOf,
  type Rule,
  type NodeValue,
} from './compare-fields.ts'

/** A transaction as in the node's block. */
export interface TransactionEvidence {
  readonly block: BlockEvidence
  readonly position: number
  readonly raw: Json
  /** Undefined if the node returns none. */
  readonly receipt: Json | undefined
  /** The signer; undefined if it can't be determined. */
  readonly sender: string | undefined
  /** The signers of its authorizations. */
  readonly signers: readonly Authority[]
  readonly proven: ReadonlySet<Basis>
}

type TransactionRule = Rule<TransactionEvidence>

/** The gas price from the transaction's and the block's fields: the receipt's price is in no hash. */
export function gasPriceOf({
  raw,
  block,
  receipt,
  proven,
}: Pick<TransactionEvidence, 'raw' | 'block' | 'receipt' | 'proven'>): bigint | undefined {
  const said = bigOf(receipt?.effectiveGasPrice)
  if (!proven.has('receipt')) return said ?? bigOf(raw.gasPrice)
  const [most, tip, base] = [raw.maxFeePerGas, raw.maxPriorityFeePerGas, block.header.baseFeePerGas].map(
    bigOf,
  )
  if (numberOf(raw.type ?? 0) < 2) return bigOf(raw.gasPrice)
  if (most === undefined || tip === undefined || base === undefined) return undefined
  return base + tip < most ? base + tip : most
}

const gasUsedOf = ({ receipt }: TransactionEvidence) => bigOf(receipt?.gasUsed)
const baseFeeOf = ({ block }: Pick<TransactionEvidence, 'block'>) => bigOf(block.header.baseFeePerGas)

const product = (one: bigint | undefined, other: bigint | undefined): string | undefined =>
  one === undefined || other === undefined ? undefined : String(one * other)

/** A source's fee may include the layer 1 fee and the blob fee, or not. */
function feeOf(of: TransactionEvidence, source: string | null): NodeValue {
  const execution = product(gasUsedOf(of), gasPriceOf(of))
  if (execution === undefined) return undefined
  const receipt = of.receipt ?? {}
  const layer = bigOf(receipt.l1Fee) ?? 0n
  const blobs = (bigOf(receipt.blobGasUsed) ?? 0n) * (bigOf(receipt.blobGasPrice) ?? 0n)
  const right = [0n, layer, blobs, layer + blobs].map((more) => String(BigInt(execution) + more))
  return source !== null && right.includes(source) ? source : right[0]
}

/** The word for the receipt's status; other words are the source's own. */
const resultOf = ({ receipt }: TransactionEvidence, source: string | null): NodeValue => {
  const isDone = bigOf(receipt?.status)
  if (isDone === undefined) return undefined
  if (isDone === 1n) return 'success'
  return source === 'success' ? 'failed' : undefined
}

/** A selector, if the source has no name. */
const methodOf = ({ raw }: TransactionEvidence, source: string | null): NodeValue =>
  source !== null && /^0x[0-9a-f]{8}$/i.test(source) ? hexOf(raw.input)?.slice(0, 10) : undefined

/** The signed authorizations and their signers. A value that the source does not give is not compared. */
function authorizationsOf({ raw, signers }: TransactionEvidence, source: string | null): NodeValue {
  const signed = objects(raw.authorizationList ?? []).map(
    ({ address, chainId, nonce, r, s, ...rest }, at) => ({
      address_hash: hexOf(address),
      authority: signers[at],
      ...{ chain_id: decimalOf(chainId), nonce: decimalOf(nonce) },
      ...{ v: decimalOf(rest.yParity ?? rest.v), r: decimalOf(r), s: decimalOf(s) },
    }),
  )
  const said = source === null ? [] : (JSON.parse(source) as SaidAuthorizations)
  const isSame =
    said.length === signed.length &&
    said.every(({ v, ...one }, at) =>
      Object.entries({ ...one, v: v && parityOf(v) }).every(([field, value]) => {
        const own = signed[at]?.[field as keyof (typeof signed)[number]]
        return value == null || own === undefined || value.toLowerCase() === own
      }),
    )
  return isSame ? source : JSON.stringify(signed)
}

type SaidAuthorizations = NonNullable<Transaction['authorization_list']>

/** Says which authorizations took effect. Nothing in a block proves it. */
export function authorizationEffects(list: Transaction['authorization_list']): string | null {
  const said = list?.flatMap(({ status }) => status ?? []) ?? []
  return said.length === 0 ? null : said.join(', ')
}

function createdBy({ raw, receipt, sender, proven }: TransactionEvidence): NodeValue {
  if (raw.to != null) return null
  const [from, nonce] = [sender ?? hexOf(raw.from), bigOf(raw.nonce)]
  if (from === undefined || nonce === undefined) return undefined
  const made = getContractAddress({ from: from as `0x${string}`, nonce })
  return proven.has('hash') ? made : (hexOf(receipt?.contractAddress) ?? made)
}

const signed = (read: (raw: Json) => NodeValue, nullCounts?: true): TransactionRule => ({
  says: ({ raw }) => read(raw),
  by: ['hash'],
  ...(nullCounts && { nullCounts }),
})

export const TRANSACTION_RULES: Readonly<
  Record<FieldsOf<Transaction> | 'authorization_list.status', TransactionRule>
> = {
  hash: signed((raw) => hexOf(raw.hash)),
  timestamp: { says: ({ block }) => timeOf(block.header.timestamp), by: ['header', 'place'], as: 'time' },
  block_number: { says: ({ block }) => String(block.height), by: ['header', 'place'], nullCounts: true },
  position: { says: ({ position }) => String(position), by: ['header', 'place'] },
  nonce: signed((raw) => decimalOf(raw.nonce)),
  confirmations: { cannot: 'of_now' },
  confirmation_duration: { cannot: 'own' },
  status: {
    says({ receipt }) {
      const status = bigOf(receipt?.status)
      return status === undefined ? undefined : status === 1n ? 'ok' : 'error'
    },
    by: ['receipt'],
  },
  result: { says: resultOf, by: ['receipt'] },
  type: { says: ({ raw }) => decimalOf(raw.type ?? '0x0'), by: ['hash'] },
  method: { says: methodOf, by: ['hash'] },
  from: { says: ({ raw, sender }) => sender ?? hexOf(raw.from), by: ['hash', 'sender'] },
  to: signed((raw) => (raw.to == null ? null : hexOf(raw.to)), true),
  created_contract: { says: createdBy, by: ['hash', 'sender', 'receipt'], nullCounts: true },
  value: signed((raw) => decimalOf(raw.value)),
  // The layer 1 fee and the blob fee are in no hash.
  fee: { says: feeOf, by: (of, source) => (source === feeOf(of, null) ? ['hash', 'receipt'] : []) },
  gas_limit: signed((raw) => decimalOf(raw.gas)),
  gas_used: { says: ({ receipt }) => decimalOf(receipt?.gasUsed), by: ['receipt'] },
  gas_price: { says: (of) => gasPriceOf(of)?.toString(), by: ['hash', 'place', 'receipt'] },
  base_fee_per_gas: {
    says: ({ block }) => decimalOf(block.header.baseFeePerGas),
    by: ['header', 'place'],
  },
  max_fee_per_gas: signed((raw) => decimalOf(raw.maxFeePerGas)),
  max_priority_fee_per_gas: signed((raw) => decimalOf(raw.maxPriorityFeePerGas)),
  priority_fee: {
    says(of) {
      const [price, base] = [gasPriceOf(of), baseFeeOf(of)]
      return price === undefined || base === undefined ? undefined : product(price - base, gasUsedOf(of))
    },
    by: ['hash', 'place', 'receipt'],
  },
  transaction_burnt_fee: { says: (of) => product(baseFeeOf(of), gasUsedOf(of)), by: ['place', 'receipt'] },
  exchange_rate: { cannot: 'price' },
  historic_exchange_rate: { cannot: 'price' },
  revert_reason: { cannot: 'trace' },
  has_error_in_internal_transactions: { cannot: 'trace' },
  raw_input: signed((raw) => hexOf(raw.input)),
  decoded_input: { cannot: 'name' },
  token_transfers: { apart: true },
  token_transfers_overflow: { cannot: 'own' },
  transaction_types: { cannot: 'own' },
  transaction_tag: { cannot: 'name' },
  actions: { cannot: 'own' },
  authorization_list: {
    says: authorizationsOf,
    by: ({ signers }) => (signers.includes(undefined) ? [] : ['hash']),
  },
  'authorization_list.status': { cannot: 'trace' },
  is_pending_update: { cannot: 'own' },
}

/** Fields that the signed transaction says, in whatever block it is. */
export const SIGNED_FIELDS: ReadonlySet<string> = new Set(
  Object.entries(TRANSACTION_RULES).flatMap(([field, rule]) =>
    'by' in rule &&
    typeof rule.by !== 'function' &&
    rule.by.every((basis) => basis === 'hash' || basis === 'sender')
      ? [field]
      : [],
  ),
)
