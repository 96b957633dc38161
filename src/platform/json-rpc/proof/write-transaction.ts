/** Encodes transactions as they are hashed and signed. */
import { keccak256, recoverAddress } from 'viem/utils'
import { data, type Json, list, numberOf, object, quantity as readQuantity, textOf } from '../wire.ts'
import { type Hex, quantityBytes, rlp } from './trie-root.ts'

type Field = (transaction: Json) => Hex | readonly unknown[]
const chainId: Field = (raw) => quantity(raw.chainId)
const nonce: Field = (raw) => quantity(raw.nonce)
const fees: readonly Field[] = [
  (raw) => quantity(raw.maxPriorityFeePerGas),
  (raw) => quantity(raw.maxFeePerGas),
]
const gasPrice: Field = (raw) => quantity(raw.gasPrice)
const call: readonly Field[] = [
  (raw) => quantity(raw.gas),
  (raw) => (raw.to == null ? '0x' : bytes(raw.to)),
  (raw) => quantity(raw.value),
  (raw) => bytes(raw.input),
]
const accessList: Field = (raw) =>
  objects(raw.accessList).map(({ address, storageKeys }) => [
    bytes(address),
    list(storageKeys, 'keys of storage').map(bytes),
  ])
const blobs: readonly Field[] = [
  (raw) => quantity(raw.maxFeePerBlobGas),
  (raw) => list(raw.blobVersionedHashes, 'hashes of blobs').map(bytes),
]
const authorizations: Field = (raw) =>
  objects(raw.authorizationList).map((each) => [
    quantity(each.chainId),
    bytes(each.address),
    quantity(each.nonce),
    ...signature(each),
  ])
const signature = (raw: Json): readonly Hex[] => [
  quantity(raw.yParity ?? raw.v),
  quantity(raw.r),
  quantity(raw.s),
]

/** By transaction type. */
const FIELDS: readonly (readonly Field[])[] = [
  [nonce, gasPrice, ...call],
  [chainId, nonce, gasPrice, ...call, accessList],
  [chainId, nonce, ...fees, ...call, accessList],
  [chainId, nonce, ...fees, ...call, accessList, ...blobs],
  [chainId, nonce, ...fees, ...call, accessList, authorizations],
]

export function writeTransaction(raw: Json): Hex {
  const type = Number(raw.type ?? 0)
  const fields = (FIELDS[type] ?? []).map((field) => field(raw)) as Hex[]
  if (type === 0) return rlp([...fields, quantity(raw.v), quantity(raw.r), quantity(raw.s)])
  return typed(type, rlp([...fields, ...signature(raw)]))
}

/**
 * Whether a transaction has one of Ethereum's types and a signature: other chains hash and sign theirs differently.
 */
export const isOrdinary = ({ type, r }: Json): boolean =>
  FIELDS[numberOf(type ?? 0)] !== undefined && /^0x0*[1-9a-f]/i.test(textOf(r))

/** Whether its fields hash to its hash. */
export function isTransactionProven(raw: Json): boolean {
  try {
    return keccak256(writeTransaction(raw)) === raw.hash
  } catch {
    return false
  }
}

/** The signer in lower case; undefined if the signature can't be read. */
export async function senderOf(raw: Json): Promise<string | undefined> {
  try {
    const { r, s } = raw
    const parity = raw.yParity ?? raw.v
    const v = BigInt(readQuantity(parity, 'a quantity'))
    const signature = {
      r: word(r),
      s: word(s),
      // 27 and 28 originally, with the chain's id since EIP-155, else the parity itself.
      yParity: Number(v < 2n ? v : v < 35n ? v - 27n : (v - 35n) % 2n),
    }
    return (await recoverAddress({ hash: keccak256(writeUnsigned(raw)), signature })).toLowerCase()
  } catch {
    return undefined
  }
}

function writeUnsigned(raw: Json): Hex {
  const type = Number(raw.type ?? 0)
  const fields = (FIELDS[type] ?? []).map((field) => field(raw)) as Hex[]
  if (type !== 0) return typed(type, rlp(fields))
  const v = BigInt(readQuantity(raw.v, 'a quantity'))
  return rlp(v < 35n ? fields : [...fields, quantityBytes((v - 35n) / 2n), '0x', '0x'])
}

const word = (value: unknown): Hex => `0x${readQuantity(value, 'a quantity').slice(2).padStart(64, '0')}`

export const typed = (type: number, written: Hex): Hex =>
  type === 0 ? written : `0x${type.toString(16).padStart(2, '0')}${written.slice(2)}`

export const objects = (value: unknown): readonly Json[] =>
  list(value, 'a list').map((each) => object(each, 'an object'))

export const quantity = (value: unknown): Hex => quantityBytes(readQuantity(value, 'a quantity'))
export const bytes = (value: unknown): Hex => data(value, 'bytes') as Hex
