/** Checks the data that collect.ts gathers. Each check returns its findings as sentences; an empty list is a pass. */
import {
  type Collected,
  type Internal,
  type StateChange,
  type Transaction,
  type Transfer,
  lowerHash,
} from './collect.ts'

const NULL = `0x${'0'.repeat(40)}`
const big = (text: string | null | undefined) => BigInt(text ?? '0')
const at = ({ block_number: height, position }: Transaction) => `${String(height)}/${String(position)}`

/** Identifies a balance: address, token and token id. */
const balanceKey = (address: string, token: string, id: string) => `${address} ${token} ${id}`
const COIN = 'coin'

/** Every balance change of a transaction, computed from its lists. */
function expectedChanges(
  transaction: Transaction,
  transfers: readonly Transfer[],
  calls: readonly Internal[],
  miner: string,
) {
  const sums = new Map<string, bigint>()
  const add = (address: string, token: string, id: string, amount: bigint) => {
    const key = balanceKey(address, token, id)
    sums.set(key, (sums.get(key) ?? 0n) + amount)
  }
  const sender = lowerHash(transaction.from)
  add(sender, COIN, '', -big(transaction.fee?.value))
  add(miner, COIN, '', big(transaction.priority_fee))
  if (transaction.status === 'ok') {
    add(sender, COIN, '', -big(transaction.value))
    add(lowerHash(transaction.to ?? transaction.created_contract), COIN, '', big(transaction.value))
  }
  for (const call of calls) {
    if (call.success !== true || transaction.status !== 'ok') continue
    if (!['call', 'create', 'create2', 'selfdestruct'].includes(call.type ?? '')) continue
    add(lowerHash(call.from), COIN, '', -big(call.value))
    add(lowerHash(call.to ?? call.created_contract), COIN, '', big(call.value))
  }
  for (const { from, to, token, total } of transfers)
    for (const part of total) {
      const single = token?.type === 'ERC-721'
      const amount = single ? 1n : big(part.value)
      const id = single ? '' : (part.token_id ?? '')
      add(lowerHash(from), token?.address_hash ?? '', id, -amount)
      add(lowerHash(to), token?.address_hash ?? '', id, amount)
    }
  return new Map([...sums].filter(([, amount]) => amount !== 0n))
}

const isHidden = (row: StateChange) => row.token?.type === 'ERC-7984'

const changeAmount = ({ change }: StateChange): bigint =>
  Array.isArray(change)
    ? change.reduce((sum, { direction }) => sum + (direction === 'to' ? 1n : -1n), 0n)
    : big(change)

const changedBalance = (row: StateChange) =>
  balanceKey(lowerHash(row.address), row.token?.address_hash ?? COIN, row.token_id ?? '')

/** State changes must equal the sum of value, fee, calls and transfers. */
export function changesThatDoNotAddUp(chain: Collected): string[] {
  const transfers = Map.groupBy(chain.transfers, ({ transaction_hash: hash }) => hash)
  const calls = Map.groupBy(chain.internals.values(), ({ transaction_hash: hash }) => hash)
  return [...chain.transactions.values()].flatMap((transaction) => {
    const rows = (chain.changes.get(transaction.hash) ?? []).filter((row) => !isHidden(row))
    const miner = lowerHash(chain.blocks.get(transaction.block_number ?? -1)?.miner)
    const moved = (transfers.get(transaction.hash) ?? []).filter(({ token }) => token?.type !== 'ERC-7984')
    const expected = expectedChanges(transaction, moved, calls.get(transaction.hash) ?? [], miner)
    const reported = new Map(rows.map((row) => [changedBalance(row), changeAmount(row)]))
    const findings: string[] = []
    if (reported.size !== rows.length) findings.push(`${at(transaction)}: a balance is reported twice`)
    for (const [balance, amount] of expected)
      if (reported.get(balance) !== amount)
        findings.push(
          `${at(transaction)}: ${balance} should change by ${String(amount)}, not ${String(reported.get(balance))}`,
        )
    for (const [balance, amount] of reported)
      if (amount !== 0n && !expected.has(balance))
        findings.push(`${at(transaction)}: ${balance} changed for no reason`)
    return findings
  })
}

/** In each row before + change = after; successive rows of a balance connect; no balance is negative. */
export function balancesThatJump(
  chain: Collected,
  withdrawn: (address: string, from: number, to: number) => bigint,
): string[] {
  const known = new Map<string, { after: bigint; height: number }>()
  const findings: string[] = []
  for (const transaction of chain.transactions.values()) {
    const height = transaction.block_number ?? 0
    for (const row of chain.changes.get(transaction.hash) ?? []) {
      if (lowerHash(row.address) === NULL || isHidden(row)) continue
      const [before, after] = [big(row.balance_before), big(row.balance_after)]
      const balance = changedBalance(row)
      if (before + changeAmount(row) !== after)
        findings.push(`${at(transaction)}: ${balance}: before + change is not after`)
      if (before < 0n || after < 0n) findings.push(`${at(transaction)}: ${balance} is below zero`)
      const last = known.get(balance)
      const paid =
        row.type === 'coin' && last ? withdrawn(lowerHash(row.address), last.height, height - 1) : 0n
      if (last && last.after + paid !== before)
        findings.push(
          `${at(transaction)}: ${balance} was ${String(last.after + paid)}, is ${String(before)} before`,
        )
      known.set(balance, { after, height })
    }
  }
  return findings
}

/** Fees are gas times price, divided into a burnt part and the validator's part. */
export function wrongFees(chain: Collected): string[] {
  return [...chain.transactions.values()].flatMap((transaction) => {
    const { gas_used: gas, gas_price: price, base_fee_per_gas: base, priority_fee: tip, fee } = transaction
    const block = chain.blocks.get(transaction.block_number ?? -1)
    const findings: string[] = []
    if (big(gas) * big(price) !== big(fee?.value)) findings.push(`${at(transaction)}: fee`)
    if (big(gas) * big(base) !== big(transaction.transaction_burnt_fee))
      findings.push(`${at(transaction)}: burnt`)
    if (big(transaction.transaction_burnt_fee) + big(tip) !== big(fee?.value))
      findings.push(`${at(transaction)}: tip`)
    if (big(gas) > big(transaction.gas_limit)) findings.push(`${at(transaction)}: more gas than allowed`)
    if (base !== block?.base_fee_per_gas) findings.push(`${at(transaction)}: base fee is not its block's`)
    if (transaction.timestamp !== block?.timestamp)
      findings.push(`${at(transaction)}: time is not its block's`)
    return findings
  })
}

/** Every height has one block, and each block's sums equal those of its transactions. */
export function wrongBlocks(chain: Collected): string[] {
  const inside = Map.groupBy(chain.transactions.values(), ({ block_number: height }) => height ?? -1)
  const findings: string[] = []
  for (let height = chain.from; height <= chain.to; height++) {
    const block = chain.blocks.get(height)
    if (!block) {
      findings.push(`no block ${String(height)}`)
      continue
    }
    const transactions = inside.get(height) ?? []
    const sum = (amount: (transaction: Transaction) => string | null | undefined) =>
      String(transactions.reduce((total, transaction) => total + big(amount(transaction)), 0n))
    const wants = (name: string, is: unknown, should: unknown) => {
      if (is !== should)
        findings.push(`block ${String(height)}: ${name} is ${String(is)}, not ${String(should)}`)
    }
    wants('transactions', block.transactions_count, transactions.length)
    wants(
      'positions',
      transactions.map(({ position }) => position).join(),
      transactions.map((_, index) => index).join(),
    )
    wants(
      'gas',
      block.gas_used,
      sum(({ gas_used: gas }) => gas),
    )
    wants(
      'burnt',
      block.burnt_fees,
      sum(({ transaction_burnt_fee: burnt }) => burnt),
    )
    wants(
      'tips',
      block.priority_fee,
      sum(({ priority_fee: tip }) => tip),
    )
    wants(
      'fees',
      block.transaction_fees,
      sum(({ fee }) => fee?.value),
    )
    const parent = chain.blocks.get(height - 1)
    if (parent) wants('parent', block.parent_hash, parent.hash)
    if (parent && (parent.timestamp ?? '') >= (block.timestamp ?? ''))
      findings.push(`block ${String(height)}: made before its parent`)
  }
  return findings
}

/** Every participant of an event has it in its own list. */
export function missingFromLists(chain: Collected): string[] {
  const findings: string[] = []
  const lists = new Map(
    [...chain.addresses].map(([address, { transactions, internals }]) => [
      address,
      new Set([
        ...transactions.map(({ hash }) => hash),
        ...internals.map((call) => `${call.transaction_hash} ${String(call.index)}`),
      ]),
    ]),
  )
  const want = (side: { hash: string } | null | undefined, key: string) => {
    if (side && !lists.get(lowerHash(side))?.has(key)) findings.push(`${side.hash} lacks ${key}`)
  }
  for (const { hash, from, to, created_contract: created } of [
    ...chain.transactions.values(),
    ...chain.pending,
  ])
    for (const side of [from, to, created]) want(side, hash)
  for (const [key, { from, to, created_contract: created, transaction_hash: hash }] of chain.internals) {
    for (const side of [from, to, created]) want(side, key)
    if (!chain.transactions.has(hash)) findings.push(`${key}: its transaction is in no list`)
  }
  for (const { transaction_hash: hash } of chain.transfers)
    if (!chain.transactions.has(hash)) findings.push(`a transfer's transaction ${hash} is in no list`)
  for (const [address, { transactions, internals }] of chain.addresses)
    for (const item of [...transactions, ...internals])
      if (![item.from, item.to, item.created_contract].some((side) => lowerHash(side) === address))
        findings.push(`${address} has a row it takes no part in`)
  return findings
}

/** A failed transaction moves only its fee, and has no logs; successful calls in it are reverted. */
export function failuresThatMove(chain: Collected): string[] {
  const moved = new Set(chain.transfers.map(({ transaction_hash: hash }) => hash))
  return [...chain.transactions.values()].flatMap((transaction) => {
    if (transaction.status === 'ok')
      return transaction.revert_reason === null ? [] : [`${at(transaction)}: a reason for nothing`]
    const findings: string[] = []
    if (moved.has(transaction.hash)) findings.push(`${at(transaction)}: failed, and a token moved`)
    if (transaction.result === 'success') findings.push(`${at(transaction)}: failed with success`)
    return findings
  })
}

/** Log indexes are unique within a block, except for the entries of a batch. */
export function sharedLogs(chain: Collected): string[] {
  const owners = new Map<string, string>()
  return chain.transfers.flatMap((transfer) => {
    const place = `${String(transfer.block_number)} ${String(transfer.log_index)}`
    const owner = `${transfer.transaction_hash} ${transfer.token?.address_hash ?? ''} ${lowerHash(transfer.from)} ${lowerHash(transfer.to)}`
    const known = owners.get(place) ?? owner
    owners.set(place, known)
    const batch = transfer.token_type === 'ERC-1155'
    const again = known === owner && (batch || !owners.has(`${place} seen`))
    owners.set(`${place} seen`, '')
    return again ? [] : [`log ${place} is two events`]
  })
}

/**
 * A nonce equals the number of earlier transactions of its sender; pending ones continue it. `first`: the sender's
 * first nonce is known to be 0.
 */
export function wrongNonces(chain: Collected, first: boolean): string[] {
  const mined = Map.groupBy(chain.transactions.values(), ({ from }) => lowerHash(from))
  const pending = Map.groupBy(chain.pending, ({ from }) => lowerHash(from))
  return [...new Set([...mined.keys(), ...pending.keys()])].flatMap((sender) => {
    const nonces = [
      ...(mined.get(sender) ?? []).map(({ nonce }) => Number(nonce ?? -1)),
      ...(pending.get(sender) ?? []).map(({ nonce }) => Number(nonce ?? -1)).sort((a, b) => a - b),
    ]
    const start = first ? 0 : (nonces[0] ?? 0)
    return nonces.every((nonce, index) => nonce === start + index) ? [] : [`${sender} sent ${nonces.join()}`]
  })
}
