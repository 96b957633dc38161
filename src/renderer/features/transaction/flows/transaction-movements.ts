/** The movements that a transaction's details tell: its fee, its value and its token transfers; those of the coin once. */
import { movedAmount } from '#shared/chain/moved-amount.ts'
import { coinFee, layerFee } from '#shared/chain/transaction-fee.ts'
import { transactionOutcome } from '#shared/chain/transaction-words.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import { isCoin, type Coin } from '#shared/source.ts'
import { tokenAsset } from '../assets/asset.ts'
import type { ChangeGroup } from '../state-changes/state-change-groups.ts'
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

/** Without the log of the contract for the coin that repeats the value. */
function withoutTold(transfers: readonly Movement[], [value]: readonly Movement[]): Movement[] {
  const told = transfers.findIndex(
    ({ asset, amount, from, to }) =>
      asset === 'coin' && amount === value?.amount && isSame(from, value.from) && isSame(to, value.to),
  )
  return transfers.filter((_, at) => at !== told)
}

/** Where that contract logs the fee, too: what the sender gave somebody and got back from him is as much. */
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
 * The sender pays the fee, whoever else gives and gets: the base fee is burnt, what is for the layer below goes to
 * whoever the chain keeps it for, and the rest is the validator's. One in a token is among the transfers. Where no address
 * is marked as the validator, what all coin changes together lost was burnt, and who got the rest is not known.
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
  // Of two parts that go to nobody known, one is enough.
  const others = validator ? [part(undefined, below), part(validator, rest)] : [part(undefined, below + rest)]
  return [part('burnt', burnt), ...others].filter(({ amount }) => amount > 0n)
}

function knownBurnt(transaction: Transaction, paid: bigint): bigint | undefined {
  const tip = toBigint(transaction.priority_fee)
  return toBigint(transaction.transaction_burnt_fee) ?? (tip === undefined ? undefined : paid - tip)
}

/** What went out of all listed balances. */
const lostCoins = (groups: readonly ChangeGroup[]): bigint =>
  groups
    .flatMap(({ changes }) => changes)
    .reduce((lost, { asset, change }) => (asset.kind === 'coin' ? lost - (change ?? 0n) : lost), 0n)

const clamp = (amount: bigint, most: bigint) => (amount < 0n ? 0n : amount > most ? most : amount)

const toBigint = (text: string | null | undefined): bigint | undefined =>
  text == null ? undefined : BigInt(text)
