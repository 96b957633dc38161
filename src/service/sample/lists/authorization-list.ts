import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { ROLE } from '../config/addresses.ts'
import { selectAuthorizations } from '../chain/event-selectors.ts'
import type { Participant } from '../chain/chain-model.ts'
import type { Snapshot } from '../chain/snapshot.ts'
import { addressItem, roleItem } from '../items/address-items.ts'
import { transactionItem } from '../items/transaction-items.ts'
import { findTransactionInBlock, readInteger } from './cursor-values.ts'
import { sliceSequence } from './sequence-page.ts'

/** Reads what an account signed to run the code of a contract (EIP-7702), newest first: one in each of its transactions. */
export function authorizationsOfAddress(
  snapshot: Snapshot,
  participant: Participant,
  { after, limit }: ListRequest,
): ListPage {
  const sequence = snapshot.sequence(participant, 'authorizations', selectAuthorizations)
  const countBefore = ({ period, transaction }: { period: number; transaction: number }) =>
    sequence.countBefore({ period, ordinal: transaction })
  const count = countBefore(snapshot.head.end)
  const height = after && readInteger(after, 'block_number')
  const index = after && readInteger(after, 'transaction_index')
  const end = height === null || index === null ? null : findTransactionInBlock(snapshot.model, height, index)
  const { events, last } = sliceSequence(sequence, { count, from: end ? countBefore(end) : count, limit })
  const itemOf = ({ period, ordinal }: (typeof events)[number]) =>
    transactionItem(snapshot, { period, transaction: ordinal })
  return {
    items: events.map((event) => {
      const { hash, block_number, timestamp, authorization_list: list } = itemOf(event)
      const [{ chain_id, nonce, status } = {}] = list as readonly WireItem[]
      return {
        ...{ transaction_hash: hash, block_number, timestamp, index: 0 },
        authority: addressItem(snapshot, participant),
        delegate: roleItem(snapshot, ROLE.walletCode, event.period),
        ...{ chain_id: String(chain_id), nonce: String(nonce), status },
      }
    }),
    next: last && positionOf(itemOf(last)),
  }
}

const positionOf = ({ block_number: block, position }: WireItem) => ({
  block_number: block as number,
  transaction_index: position as number,
  index: 0,
})
