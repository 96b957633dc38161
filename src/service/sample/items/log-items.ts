import type { WireItem } from '../../chain-reader.ts'
import { encodeLog, logValues, parseEvent } from '../chain/log-topics.ts'
import { formatTimestamp, type Snapshot } from '../chain/snapshot.ts'
import { itemAt } from '../lib/arrays.ts'
import { optionalRoleItem, roleItem } from './address-items.ts'
import { formatArgument, formatType } from '../templates/call-data.ts'

export function logItem(snapshot: Snapshot, period: number, ordinal: number): WireItem {
  const { model, clock } = snapshot
  const template = model.template(period)
  const log = itemAt(template.logs, ordinal)
  const transaction = itemAt(template.transactions, log.transaction)
  const height = model.heightOf(period, itemAt(template.blocks, transaction.block))
  const context = model.periodContext(period)
  const address = roleItem(snapshot, log.emitter, period)
  const isVerified = address.is_verified === true
  return {
    index: log.logIndex,
    transaction_hash: model.transactionHash({ period, transaction: log.transaction }),
    block_hash: model.blockHash(height),
    block_number: height,
    block_timestamp: formatTimestamp(clock.blockTime(height)),
    address,
    smart_contract: optionalRoleItem(snapshot, transaction.to ?? transaction.created, period),
    ...encodeLog(log, context),
    decoded: isVerified && log.event !== null ? decodeEvent(log.event, logValues(log, context)) : null,
  }
}

function decodeEvent(event: string, values: readonly unknown[]): WireItem {
  const { item, selector } = parseEvent(event)
  return {
    method_call: event,
    method_id: selector.slice(2, 10),
    parameters: item.inputs.map((input, index) => ({
      name: input.name ?? '',
      type: formatType(input),
      indexed: input.indexed === true,
      value: formatArgument(input, values[index]),
    })),
  }
}
