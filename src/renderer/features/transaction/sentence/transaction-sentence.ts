/**
 * Builds the sentence that says what a transaction did, from calls decoded with certainty and from the state
 * changes. In case of doubt there is no sentence.
 */
import { ZERO_ADDRESS } from '#shared/abi/words.ts'
import { pluralize } from '#renderer/lib/format-number.ts'
import { $gettext, $nmsgid } from '#shared/text/gettext.ts'
import type { Decoded, DecodedValue, NestedCall } from '#shared/abi/decoded.ts'
import type { AddressRef } from '#shared/chain/address.ts'
import type { Token } from '#shared/chain/token.ts'
import { paidFee } from '#shared/chain/transaction-fee.ts'
import type { Transaction } from '#shared/chain/transaction.ts'
import type { Coin } from '#shared/source.ts'
import { coinAsset, tokenAsset, type Asset } from '../assets/asset.ts'
import { type BalanceChange, type ChangeGroup } from '../state-change-groups.ts'
import { failureReason } from '#shared/chain/failure-reason.ts'
import { describeError } from '#shared/abi/error-text.ts'
import { transactionState } from '../transaction-labels.ts'
import { address, listAmounts, partsOf, text, type Sentence, type SentencePart } from './sentence-parts.ts'

export interface SentenceFacts {
  readonly transaction: Transaction
  readonly coin: Coin
  /** The decoded input; undefined while it is decoded. */
  readonly call: Decoded | null | undefined
  /** The decoded revert data. */
  readonly error: Decoded | null | undefined
  /** All state changes by address; undefined until all are read. */
  readonly changes: readonly ChangeGroup[] | undefined
  /** The called contract as a token; undefined if it is none. */
  readonly token: Token | undefined
  /** The addresses of the transaction by hash in lower case. */
  readonly addresses: ReadonlyMap<string, AddressRef>
}

/** Returns the sentence; undefined if nothing is certain. */
export function describeTransaction(facts: SentenceFacts): Sentence | undefined {
  const { state } = transactionState(facts.transaction)
  if (state === 'failed') return describeFailure(facts)
  if (state !== 'success') return undefined
  for (const describe of [
    describeCreation,
    describeTransfer,
    describeApproval,
    describeAccountCalls,
    describeMovements,
    describeCall,
  ]) {
    const sentence = describe(facts)
    if (sentence) return sentence
  }
  return undefined
}

/** The failed call and the name of its error. The banner shows the error's arguments and who threw it. */
function describeFailure({ transaction, call, error }: SentenceFacts): Sentence {
  const name =
    error?.isCertain === true
      ? error.name === 'Error'
        ? describeError(error)
        : error.name
      : failureReason(transaction)
  const reason: SentencePart =
    name === undefined
      ? text($gettext('without a reason'))
      : { kind: 'reason', text: shortReason(name), proof: 'calls' }
  const method = methodPart(call)
  return method && transaction.to
    ? partsOf($gettext<string>('%{method} of %{address} failed: %{reason}'), {
        method,
        address: address(transaction.to),
        reason,
      })
    : partsOf($gettext<string>('Failed: %{reason}'), { reason })
}

/** Shortens unknown revert data to its selector, which a person can search for. */
export const shortReason = (reason: string): string =>
  /^0x[0-9a-f]{8,}$/i.test(reason) ? $gettext('error %{reason}', { reason: reason.slice(0, 10) }) : reason

function describeCreation({ transaction: { created_contract: created } }: SentenceFacts) {
  return created
    ? partsOf($gettext<string>('Created the contract %{address}'), { address: address(created) })
    : undefined
}

/** A coin sent without a call, or a `transfer` of a token that the token's event confirms. */
function describeTransfer(facts: SentenceFacts): Sentence | undefined {
  const { transaction, coin, call } = facts
  const { to, value } = transaction
  if (to && transaction.raw_input === '0x' && value != null && value !== '0')
    return partsOf($gettext<string>('Sent %{amount} to %{address}'), {
      amount: { kind: 'amount', amount: BigInt(value), asset: coinAsset(coin), proof: 'changes' },
      address: address(to),
    })
  if (call?.isCertain !== true || !TRANSFER_NAMES.has(call.name)) return undefined
  const transfer = onlyTransfer(transaction)
  if (!transfer || transfer.token.address_hash.toLowerCase() !== to?.hash.toLowerCase()) return undefined
  const { from, receiver, asset, amount } = transfer
  if (argument(call, /^_?to$|recipient|^dst$/)?.toLowerCase() !== receiver.hash.toLowerCase())
    return undefined
  const isOwn = from.hash.toLowerCase() === transaction.from?.hash.toLowerCase()
  const moved: SentencePart = { kind: 'amount', amount, asset, proof: 'transfers' }
  return isOwn
    ? partsOf($gettext<string>('Sent %{amount} to %{address}'), {
        amount: moved,
        address: address(receiver),
      })
    : partsOf($gettext<string>('Moved %{amount} from %{sender} to %{receiver}'), {
        amount: moved,
        sender: address(from),
        receiver: address(receiver),
      })
}

const TRANSFER_NAMES: ReadonlySet<string> = new Set(['transfer', 'transferFrom', 'safeTransferFrom'])

function onlyTransfer({ token_transfers: transfers, token_transfers_overflow: hasMore }: Transaction) {
  const [only] = transfers ?? []
  if (transfers?.length !== 1 || hasMore === true || !only?.from || !only.to || !only.token) return undefined
  const [total] = only.total
  if (only.total.length !== 1 || !total) return undefined
  const amount = total.value == null ? (total.token_id == null ? undefined : 1n) : BigInt(total.value)
  if (amount === undefined) return undefined
  return {
    token: only.token,
    from: only.from,
    receiver: only.to,
    asset: tokenAsset(only.token, total.token_id),
    amount,
  }
}

/** The `approve` and `setApprovalForAll` of a token. */
function describeApproval(facts: SentenceFacts): Sentence | undefined {
  const { transaction, call, token, addresses } = facts
  if (call?.isCertain !== true || !transaction.to) return undefined
  const spender = argument(call, /spender|operator|^_?to$|^guy$/)
  if (spender === undefined) return undefined
  const party = address(addresses.get(spender.toLowerCase()) ?? { hash: spender })
  const what: SentencePart = token ? { kind: 'token', token } : address(transaction.to)
  if (call.name === 'setApprovalForAll') {
    const isApproved = argument(call, /approved/)
    if (isApproved !== 'true' && isApproved !== 'false') return undefined
    return isApproved === 'true'
      ? partsOf($gettext<string>('Approved all %{token} for %{spender}'), { token: what, spender: party })
      : partsOf($gettext<string>('Revoked the approval of all %{token} for %{spender}'), {
          token: what,
          spender: party,
        })
  }
  const amount = argument(call, /amount|value|wad|tokenId/i)
  if (call.name !== 'approve' || amount === undefined || !/^\d+$/.test(amount)) return undefined
  // ERC-721 has the same function, so without the token's type the number may be an amount or an id.
  if (token?.type == null) return undefined
  if (token.type !== 'ERC-20') {
    const asset = tokenAsset(token, amount)
    const nft: SentencePart = { kind: 'amount', amount: 1n, asset, proof: 'input' }
    return spender === ZERO_ADDRESS
      ? partsOf($gettext<string>('Revoked the approval of %{nft}'), { nft })
      : partsOf($gettext<string>('Approved %{amount} for %{spender}'), { amount: nft, spender: party })
  }
  if (amount === '0')
    return partsOf($gettext<string>('Revoked the approval of %{token} for %{spender}'), {
      token: what,
      spender: party,
    })
  return BigInt(amount) >= MIN_UNLIMITED
    ? partsOf($gettext<string>('Approved %{unlimited} %{token} for %{spender}'), {
        unlimited: { kind: 'unlimited', proof: 'input' },
        token: what,
        spender: party,
      })
    : partsOf($gettext<string>('Approved %{amount} for %{spender}'), {
        amount: { kind: 'amount', amount: BigInt(amount), asset: tokenAsset(token), proof: 'input' },
        spender: party,
      })
}

/**
 * Amounts from here on count as unlimited. Wallets write 2^256-1; some tokens count it down, others limit it to 96 bits.
 */
const MIN_UNLIMITED = 2n ** 95n

/** Calls of a smart account that somebody else pays for; the sender's balances do not show them. */
function describeAccountCalls({ transaction: { to }, call, addresses }: SentenceFacts): Sentence | undefined {
  if (call?.isCertain !== true || !to || !ACCOUNT_CALLS.has(call.name)) return undefined
  const method = methodPart(call)
  const calls = nestedCalls(call)
  const [only] = calls
  if (!method || !only) return undefined
  if (calls.length > 1)
    return partsOf($gettext<string>('Made %{calls} by %{method} on %{address}'), {
      calls: text(pluralize(calls.length, $nmsgid('call', 'calls'))),
      method,
      address: address(to),
    })
  if (only.decoded?.isCertain !== true || only.to === null) return undefined
  return partsOf($gettext<string>('Called %{method} on %{address} from %{account}'), {
    method: { kind: 'method', name: only.decoded.name, proof: 'input' },
    address: address(addresses.get(only.to.toLowerCase()) ?? { hash: only.to }),
    account: address(to),
  })
}

const ACCOUNT_CALLS: ReadonlySet<string> = new Set([
  'execTransaction',
  'handleOps',
  'execTransactionFromModule',
])

/** Calls in the arguments of a call, without those nested in turn. */
function nestedCalls({ arguments: values }: Decoded): readonly NestedCall[] {
  const callsIn = (value: DecodedValue): readonly NestedCall[] => {
    if (typeof value === 'string') return []
    if ('list' in value) return value.list.flatMap(callsIn)
    return 'fields' in value ? value.fields.flatMap((field) => callsIn(field.value)) : value.calls
  }
  return values.flatMap(({ value }) => callsIn(value))
}

/** The amounts that the sender gave and received, without the fee. */
function describeMovements(facts: SentenceFacts): Sentence | undefined {
  const { transaction, call } = facts
  const net = senderNet(facts)
  if (!net || !transaction.to) return undefined
  const given = net
    .filter(({ amount }) => amount < 0n)
    .map(({ asset, amount }) => ({ asset, amount: -amount }))
  const got = net.filter(({ amount }) => amount > 0n)
  const gave = listAmounts(given, 'changes')
  const received = listAmounts(got, 'changes')
  const at = address(transaction.to)
  if (given.length > 0 && got.length > 0) {
    const [out, back] = [given[0], got[0]]
    const isPair = given.length === 1 && got.length === 1 && out !== undefined && back !== undefined
    if (isPair && isWrapping(out, back, transaction.to))
      return out.asset.kind === 'coin'
        ? partsOf($gettext<string>('Wrapped %{gave} into %{received}'), { gave, received })
        : partsOf($gettext<string>('Unwrapped %{gave} into %{received}'), { gave, received })
    if (isPair && call && isSwap(call))
      return partsOf($gettext<string>('Swapped %{gave} for %{received} on %{address}'), {
        gave,
        received,
        address: at,
      })
    return areMinted(got, transaction)
      ? partsOf($gettext<string>('Minted %{received} for %{gave}'), { received, gave })
      : partsOf($gettext<string>('Paid %{gave} and received %{received} at %{address}'), {
          gave,
          received,
          address: at,
        })
  }
  if (got.length > 0) {
    if (areMinted(got, transaction)) return partsOf($gettext<string>('Minted %{received}'), { received })
    const method = methodPart(call)
    return method
      ? partsOf($gettext<string>('Received %{received} by %{method} at %{address}'), {
          received,
          method,
          address: at,
        })
      : partsOf($gettext<string>('Received %{received} at %{address}'), { received, address: at })
  }
  if (given.length === 0) return undefined
  const receiver = receiverOf(given, transaction)
  if (receiver?.hash === ZERO_ADDRESS) return partsOf($gettext<string>('Burnt %{amount}'), { amount: gave })
  return receiver
    ? partsOf($gettext<string>('Sent %{amount} to %{address}'), {
        amount: gave,
        address: address(receiver),
      })
    : partsOf($gettext<string>('Sent %{amount} through %{address}'), { amount: gave, address: at })
}

/** The one receiver of everything given; undefined for several or unknown receivers. */
function receiverOf(
  given: readonly NetChange[],
  { from, to, token_transfers: transfers, token_transfers_overflow: hasMore }: Transaction,
): AddressRef | undefined {
  const receivers = new Map<string, AddressRef>()
  for (const { asset, amount } of given) {
    if (asset.kind === 'coin') {
      // A contract may pass a coin on; only an account without code certainly keeps it.
      if (to?.is_contract !== false) return undefined
      receivers.set(to.hash.toLowerCase(), to)
      continue
    }
    let known = 0n
    for (const transfer of transfers ?? []) {
      if (transfer.from?.hash.toLowerCase() !== from?.hash.toLowerCase()) continue
      for (const { token_id: id, value } of transfer.total) {
        if (!transfer.token || !transfer.to || tokenAsset(transfer.token, id).key !== asset.key) continue
        known += value == null ? 1n : BigInt(value)
        receivers.set(transfer.to.hash.toLowerCase(), transfer.to)
      }
    }
    if (known !== amount) return undefined
  }
  const [only] = receivers.values()
  return receivers.size === 1 && hasMore !== true ? only : undefined
}

interface NetChange {
  readonly asset: Asset
  readonly amount: bigint
}

/**
 * The changes of the sender's balances, without the fee. Undefined if the changes are incomplete or one amount is missing,
 * and if the coin's change has another cause: the sender earns fees as the validator, or lost more than value and fee.
 */
function senderNet({ transaction, changes, coin }: SentenceFacts): NetChange[] | undefined {
  const sender = transaction.from?.hash.toLowerCase()
  const own = changes?.find(({ address: of }) => of.hash.toLowerCase() === sender)
  const paid = paidFee(transaction)
  if (!own || own.validator || !paid) return undefined
  const sums = new Map<string, NetChange>()
  for (const change of own.changes) {
    if (change.change === undefined) return undefined
    add(sums, change, change.change)
  }
  const paidIn = paid.token && sums.get(tokenAsset(paid.token).key)
  if (paidIn) sums.set(paidIn.asset.key, { ...paidIn, amount: paidIn.amount + BigInt(paid.amount) })
  const coinChange = (sums.get('coin')?.amount ?? 0n) + (paid.token ? 0n : BigInt(paid.amount))
  if (coinChange < -BigInt(transaction.value ?? '0')) return undefined
  sums.set('coin', { asset: coinAsset(coin), amount: coinChange })
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

function add(sums: Map<string, NetChange>, { asset }: BalanceChange, amount: bigint) {
  sums.set(asset.key, { asset, amount: (sums.get(asset.key)?.amount ?? 0n) + amount })
}

/** Coin exchanged for the same amount of the called contract's own token, or back. */
const isWrapping = (out: NetChange, back: NetChange, to: AddressRef): boolean => {
  const token = [out, back].find(({ asset }) => asset.kind === 'token')
  return (
    out.amount === back.amount &&
    [out, back].some(({ asset }) => asset.kind === 'coin') &&
    token?.asset.key === to.hash.toLowerCase()
  )
}

/** Whether the name calls the exchange a swap. The amounts already prove that something was exchanged. */
const isSwap = (call: Decoded): boolean =>
  /swap|exchange/i.test(call.name) ||
  nestedCalls(call).some(({ decoded }) => decoded !== null && isSwap(decoded))

/** Whether all received assets come from the zero address, by the transfers of the transaction. */
const areMinted = (got: readonly NetChange[], { token_transfers: transfers }: Transaction): boolean =>
  got.every(({ asset }) =>
    (transfers ?? []).some(
      ({ from, token, total }) =>
        from?.hash === ZERO_ADDRESS &&
        token != null &&
        total.some(({ token_id: id }) => tokenAsset(token, id).key === asset.key),
    ),
  )

/** A call with a certain name that moved nothing of the sender. */
function describeCall({ transaction, call, changes }: SentenceFacts): Sentence | undefined {
  const method = methodPart(call)
  if (!method || !transaction.to || !changes || (transaction.value ?? '0') !== '0') return undefined
  return partsOf($gettext<string>('Called %{method} on %{address}'), {
    method,
    address: address(transaction.to),
  })
}

const methodPart = (call: Decoded | null | undefined): SentencePart | undefined =>
  call?.isCertain === true ? { kind: 'method', name: call.name, proof: 'input' } : undefined

/** The value of an argument by name, if it is a single value. */
function argument({ arguments: values }: Decoded, name: RegExp): string | undefined {
  const found = values.find((each) => name.test(each.name ?? ''))
  return typeof found?.value === 'string' ? found.value : undefined
}
