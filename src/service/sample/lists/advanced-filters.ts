/**
 * Transactions, calls inside them and token transfers in one list: each kind is read along its own sequence of
 * events.
 */
import { LruCache } from '#shared/lru-cache.ts'
import {
  blocksInTime,
  type Candidate,
  type Conditions,
  readConditions,
} from '../../advanced-filters/conditions.ts'
import {
  compareKeys,
  keyBefore,
  KIND,
  movementItem,
  movementPage,
  readKey,
  type Movement,
  type MovementKey,
} from '../../advanced-filters/movements.ts'
import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { type Participant, type TransactionRef } from '../chain/chain-model.ts'
import {
  countInternalsBefore,
  countTransfersBefore,
  type Direction,
  selectInternals,
  selectTransactions,
  selectTransfers,
} from '../chain/event-selectors.ts'
import { ANY_ROLE } from '../chain/schedule.ts'
import type { EventRef, EventSelector, Sequence } from '../chain/sequence.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import type { Role } from '../config/addresses.ts'
import { tokenConfig } from '../config/tokens.ts'
import { isContract } from '../items/address-items.ts'
import { methodName, selectorOf } from '../templates/call-data.ts'
import { indexInBlock, internalItem } from '../items/internal-items.ts'
import { tokenOf, tokenParticipant } from '../items/token-items.ts'
import { transactionItem } from '../items/transaction-items.ts'
import { transferItem } from '../items/transfer-items.ts'
import { itemAt } from '../lib/arrays.ts'
import type { PeriodTemplate, TemplateTransaction } from '../templates/period-template.ts'
import { findTransactionInBlock } from './cursor-values.ts'

type Kind = MovementKey['kind']
/** A row with addresses by their hash in lower case, and the event of its kind. */
type Row = Movement<string, EventRef>

const COIN_DECIMALS = 18

export function advancedFilters(snapshot: Snapshot, request: ListRequest): ListPage {
  const { model, head, clock } = snapshot
  const conditions = readConditions(request.filters, (hash) => hash)
  const { first, last } = blocksInTime(request.filters, { first: 0, last: head.height }, (height) =>
    clock.blockTime(height),
  )
  const numberAt = (height: number, index: number) =>
    model.transactionNumber(findTransactionInBlock(model, height, index))
  const end = model.transactionNumber(head.end)
  const top = keyBefore(last < head.height ? numberAt(last + 1, 0) : end)
  const cursor = readKey(request.after, numberAt)
  const after = cursor && compareKeys(cursor, top) < 0 ? cursor : top
  // A transaction has several rows, one after another.
  const transactions = new LruCache<number, WireItem>({ maxSize: 1 })
  return movementPage({
    streams: streamsOf(snapshot, conditions, after),
    after,
    oldest: first > head.height ? end : numberAt(first, 0),
    limit: request.limit,
    matches: conditions.matches,
    item: ({ key, row }) => {
      const transaction = transactions.getOrMake(key.transaction, () =>
        transactionItem(snapshot, model.transactionAt(key.transaction)),
      )
      return movementItem(key, transaction, ownItem(snapshot, key.kind, row) ?? transaction)
    },
    place: (number) => placeOf(snapshot, model.transactionAt(number)),
  })
}

function ownItem(snapshot: Snapshot, kind: Kind, { period, ordinal }: EventRef): WireItem | null {
  if (kind === KIND.transaction) return null
  return kind === KIND.call
    ? internalItem(snapshot, period, ordinal)
    : transferItem(snapshot, period, ordinal)
}

function placeOf(snapshot: Snapshot, ref: TransactionRef) {
  const { model } = snapshot
  const { block } = model.transaction(ref)
  return {
    height: model.heightOf(ref.period, itemAt(model.template(ref.period).blocks, block)),
    index: indexInBlock(snapshot, ref.period, ref.transaction),
  }
}

/** Every event of a kind, or those of a participant in a direction. */
const SELECTORS: Readonly<Record<Kind, (direction: Direction) => EventSelector>> = {
  [KIND.transaction]: (direction) =>
    ofEveryone(({ transactions }) => transactions, selectTransactions(direction)),
  [KIND.call]: (direction) => ofEveryone(({ internals }) => internals, selectInternals(direction, true)),
  [KIND.transfer]: (direction) => selectTransfers({ types: null, direction }),
}

const ofEveryone =
  (eventsOf: (template: PeriodTemplate) => readonly unknown[], select: EventSelector): EventSelector =>
  (template, role: Role, period) =>
    role === ANY_ROLE ? eventsOf(template).map((_, ordinal) => ordinal) : select(template, role, period)

function streamsOf(snapshot: Snapshot, conditions: Conditions<string>, after: MovementKey) {
  const { from, to, needsBoth, tokens, hasCoin, hasTokens } = conditions
  const kinds: readonly Kind[] = [
    ...(hasCoin ? ([KIND.transaction, KIND.call] as const) : []),
    ...(hasTokens ? ([KIND.transfer] as const) : []),
  ]
  const read = (kind: Kind, sequence: Sequence) => walk(snapshot, kind, sequence, after)
  if (from.include || to.include) {
    const parties = [
      ...[...(from.include ?? [])].map((address) => [address, 'from'] as const),
      // If both are required, the rows of the senders contain all matches.
      ...(needsBoth && from.include ? [] : [...(to.include ?? [])]).map(
        (address) => [address, 'to'] as const,
      ),
    ]
    return parties.flatMap(([address, direction]) => {
      const participant = snapshot.model.findParticipant(address)
      return participant
        ? kinds.map((kind) => read(kind, eventsOf(snapshot, kind, participant, direction)))
        : []
    })
  }
  return kinds.flatMap((kind) => {
    if (kind !== KIND.transfer || !tokens.include) return [read(kind, eventsOf(snapshot, kind, null, null))]
    const keys = [...tokens.include].map((token) => tokenOf(snapshot.model.findParticipant(token)))
    return keys
      .filter((token) => token !== null)
      .map((token) =>
        read(kind, snapshot.sequence(null, `transfers of ${token}`, selectTransfers({ types: null, token }))),
      )
  })
}

const eventsOf = (snapshot: Snapshot, kind: Kind, participant: Participant | null, direction: Direction) =>
  snapshot.sequence(participant, `movements ${String(kind)} ${direction ?? ''}`, SELECTORS[kind](direction))

/** Reads from the cursor's transaction back to the first. */
function* walk(
  snapshot: Snapshot,
  kind: Kind,
  sequence: Sequence,
  after: MovementKey,
): Generator<Row, undefined> {
  const { model } = snapshot
  const { period, transaction } = model.transactionAt(after.transaction + (after.index < 0 ? 0 : 1))
  const template = model.template(period)
  const ordinal =
    kind === KIND.transaction
      ? transaction
      : kind === KIND.call
        ? countInternalsBefore(template, transaction)
        : countTransfersBefore(template, transaction)
  for (let index = sequence.countBefore({ period, ordinal }) - 1; index >= 0; index--) {
    const event = sequence.at(index)
    yield movementOf(snapshot, kind, event)
  }
  return undefined
}

function movementOf(snapshot: Snapshot, kind: Kind, row: EventRef): Row {
  const { model } = snapshot
  const { period, ordinal } = row
  const template = model.template(period)
  const number = (transaction: number) => model.transactionNumber({ period, transaction })
  const address = (role: Role) => model.address(model.participant(role, period))
  const methodOf = ({ call }: TemplateTransaction) => ({
    selector: call && selectorOf(call),
    methodName: () => call && methodName(call),
  })
  if (kind === KIND.transfer) {
    const transfer = itemAt(template.transfers, ordinal)
    const { type, decimals } = tokenConfig(transfer.token)
    const candidate: Candidate<string> = {
      from: address(transfer.from),
      to: address(transfer.to),
      token: model.address(tokenParticipant(transfer.token)),
      tokenType: type,
      amount: transfer.nft || type === 'ERC-7984' ? null : transfer.amount,
      decimals: Number(decimals ?? 0),
      isInteraction: () => false,
      ...methodOf(itemAt(template.transactions, transfer.transaction)),
    }
    const { logIndex, inBatch } = transfer
    return {
      key: { transaction: number(transfer.transaction), kind, index: logIndex, inBatch },
      candidate,
      row,
    }
  }
  const isCall = kind === KIND.call
  const call = isCall ? itemAt(template.internals, ordinal) : undefined
  const moved = call ?? itemAt(template.transactions, ordinal)
  const { to } = moved
  const candidate: Candidate<string> = {
    from: address(moved.from),
    to: to === null ? null : address(to),
    token: null,
    tokenType: null,
    amount: moved.value,
    decimals: COIN_DECIMALS,
    isInteraction: () => to !== null && isContract(snapshot, model.participant(to, period)),
    ...(call ? { selector: null, methodName: () => null } : methodOf(itemAt(template.transactions, ordinal))),
  }
  const key = { transaction: number(call?.transaction ?? ordinal), kind, index: call?.index ?? 0, inBatch: 0 }
  return { key, candidate, row }
}
