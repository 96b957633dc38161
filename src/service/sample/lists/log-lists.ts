import type { ListPage, ListRequest, Position, WireItem } from '../../chain-reader.ts'
import { operationItem } from '../../operation-item.ts'
import { isSameParticipant, type Participant } from '../chain/chain-model.ts'
import { countLogsBefore, selectLogs, selectOperations } from '../chain/event-selectors.ts'
import { indexedArguments } from '../chain/log-topics.ts'
import { decodeNftId } from '../chain/nft-ids.ts'
import { periodsOfNft } from '../chain/nft-owners.ts'
import { sequenceOf, type EventRef, type Sequence } from '../chain/sequence.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { isCollection, type Collection } from '../config/tokens.ts'
import { addressItem, roleItem } from '../items/address-items.ts'
import { logItem } from '../items/log-items.ts'
import { tokenOf } from '../items/token-items.ts'
import { itemAt } from '../lib/arrays.ts'
import { findBlock, readBigInt, readInteger } from './cursor-values.ts'
import { findKnown, ordinalsOf, pageOf } from './lists-of-transaction.ts'
import { sliceSequence } from './sequence-page.ts'

/** The logs of a contract, newest first; optionally only with one topic. */
export function logsOfAddress(snapshot: Snapshot, participant: Participant, request: ListRequest): ListPage {
  const { topic } = request.filters
  const sequence =
    typeof topic === 'string'
      ? logsWithTopic(snapshot, participant, topic.toLowerCase())
      : snapshot.sequence(participant, 'logs', selectLogs())
  return logsOfSequence(snapshot, sequence, request)
}

/** The user operations that an address sent, or paid for, newest first. */
export function operationsOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  request: ListRequest,
): ListPage {
  const role = request.filters.filter === 'paymaster' ? 'paymaster' : 'sender'
  const sequence = snapshot.sequence(participant, `operations ${role}`, selectOperations(role))
  const nameOf = (address: string) => {
    const known = snapshot.model.findParticipant(address.toLowerCase())
    return known ? addressItem(snapshot, known) : { hash: address }
  }
  return logsOfSequence(snapshot, sequence, request, (log, bundler) => ({
    ...operationItem(log, nameOf),
    bundler,
  }))
}

function logsOfSequence(
  snapshot: Snapshot,
  sequence: Sequence,
  { after, limit }: ListRequest,
  write = (log: WireItem, _sender: WireItem) => log,
): ListPage {
  const { period, transaction } = snapshot.head.end
  const count = sequence.countBefore({
    period,
    ordinal: countLogsBefore(snapshot.model.template(period), transaction),
  })
  const end = after && ordinalAt(snapshot, after)
  const from = end ? sequence.countBefore(end) : count
  const { events, last } = sliceSequence(sequence, { count, from, limit })
  return {
    items: events.map(({ period: at, ordinal }) => {
      const { transactions, logs } = snapshot.model.template(at)
      const { from } = itemAt(transactions, itemAt(logs, ordinal).transaction)
      return write(logItem(snapshot, at, ordinal), roleItem(snapshot, from, at))
    }),
    next: last && positionOf(snapshot, last),
  }
}

const ADDRESS_TOPIC = /^0x0{24}([0-9a-f]{40})$/

/** A topic is an event's own or a plain value, the same in every period; an address; or the id of an NFT. */
function logsWithTopic(snapshot: Snapshot, emitter: Participant, topic: string): Sequence {
  const token = tokenOf(emitter)
  const number = token && isCollection(token) ? decodeNftId(snapshot.model.key, token, BigInt(topic)) : null
  if (token && isCollection(token) && number !== null) return logsOfNft(snapshot, token, number)
  const [, address] = ADDRESS_TOPIC.exec(topic) ?? []
  const party = address === undefined ? null : snapshot.model.findParticipant(`0x${address}`)
  if (party) return logsNaming(snapshot, emitter, party)
  return snapshot.sequence(emitter, `logs ${topic}`, selectLogs(topic))
}

/** Logs of an emitter that have an address among their topics. A fixed emitter logs in all periods of that address. */
function logsNaming(snapshot: Snapshot, emitter: Participant, party: Participant): Sequence {
  const { model } = snapshot
  const isIn = (one: number, period: number, other: Participant) =>
    isSameParticipant(model.participant(one, period), other)
  const whose = emitter.kind === 'fixed' ? party : emitter
  const name = `logs of ${model.address(emitter)} naming ${model.address(party)}`
  return snapshot.sequence(whose, name, ({ logs }, _role, period) =>
    logs.flatMap((log, ordinal) =>
      isIn(log.emitter, period, emitter) &&
      indexedArguments(log).some(
        (argument) =>
          typeof argument === 'object' && 'role' in argument && isIn(argument.role, period, party),
      )
        ? [ordinal]
        : [],
    ),
  )
}

function logsOfNft({ model }: Snapshot, collection: Collection, number: number): Sequence {
  return sequenceOf(
    periodsOfNft(model, collection, number).flatMap((period) =>
      model
        .template(period)
        .logs.flatMap(({ args }, ordinal) =>
          args.some(
            (argument) =>
              typeof argument === 'object' &&
              'nft' in argument &&
              argument.nft.collection === collection &&
              model.nftNumber(argument.nft, period) === number,
          )
            ? [{ period, ordinal }]
            : [],
        ),
    ),
  )
}

/** In the order they were logged; `null` for an unknown transaction. */
export function logsOfTransaction(snapshot: Snapshot, request: ListRequest): ListPage | null {
  const transaction = findKnown(snapshot, request)
  if (!transaction) return null
  const { period } = transaction
  const { logs } = snapshot.model.template(period)
  const after = request.after && readInteger(request.after, 'index')
  return pageOf(
    ordinalsOf(snapshot, logs, transaction).filter(
      (ordinal) => after === null || itemAt(logs, ordinal).logIndex > after,
    ),
    request.limit,
    (ordinal) => logItem(snapshot, period, ordinal),
    (ordinal) => positionOf(snapshot, { period, ordinal }),
  )
}

function positionOf({ model }: Snapshot, { period, ordinal }: EventRef): Position {
  const template = model.template(period)
  const log = itemAt(template.logs, ordinal)
  const { block } = itemAt(template.transactions, log.transaction)
  return { block_number: model.heightOf(period, itemAt(template.blocks, block)), index: log.logIndex }
}

/** The first log of a template that is not before the last one of the previous page. */
function ordinalAt({ model }: Snapshot, after: Position): EventRef | null {
  const height = readInteger(after, 'block_number')
  const index = readBigInt(after, 'index')
  if (height === null || index === null) return null
  const { period, block } = findBlock(model, height)
  const template = model.template(period)
  const ordinal = template.logs.findIndex((log) => {
    const own = itemAt(template.transactions, log.transaction).block
    return own > block || (own === block && BigInt(log.logIndex) >= index)
  })
  return { period, ordinal: ordinal < 0 ? template.logs.length : ordinal }
}
