/** Movements and sums as bytes, and back. What comes often is written once. */
import type { AddressRef } from '#shared/chain/address.ts'
import type { ListId } from '#shared/lists/list-table.ts'
import type { MovementRule } from '#shared/rpc/contract/ledger.ts'
import { compressBytes, decompressJson } from '../../rows/compress.ts'
import type { Movement } from '../movement.ts'
import type { PlacedMovement, Sums, SumsByAsset } from '../movement-reader.ts'

/** Of a row: what was entered by hand is kept in the store. */
export type KeptMovement = Omit<PlacedMovement, 'place' | 'list' | 'note' | 'of' | 'within'> &
  Pick<Movement, 'list'>

interface Packed {
  readonly texts: readonly string[]
  readonly parties: readonly AddressRef[]
  /** Numbers of texts; of parties and prices, from 1. */
  readonly asset: readonly number[]
  readonly rule: readonly number[]
  readonly list: readonly number[]
  readonly party: readonly number[]
  /** Texts like `then 2412.55`. */
  readonly price: readonly number[]
  readonly nft: readonly (string | null)[]
  readonly amount: readonly string[]
  readonly block: readonly number[]
  readonly time: readonly (number | null)[]
  /** Null is -Infinity. */
  readonly at: readonly (number | null)[]
  readonly index: readonly number[]
  readonly row: readonly string[]
  readonly transaction: readonly (string | null)[]
}

const compress = (value: unknown) => compressBytes(Buffer.from(JSON.stringify(value)), true)

export function packMovements(movements: readonly KeptMovement[]): Uint8Array {
  const texts = numbering<string>((text) => text)
  const parties = numbering<AddressRef>((party) => JSON.stringify(party))
  return compress({
    asset: movements.map(({ asset }) => texts.numberOf(asset)),
    rule: movements.map(({ rule }) => texts.numberOf(rule)),
    list: movements.map(({ list }) => texts.numberOf(list)),
    party: movements.map(({ counterparty }) => (counterparty ? parties.numberOf(counterparty) + 1 : 0)),
    price: movements.map(({ price }) => (price ? texts.numberOf(`${price.of} ${price.usd}`) + 1 : 0)),
    nft: movements.map(({ nft }) => nft),
    amount: movements.map(({ amount }) => String(amount)),
    block: movements.map(({ block }) => block),
    time: movements.map(({ time }) => time),
    at: movements.map(({ at }) => at),
    index: movements.map(({ index }) => index),
    row: movements.map(({ row }) => row),
    transaction: movements.map(({ transaction }) => transaction),
    texts: texts.all,
    parties: parties.all,
  } satisfies Packed)
}

function numbering<T>(keyOf: (value: T) => string) {
  const numbers = new Map<string, number>()
  const all: T[] = []
  return {
    all,
    numberOf(value: T): number {
      const key = keyOf(value)
      let number = numbers.get(key)
      if (number === undefined) {
        numbers.set(key, (number = all.length))
        all.push(value)
      }
      return number
    },
  }
}

export function unpackMovements(
  body: Uint8Array,
  first: number,
): (KeptMovement & Pick<PlacedMovement, 'place'>)[] {
  const packed = decompressJson(body) as Packed
  const text = (number: number | undefined) => packed.texts[number ?? -1] ?? ''
  return packed.amount.map((amount, at) => ({
    place: first + at,
    asset: text(packed.asset[at]),
    nft: packed.nft[at] ?? null,
    amount: BigInt(amount),
    block: packed.block[at] ?? 0,
    time: packed.time[at] ?? null,
    at: packed.at[at] ?? -Infinity,
    index: packed.index[at] ?? 0,
    rule: text(packed.rule[at]) as MovementRule,
    counterparty: packed.parties[(packed.party[at] ?? 0) - 1] ?? null,
    ...readPrice(packed.texts[(packed.price[at] ?? 0) - 1]),
    list: text(packed.list[at]) as ListId,
    row: packed.row[at] ?? '',
    transaction: packed.transaction[at] ?? null,
  }))
}

function readPrice(text: string | undefined): Pick<KeptMovement, 'price'> {
  const [of, usd] = text?.split(' ') ?? []
  return usd !== undefined && (of === 'then' || of === 'now') ? { price: { usd, of } } : {}
}

type PackedSum = readonly [
  asset: string,
  movements: number,
  opening: string,
  in_: string,
  out: string,
  fees: string,
]

export const packSums = (sums: SumsByAsset): Uint8Array =>
  compress(
    [...sums].map(([asset, { movements, opening, fees, ...sum }]): PackedSum => [
      asset,
      movements,
      String(opening),
      String(sum.in),
      String(sum.out),
      String(fees),
    ]),
  )

export const unpackSums = (body: Uint8Array): SumsByAsset =>
  new Map(
    (decompressJson(body) as readonly PackedSum[]).map(
      ([asset, movements, opening, came, went, fees]): [string, Sums] => [
        asset,
        {
          movements,
          opening: BigInt(opening),
          in: BigInt(came),
          out: BigInt(went),
          fees: BigInt(fees),
        },
      ],
    ),
  )
