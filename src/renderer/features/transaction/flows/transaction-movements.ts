/**
 * The movements in a transaction's details: its fee, its value and its token transfers. Each movement of the coin
 * is counted once.
 */
import { movedAmount } from '#shared/chain/moved-amount.ts'
import { coinFee, layerFee } from '#shared/chain/transaction-fee.ts'
import { transactionOutcome } from '#shared/chain/transaction-words.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { isCoin, type Coin } from '#shared/source.ts'
import { toBigint } from '../to-bigint.ts'
import { tokenAsset } from '../assets/asset.ts'
import type { ChangeGroup } from '../state-change-groups.ts'
import type { Movement } from './flows.ts'

export function transactionMovements(
  transaction: Transaction | undefined,
  groups: readonly ChangeGroup[],
  coin: Coin,
): Movement[] {
  if (!transaction) return []
  const value = valueOf(transaction)
  const transfers = withoutTold(transfersOf(transaction, coin), value)
  const fee = tellFee(transaction, transfers) ? [] : feeParts(transaction, groups)
  return [...fee, ...value, ...transfers]
}

/** Removes one transfer of the coin that repeats the transaction's value, as the contract of the coin logs it. */
function withoutTold(transfers: readonly Movement[], [value]: readonly Movement[]): Movement[] {
  const told = transfers.findIndex(
    ({ asset, amount, from, to }) =>
      asset === 'coin' && amount === value?.amount && isSame(from, value.from) && isSame(to, value.to),
  )
  return transfers.filter((_, at) => at !== told)
}

/** Whether the contract of the coin logs the fee too: the sender's net coin transfers to one party equal the fee. */
function tellFee(transaction: Transaction, transfers: readonly Movement[]): boolean {
  const { from: sender } = transaction
  const paid = toBigint(coinFee(transaction))
  if (!sender || !paid) return false
  const given = new Map<string, bigint>()
  for (const { asset, amount, from, to } of transfers) {
    if (asset !== 'coin' || isSame(from, sender) === isSame(to, sender)) continue
    const isOut = isSame(from, sender)
    const other = hashOf(isOut ? to : from) ?? ''
    given.set(other, (given.get(other) ?? 0n) + (isOut ? amount : -amount))
  }
  return [...given.values()].includes(paid)
}

const hashOf = (party: Movement['to']) => (party === 'burnt' ? party : party?.hash.toLowerCase())
const isSame = (one: Movement['to'], other: Movement['to']) => hashOf(one) === hashOf(other)

function valueOf(transaction: Transaction): Movement[] {
  const { from, to, created_contract: created, value } = transaction
  const receiver = to ?? created
  const amount = toBigint(value) ?? 0n
  return from && receiver && amount > 0n && transactionOutcome(transaction) === 'ok'
    ? [{ from, to: receiver, asset: 'coin', amount }]
    : []
}

function transfersOf({ token_transfers: transfers }: Transaction, coin: Coin): Movement[] {
  return (transfers ?? []).flatMap(({ from, to, token, total }) =>
    total.flatMap(({ token_id: id, value }) => {
      const amount = token ? movedAmount(token, value) : undefined
      return from && to && token && amount !== undefined
        ? [{ from, to, asset: isCoin(coin, token) ? 'coin' : tokenAsset(token, id).key, amount }]
        : []
    }),
  )
}

/**
 * The parts of the fee, which the sender pays. The base fee is burnt, the part for the layer below goes to a receiver that
 * is not known, and the rest to the validator. A fee in a token is among the transfers. Without a marked validator, the
 * burnt part is the loss of all coin changes together, and the receiver of the rest is unknown.
 */
function feeParts(transaction: Transaction, groups: readonly ChangeGroup[]): Movement[] {
  const { from, block_number: block } = transaction
  const paid = toBigint(coinFee(transaction)) ?? 0n
  if (!from || paid <= 0n || block == null) return []
  const validator = groups.find((group) => group.validator)?.address
  const burnt = clamp((validator && knownBurnt(transaction, paid)) ?? lostCoins(groups), paid)
  const part = (to: Movement['to'], amount: bigint): Movement => ({ from, to, asset: 'coin', amount })
  const below = clamp(layerFee(transaction), paid - burnt)
  const rest = paid - burnt - below
  // Two parts without a known receiver are one movement.
  const others = validator ? [part(undefined, below), part(validator, rest)] : [part(undefined, below + rest)]
  return [part('burnt', burnt), ...others].filter(({ amount }) => amount > 0n)
}

function knownBurnt(transaction: Transaction, paid: bigint): bigint | undefined {
  const tip = toBigint(transaction.priority_fee)
  return toBigint(transaction.transaction_burnt_fee) ?? (tip === undefined ? undefined : paid - tip)
}

/** The coins that all listed balances lost together, in wei. */
const lostCoins = (groups: readonly ChangeGroup[]): bigint =>
  groups
    .flatMap(({ changes }) => changes)
    .reduce((lost, { asset, change }) => (asset.kind === 'coin' ? lost - (change ?? 0n) : lost), 0n)

const clamp = (amount: bigint, most: bigint) => (amount < 0n ? 0n : amount > most ? most : amount)
