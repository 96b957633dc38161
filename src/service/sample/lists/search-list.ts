import { PARAM_FORMATS } from '#shared/path-params.ts'
import type { ListPage, ListRequest, WireItem } from '../../chain-reader.ts'
import { foundAddress, foundToken } from '../../found-items.ts'
import { splitName, wordMatcher } from '../../search-words.ts'
import type { Participant } from '../chain/chain-model.ts'
import { formatTimestamp, type Snapshot } from '../chain/snapshot.ts'
import { ADDRESSES, type AddressProfile } from '../config/addresses.ts'
import { TOKEN_KEYS, tokenConfig, type TokenKey } from '../config/tokens.ts'
import { addressItem, checksummed } from '../items/address-items.ts'
import { blockItem } from '../items/block-items.ts'
import { tokenItem, tokenOf, tokenParticipant } from '../items/token-items.ts'
import { transactionItem } from '../items/transaction-items.ts'
import { readInteger } from './cursor-values.ts'
import { findHeight } from './lists-of-block.ts'

/** Exact matches first, then tokens, then everything else with a matching name. */
export function search(snapshot: Snapshot, { filters, after, limit }: ListRequest): ListPage {
  const text = typeof filters.q === 'string' ? filters.q.trim() : ''
  const found = text === '' ? [] : [...exact(snapshot, text.toLowerCase()), ...named(snapshot, text)]
  const start = after ? (readInteger(after, 'results_count') ?? readInteger(after, 'items_count') ?? 0) : 0
  const end = start + limit
  return {
    items: found.slice(start, end),
    next: end < found.length ? { results_count: end } : null,
  }
}

function exact(snapshot: Snapshot, text: string): WireItem[] {
  const { address, block, transaction } = PARAM_FORMATS
  if (address.pattern.test(text)) {
    const participant = snapshot.model.findParticipant(text)
    if (!participant) return []
    const token = tokenOf(participant)
    return [...(token ? [tokenFound(snapshot, token)] : []), addressFound(snapshot, participant)]
  }
  const height = block.pattern.test(text) ? findHeight(snapshot, text) : null
  if (height !== null) {
    const { hash, timestamp } = blockItem(snapshot, height)
    return [{ type: 'block', block_number: height, block_hash: hash, timestamp, block_type: 'block' }]
  }
  const found = transaction.pattern.test(text) ? snapshot.model.findTransaction(text) : null
  if (!found || !snapshot.isKnown(found)) return []
  const { hash, timestamp } = transactionItem(snapshot, found)
  return [
    {
      type: 'transaction',
      transaction_hash: hash,
      timestamp: timestamp ?? formatTimestamp(snapshot.head.time),
    },
  ]
}

function named(snapshot: Snapshot, text: string): WireItem[] {
  const matches = wordMatcher(text)
  const tokens = TOKEN_KEYS.filter((key) => matches(tokenConfig(key).name, tokenConfig(key).symbol))
  const isCalled = (key: TokenKey) =>
    [tokenConfig(key).symbol, tokenConfig(key).name].some(
      (name) => name?.toLowerCase() === text.toLowerCase(),
    )
  return [...tokens.filter(isCalled), ...tokens.filter((key) => !isCalled(key))]
    .map((key) => tokenFound(snapshot, key))
    .concat(
      ADDRESSES.flatMap((profile, role) => {
        const participant: Participant = { kind: 'fixed', role }
        return tokenOf(participant) === null ? found(snapshot, profile, participant, matches) : []
      }),
      customerFound(snapshot, text),
    )
}

/** An address is found once by each of its names, ENS names, labels and tags. */
function found(
  snapshot: Snapshot,
  { name, contract, ens, tags = [], publicTags = [] }: AddressProfile,
  participant: Participant,
  matches: ReturnType<typeof wordMatcher>,
): WireItem[] {
  const { hash, is_verified } = addressItem(snapshot, participant)
  const of = { address_hash: hash, is_smart_contract_verified: is_verified === true }
  return [
    ...(name !== null && matches(name, splitName(name))
      ? [{ ...addressFound(snapshot, participant), type: contract ? 'contract' : 'address' }]
      : []),
    ...(ens !== undefined && matches(ens) ? [ensFound(snapshot, participant, ens)] : []),
    ...publicTags.filter((label) => matches(label)).map((label) => ({ ...of, type: 'label', name: label })),
    ...tags
      .filter((tag) => matches(tag.name))
      .map((tag) => ({ ...of, type: 'metadata_tag', name, metadata: tag })),
  ]
}

/** Customers of the exchange are too many to search: they are found by their whole name only. */
function customerFound(snapshot: Snapshot, text: string): WireItem[] {
  const number = /-(\d{1,9})\.sample\.eth$/.exec(text.toLowerCase())?.[1]
  if (number === undefined) return []
  const participant: Participant = { kind: 'user', number: Number(number) }
  const { ens_domain_name: ens } = addressItem(snapshot, participant)
  return typeof ens === 'string' && ens.toLowerCase() === text.toLowerCase()
    ? [ensFound(snapshot, participant, ens)]
    : []
}

function ensFound(snapshot: Snapshot, participant: Participant, ens: string): WireItem {
  const address = checksummed(snapshot, participant)
  return {
    type: 'ens_domain',
    name: null,
    address_hash: address,
    is_smart_contract_verified: false,
    ens_info: { address_hash: address, name: ens, names_count: 1, expiry_date: null },
  }
}

const addressFound = (snapshot: Snapshot, participant: Participant) =>
  foundAddress(addressItem(snapshot, participant))

const tokenFound = (snapshot: Snapshot, key: TokenKey) =>
  foundToken(tokenItem(snapshot, key), addressItem(snapshot, tokenParticipant(key)))
