/** Builds a template transaction by transaction; computes gas, fees, log numbers and the ledger of balance changes. */
import { ROLE, type Role } from '../config/addresses.ts'
import { itemAt } from '../lib/arrays.ts'
import {
  stepOf,
  type LedgerEntry,
  type LogArgument,
  type NftRef,
  type PeriodTemplate,
  type TemplateBlock,
  type TemplateCall,
  type TemplateInternalCall,
  type TemplateLog,
  type TemplateReturn,
  type TemplateTransaction,
  type TemplateTransfer,
  type TemplateWithdrawal,
  type RevertReason,
} from './period-template.ts'
import type { Random } from '../lib/seeded-random.ts'
import {
  assetOf,
  COIN,
  COLLECTIONS,
  GAS,
  tokenConfig,
  tokenOfAsset,
  type Asset,
  type Collection,
  type TokenKey,
} from '../config/tokens.ts'

const GWEI = 10n ** 9n
const MOVES_COIN = new Set(['call', 'create', 'create2', 'selfdestruct'])

export interface TransactionDraft {
  readonly from: Role
  readonly to?: Role
  readonly creates?: Role
  readonly value?: bigint
  readonly call?: Omit<TemplateCall, 'decoded'> & { readonly decoded?: boolean }
  readonly data?: string
  /** Approximate gas. A plain transfer of coins always uses 21,000. */
  readonly gas?: number
  readonly type?: number
  readonly failure?: { readonly result?: string; readonly reason: RevertReason }
}

export interface InternalCallOptions {
  readonly value?: bigint
  /** `null`: the call succeeded, in a transaction that failed. */
  readonly error?: string | null
  readonly creates?: boolean
  readonly call?: TemplateInternalCall['call']
  readonly returned?: TemplateReturn
  /** Set if several running calls act for `from`; otherwise the innermost of them makes the call. */
  readonly depth?: number
  readonly gasLimit?: bigint
}

/** A delegated call runs in the context of its caller. */
const DELEGATED = new Set(['delegatecall', 'callcode'])

export class TemplateBuilder {
  readonly random: Random
  readonly #transactions: TemplateTransaction[] = []
  readonly #transfers: TemplateTransfer[] = []
  readonly #logs: TemplateLog[] = []
  readonly #internals: TemplateInternalCall[] = []
  readonly #blocks: TemplateBlock[] = []
  readonly #withdrawals: TemplateWithdrawal[] = []
  readonly #minted = Object.fromEntries(COLLECTIONS.map((key) => [key, 0])) as Record<Collection, number>
  #nextLog = 0
  #nextInternal = 1
  /** The role that each running call acts for, the transaction's own first. */
  #open: Role[] = []

  constructor(random: Random) {
    this.random = random
  }

  block(offset: number, miner: Role, baseFee: bigint): void {
    this.#nextLog = 0
    this.#blocks.push({
      offset,
      miner,
      baseFee,
      firstTransaction: this.#transactions.length,
      firstWithdrawal: this.#withdrawals.length,
    })
  }

  /** The transfers and internal calls that are added next belong to this transaction. */
  transaction(draft: TransactionDraft): void {
    const { random } = this
    const isPlain = !draft.call && !draft.data && draft.to !== undefined
    const gasUsed = isPlain ? 21_000n : BigInt(draft.gas ?? 60_000) + random.between(-9_000n, 9_000n)
    const type = draft.type ?? (random.chance(0.12) ? 0 : 2)
    const { baseFee } = itemAt(this.#blocks, this.#blocks.length - 1)
    const tip = random.between(10_000_000n, 2n * GWEI)
    this.#nextInternal = 1
    this.#open = [draft.to ?? draft.creates ?? ROLE.null]
    this.#transactions.push({
      from: draft.from,
      to: draft.to ?? null,
      created: draft.creates ?? null,
      value: draft.value ?? 0n,
      type,
      call: draft.call ? { decoded: true, ...draft.call } : null,
      data: draft.data ?? '',
      gasUsed,
      gasLimit: isPlain || draft.failure?.result === 'out of gas' ? gasUsed : gasLimitFor(gasUsed, random),
      baseFee,
      tip,
      fee: gasUsed * (baseFee + tip),
      failure: draft.failure ? { result: 'execution reverted', ...draft.failure } : null,
      block: this.#blocks.length - 1,
    })
  }

  transfer(token: TokenKey, from: Role, to: Role, amount: bigint, idIndex = 0): void {
    this.#log([{ token, asset: assetOf(token, idIndex), from, to, amount, nft: null }])
  }

  /** One event with amounts of several ids; the same id may occur twice. */
  batch(
    token: TokenKey,
    from: Role,
    to: Role,
    amounts: readonly (readonly [idIndex: number, amount: bigint])[],
  ): void {
    this.#log(
      amounts.map(([idIndex, amount]) => ({
        token,
        asset: assetOf(token, idIndex),
        from,
        to,
        amount,
        nft: null,
      })),
    )
  }

  moveNft(nft: NftRef, from: Role, to: Role): void {
    this.#log([{ token: nft.collection, asset: assetOf(nft.collection), from, to, amount: 1n, nft }])
  }

  mintNft(collection: Collection, to: Role): NftRef {
    const nft = { collection, lag: 0, index: this.#minted[collection]++ }
    this.moveNft(nft, ROLE.null, to)
    return nft
  }

  /** A log that moves no token. If `event` is null, it has no topics. */
  log(emitter: Role, event: string | null, args: readonly LogArgument[]): void {
    const transaction = this.#transactions.length - 1
    const callsBefore = this.#nextInternal - 1
    this.#logs.push({ transaction, callsBefore, logIndex: this.#nextLog++, emitter, event, args })
  }

  /** A call inside the transaction. Its value is transferred unless the call or the transaction fails. */
  internalCall(
    type: string,
    from: Role,
    to: Role,
    { value = 0n, error, creates = false, call, returned, depth, gasLimit }: InternalCallOptions = {},
  ): void {
    const maker = depth === undefined ? this.#open.lastIndexOf(from) : depth - 1
    if (this.#open[maker] !== from) throw new Error(`no call under way works for role ${String(from)}`)
    const context = DELEGATED.has(type) ? from : to
    this.#open.splice(maker + 1, Infinity, context)
    const failed = itemAt(this.#transactions, this.#transactions.length - 1).failure !== null
    this.#internals.push({
      transaction: this.#transactions.length - 1,
      index: this.#nextInternal++,
      type,
      from,
      to: creates ? null : to,
      created: creates ? to : null,
      value,
      gasLimit: gasLimit ?? BigInt(20_000 + this.random.int(400_000)),
      error: error === undefined && failed ? 'execution reverted' : (error ?? null),
      depth: maker + 1,
      context,
      call: call ?? null,
      returned: returned ?? null,
    })
  }

  withdrawal(receiver: Role, validator: bigint, amount: bigint): void {
    this.#withdrawals.push({ block: this.#blocks.length - 1, receiver, validator, amount })
  }

  finish(): PeriodTemplate {
    return {
      transactions: this.#transactions,
      transfers: this.#transfers,
      logs: this.#logs,
      internals: this.#internals,
      blocks: this.#blocks,
      withdrawals: this.#withdrawals,
      ledger: this.#ledger(),
      minted: this.#minted,
    }
  }

  #log(entries: readonly Omit<TemplateTransfer, 'transaction' | 'logIndex' | 'inBatch'>[]): void {
    // Leaves gaps for logs of other events.
    const logIndex = this.#nextLog + this.random.int(3)
    this.#nextLog = logIndex + entries.length
    const transaction = this.#transactions.length - 1
    const callsBefore = this.#nextInternal - 1
    entries.forEach((entry, inBatch) => this.#transfers.push({ ...entry, transaction, logIndex, inBatch }))
    const operator = itemAt(this.#transactions, transaction).from
    this.#logs.push({ transaction, callsBefore, logIndex, ...transferLog(operator, entries) })
  }

  #ledger(): LedgerEntry[] {
    const changes = this.#transactions.map((transaction) => this.#feeAndValueChanges(transaction))
    const succeeded = (index: number) => itemAt(this.#transactions, index).failure === null
    for (const call of this.#internals) {
      const to = call.to ?? call.created
      if (call.error !== null || !MOVES_COIN.has(call.type) || to === null || !succeeded(call.transaction))
        continue
      addTransfer(itemAt(changes, call.transaction), call.from, to, COIN, call.value)
    }
    for (const transfer of this.#transfers)
      addTransfer(
        itemAt(changes, transfer.transaction),
        transfer.from,
        transfer.to,
        transfer.asset,
        transfer.amount,
      )
    const entries = changes.flatMap((each, index) => each.entries(stepOf(index)))
    for (const { block, receiver, amount } of this.#withdrawals) {
      const next = this.#blocks[block + 1]?.firstTransaction ?? this.#transactions.length
      entries.push({ step: 2 * next - 1, role: receiver, asset: COIN, change: amount })
    }
    return entries.sort((a, b) => a.step - b.step)
  }

  #feeAndValueChanges({
    from,
    to,
    created,
    value,
    fee,
    gasUsed,
    tip,
    failure,
    block,
  }: TemplateTransaction): BalanceChanges {
    const changes = new BalanceChanges()
    changes.add(from, COIN, -fee)
    changes.add(from, GAS, gasUsed)
    changes.add(itemAt(this.#blocks, block).miner, COIN, tip * gasUsed)
    const receiver = to ?? created
    if (failure === null && receiver !== null) addTransfer(changes, from, receiver, COIN, value)
    return changes
  }
}

type Moved = Pick<TemplateTransfer, 'token' | 'asset' | 'from' | 'to' | 'amount' | 'nft'>

/** The event of a transfer, by the standard of its token. */
function transferLog(
  operator: Role,
  entries: readonly Moved[],
): Pick<TemplateLog, 'emitter' | 'event' | 'args'> {
  const { token, from, to, amount, nft } = itemAt(entries, 0)
  const emitter = ROLE[token]
  const parties = [{ role: from }, { role: to }]
  const idOf = ({ asset }: Moved) => tokenOfAsset(asset)?.id ?? 0n
  if (nft) return { emitter, event: TRANSFER_EVENTS.nft, args: [...parties, { nft }] }
  const { type, ids } = tokenConfig(token)
  // A transfer of a confidential token has a handle in place of an amount.
  if (type === 'ERC-7984')
    return { emitter, event: TRANSFER_EVENTS.confidential, args: [...parties, `0x${'7984'.repeat(16)}`] }
  if (!ids) return { emitter, event: TRANSFER_EVENTS.amount, args: [...parties, amount] }
  const moved = { emitter, args: [{ role: operator }, ...parties] }
  return entries.length === 1
    ? { ...moved, event: TRANSFER_EVENTS.id, args: [...moved.args, idOf(itemAt(entries, 0)), amount] }
    : {
        ...moved,
        event: TRANSFER_EVENTS.ids,
        args: [...moved.args, entries.map(idOf), entries.map((entry) => entry.amount)],
      }
}

const TRANSFER_EVENTS = {
  amount: 'Transfer(address indexed from, address indexed to, uint256 value)',
  nft: 'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
  confidential: 'ConfidentialTransfer(address indexed from, address indexed to, bytes32 indexed amount)',
  id: 'TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  ids: 'TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
}

const gasLimitFor = (gas: bigint, random: Random) => (gas * BigInt(105 + random.int(60))) / 100n

/** The sum of the changes of each balance in one transaction. */
class BalanceChanges {
  readonly #changes = new Map<string, { role: Role; asset: Asset; change: bigint }>()

  add(role: Role, asset: Asset, change: bigint): void {
    const key = `${String(role)}:${String(asset)}`
    const known = this.#changes.get(key)
    if (known) known.change += change
    else this.#changes.set(key, { role, asset, change })
  }

  /** Includes changes of zero: an NFT that was received and sent on is listed too. */
  entries(step: number): LedgerEntry[] {
    return [...this.#changes.values()].map((change) => ({ step, ...change }))
  }
}

function addTransfer(changes: BalanceChanges, from: Role, to: Role, asset: Asset, amount: bigint): void {
  if (amount === 0n && asset === COIN) return
  changes.add(from, asset, -amount)
  changes.add(to, asset, amount)
}
